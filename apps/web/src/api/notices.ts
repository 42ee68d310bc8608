/** The signed-in user's notices, and over which channels they come. */
import type { NoticeChoice, NoticeChoices } from '@pelican/shared/contracts/notices';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** Of the list and the count. */
export const noticesKey = [privateKey, 'notices'] as const;
/** What pushes bring at once is asked for this often too, in case one got lost. */
const refreshMs = 60_000;

export const unreadNoticesQuery = queryOptions({
  queryKey: [...noticesKey, 'unread'],
  queryFn: ({ signal }) => call('GET /v3/notices/unread', { signal }),
  refetchInterval: refreshMs,
});

/** The newest notices, in one answer: pages that are read again one by one would not fit each other. */
export function noticesQuery(limit: number) {
  return queryOptions({
    queryKey: [...noticesKey, 'list', limit],
    queryFn: ({ signal }) => call('GET /v3/notices', { signal, query: { limit } }),
  });
}

export function markNoticeRead(id: number) {
  return call('POST /v3/notices/:id/read', { params: { id } });
}

/** @param upTo the newest notice that was on screen */
export function markAllNoticesRead(upTo: number) {
  return call('POST /v3/notices/read-all', { body: { up_to: upTo } });
}

export const noticeChoicesQuery = queryOptions({
  queryKey: [privateKey, 'settings', 'notices'],
  queryFn: ({ signal }) => call('GET /v3/notices/choices', { signal }),
});

export function changeNoticeChoice(choice: NoticeChoice): Promise<NoticeChoices> {
  return call('POST /v3/notices/choices', { body: choice });
}
