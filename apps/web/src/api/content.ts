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

/** The markets of the front page. */
export const frontCurrenciesQuery = queryOptions({
  queryKey: ['content', 'currencies'],
  queryFn: ({ signal }) => call('GET /v2/front_page/currencies', { signal }),
  staleTime: staleMs,
});

export function newsQuery(lang: Language) {
  return queryOptions({
    queryKey: ['content', 'news', lang],
    queryFn: ({ signal }) => call('GET /v2/front_page/news', { signal, query: { lang } }),
    staleTime: staleMs,
  });
}

/** The digest, and events. */
export function digestQuery(lang: Language) {
  return queryOptions({
    queryKey: ['content', 'digest', lang],
    queryFn: ({ signal }) => call('GET /v2/front_page/digest', { signal, query: { lang } }),
    staleTime: staleMs,
  });
}

export function tweetsQuery(lang: Language) {
  return queryOptions({
    queryKey: ['content', 'tweets', lang],
    queryFn: ({ signal }) => call('GET /v2/tweets', { signal, query: { lang } }),
    staleTime: staleMs,
  });
}

export function partnersQuery(lang: Language) {
  return queryOptions({
    queryKey: ['content', 'partners', lang],
    queryFn: ({ signal }) => call('GET /v2/front_page/partners', { signal, query: { lang } }),
    staleTime: staleMs,
  });
}

/** Operators change them while pages are open. */
const bannersMs = 60_000;

/** What stands above pages. */
export function bannersQuery(lang: Language) {
  return queryOptions({
    queryKey: ['content', 'banners', lang],
    queryFn: ({ signal }) => call('GET /v2/banners', { signal, query: { lang } }),
    staleTime: bannersMs,
    refetchInterval: bannersMs,
  });
}
