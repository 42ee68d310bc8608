/** What operators of support read and change. */
import {
  type FormKind,
  type FormState,
  isClosed,
  type SupportLanguage,
  type TicketQueue,
} from '@pelican/shared/contracts/support';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey, pageRows } from './operators.ts';

const refreshMs = 15_000;
/** Who writes in a chat is there and waits. */
const chatRefreshMs = 3_000;
const waitingRefreshMs = 5_000;

export function deskTicketsQuery(queue: TicketQueue, search: string, offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'tickets', queue, search, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/support/tickets', { signal, query: { queue, search, offset, limit: pageRows } }),
    // A search reads all tickets.
    refetchInterval: queue === 'waiting' && search === '' ? waitingRefreshMs : refreshMs,
    placeholderData: keepPreviousData,
  });
}

export function deskTicketQuery(id: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'ticket', id],
    queryFn: ({ signal }) => call('GET /v2/ops/support/tickets/:id', { signal, params: { id } }),
    refetchInterval: ({ state: { data } }) => (data?.chat && !isClosed(data.status) ? chatRefreshMs : refreshMs),
  });
}

export const savedAnswersQuery = queryOptions({
  queryKey: [...operatorsKey, 'saved-answers'],
  queryFn: ({ signal }) => call('GET /v2/ops/support/answers', { signal }),
});

export const faqEntriesQuery = queryOptions({
  queryKey: [...operatorsKey, 'faq'],
  queryFn: ({ signal }) => call('GET /v2/ops/support/faq', { signal }),
});

export function formsQuery(kind: FormKind | undefined, state: FormState | 'open', offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'forms', kind, state, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/support/forms', { signal, query: { kind, state, offset, limit: pageRows } }),
    refetchInterval: refreshMs,
    placeholderData: keepPreviousData,
  });
}

export function formQuery(id: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'form', id],
    queryFn: ({ signal }) => call('GET /v2/ops/support/forms/:id', { signal, params: { id } }),
  });
}

export const openingsQuery = queryOptions({
  queryKey: [...operatorsKey, 'openings'],
  queryFn: ({ signal }) => call('GET /v2/ops/support/openings', { signal }),
});

export function moderatedChatQuery(room: SupportLanguage, before: number | undefined) {
  return queryOptions({
    queryKey: [...operatorsKey, 'chat', room, before],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/chat/messages/:languageCode', { signal, params: { languageCode: room }, query: { before } }),
    refetchInterval: refreshMs,
  });
}

export const mutesQuery = queryOptions({
  queryKey: [...operatorsKey, 'mutes'],
  queryFn: ({ signal }) => call('GET /v2/ops/chat/mutes', { signal }),
});
