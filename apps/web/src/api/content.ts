/** What operators publish, as visitors read it. */
import type { AnnouncementCategory } from '@pelican/shared/contracts/content';
import { isLanguage, type Language } from '@pelican/shared/contracts/system';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const staleMs = 60_000;
export const announcementsPage = 20;

/** The language of content for a language of the page. */
export function contentLanguageOf(code: string): Language {
  return isLanguage(code) ? code : 'en';
}

interface AnnouncementsFilter {
  category: AnnouncementCategory | undefined;
  lang: Language;
  offset: number;
  limit: number;
}

export function announcementsQuery(filter: AnnouncementsFilter) {
  return queryOptions({
    queryKey: ['content', 'announcements', filter],
    queryFn: ({ signal }) => call('GET /v2/announcements', { signal, query: filter }),
    staleTime: staleMs,
    placeholderData: keepPreviousData,
  });
}

export function listingCardsQuery(lang: Language) {
  return queryOptions({
    queryKey: ['content', 'listing-cards', lang],
    queryFn: ({ signal }) => call('GET /v2/listing-cards', { signal, query: { lang } }),
    staleTime: staleMs,
  });
}

export function announcementQuery(slug: string, lang: Language) {
  return queryOptions({
    queryKey: ['content', 'announcement', slug, lang],
    queryFn: ({ signal }) => call('GET /v2/announcements/:slug', { signal, params: { slug }, query: { lang } }),
    staleTime: staleMs,
  });
}
