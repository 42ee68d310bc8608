/** Tickets, the FAQ and forms. */
import { supportCategories } from '@pelican/shared/contracts/support';
import { isClientLanguage } from '@pelican/shared/contracts/system';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { privateKey } from '../../api/query-client.ts';

export const ticketsKey = [privateKey, 'tickets'] as const;
export const ticketsPage = 50;
/** What a notice brings at once is asked for this often too, in case one got lost. */
const refreshMs = 60_000;

export function ticketsQuery(offset: number) {
  return queryOptions({
    queryKey: [...ticketsKey, 'list', offset],
    queryFn: ({ signal }) => call('GET /v2/support', { signal, query: { offset, limit: ticketsPage } }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
}

export function ticketQuery(id: number) {
  return queryOptions({
    queryKey: [...ticketsKey, 'one', id],
    queryFn: ({ signal }) => call('GET /v2/support/:id', { signal, params: { id } }),
    refetchInterval: refreshMs,
  });
}

/** The chat with support: the newest one, open or ended. */
export const supportChatQuery = queryOptions({
  queryKey: [...ticketsKey, 'chat'],
  queryFn: ({ signal }) => call('GET /v2/support/chat', { signal }),
  refetchInterval: refreshMs,
});

/** Names of what tickets are about, in a language of the client. */
export function categoriesIn(language: string): { id: number; name: string }[] {
  const code = isClientLanguage(language) ? language : 'en';
  return supportCategories.map(({ id, name }) => ({ id, name: name[code] }));
}

export function faqQuery(lang: 'en' | 'hi', search: string) {
  return queryOptions({
    queryKey: ['support', 'faq', lang, search],
    queryFn: ({ signal }) => call('GET /v2/faq', { signal, query: { lang, search } }),
    staleTime: 5 * 60_000,
    placeholderData: keepPreviousData,
  });
}
