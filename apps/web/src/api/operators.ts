/** The operator console: who is signed in, and what waits. */
import { infiniteQueryOptions, type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything that operators read. */
export const operatorsKey = [privateKey, 'operators'] as const;
const refreshMs = 15_000;
/** Of every list of the console. */
export const pageRows = 50;

export const operatorSelfQuery = queryOptions({
  queryKey: [...operatorsKey, 'me'],
  queryFn: ({ signal }) => call('GET /v2/ops/me', { signal }),
  staleTime: 60_000,
});

export const queuesQuery = queryOptions({
  queryKey: [...operatorsKey, 'queues'],
  queryFn: ({ signal }) => call('GET /v2/ops/queues', { signal }),
  refetchInterval: refreshMs,
});

export interface ClaimedPlace {
  queue: string;
  id: string;
}

/** @throws ApiError claimed: somebody else works on it */
export function claimPlace(place: ClaimedPlace) {
  return call('POST /v2/ops/claims', { body: place });
}

export function releasePlace(place: ClaimedPlace) {
  return call('POST /v2/ops/claims/release', { body: place });
}

export function requestsQuery(status: 'pending' | 'decided', offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'requests', status, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/requests', { signal, query: { status, offset, limit: pageRows } }),
    refetchInterval: refreshMs,
  });
}

export function requestQuery(id: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'request', id],
    queryFn: ({ signal }) => call('GET /v2/ops/requests/:id', { signal, params: { id } }),
  });
}

/** First elements of the keys of what is on record each time that it is read. */
export const recordedKey = [...operatorsKey, 'recorded'] as const;
const recorded = recordedKey[recordedKey.length - 1];

/** Nothing of it is asked again by itself. */
export const looked = {
  staleTime: Number.POSITIVE_INFINITY,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  retry: false,
} as const;

/** After a change: lists and queues are read again; what is on record is out of date, and is read again when it is next opened. */
export async function refreshConsole(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: operatorsKey, predicate: ({ queryKey }) => !queryKey.includes(recorded) }),
    client.invalidateQueries({ queryKey: recordedKey, refetchType: 'none' }),
  ]);
}

/** After a change of a user: one look at the person, and at the newest of the timeline where that is on the screen. */
export async function refreshPerson(client: QueryClient, id: number): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: personQuery(id).queryKey }),
    client.resetQueries({ queryKey: [...recordedKey, 'timeline', id] }),
  ]);
}

export function peopleQuery(search: string, offset: number) {
  return queryOptions({
    queryKey: [...recordedKey, 'people', search, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/users', { signal, query: { search, offset, limit: pageRows } }),
    enabled: search !== '',
    ...looked,
  });
}

export function personQuery(id: number) {
  return queryOptions({
    queryKey: [...recordedKey, 'person', id],
    queryFn: ({ signal }) => call('GET /v2/ops/users/:id', { signal, params: { id } }),
    ...looked,
  });
}

export function timelineQuery(id: number, kinds: string) {
  return infiniteQueryOptions({
    queryKey: [...recordedKey, 'timeline', id, kinds],
    queryFn: ({ signal, pageParam }) =>
      call('GET /v2/ops/users/:id/timeline', {
        signal,
        params: { id },
        query: { kinds: kinds || undefined, before: pageParam ?? undefined, limit: pageRows },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    ...looked,
  });
}

export function recoveriesQuery(status: 'open' | 'ended', offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'recoveries', status, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/factor-recoveries', { signal, query: { status, offset, limit: pageRows } }),
    refetchInterval: refreshMs,
  });
}

export function recoveryQuery(id: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'recovery', id],
    queryFn: ({ signal }) => call('GET /v2/ops/factor-recoveries/:id', { signal, params: { id } }),
  });
}

export const operatorsQuery = queryOptions({
  queryKey: [...operatorsKey, 'operators'],
  queryFn: ({ signal }) => call('GET /v2/ops/operators', { signal }),
});

export function jobsQuery(offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'jobs', offset],
    queryFn: ({ signal }) => call('GET /v2/ops/jobs', { signal, query: { offset, limit: pageRows } }),
  });
}

export function jobQuery(id: string) {
  return queryOptions({
    queryKey: [...operatorsKey, 'job', id],
    queryFn: ({ signal }) => call('GET /v2/ops/jobs/:id', { signal, params: { id } }),
  });
}

export function messagesQuery(offset: number) {
  return queryOptions({
    queryKey: [...operatorsKey, 'messages', offset],
    queryFn: ({ signal }) => call('GET /v2/ops/messages', { signal, query: { offset, limit: pageRows } }),
  });
}

/** Times are unix seconds. */
export interface RecordsFilter {
  actor: string;
  action: string;
  subject: string;
  since: number | undefined;
  until: number | undefined;
}

export function recordsQuery(filter: RecordsFilter) {
  return infiniteQueryOptions({
    queryKey: [...operatorsKey, 'records', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /v2/ops/records', {
        signal,
        query: { ...given(filter), before: pageParam ?? undefined, limit: pageRows },
      }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });
}

/** @returns the path of the records as a file, for the next minute @throws ApiError */
export async function exportRecords(filter: RecordsFilter, format: 'ndjson' | 'csv'): Promise<string> {
  return (await call('POST /v2/ops/records/exports', { body: { ...given(filter), format } })).path;
}

/** Without the fields that are left empty. */
function given({ actor, action, subject, since, until }: RecordsFilter) {
  return { actor: actor || undefined, action: action || undefined, subject: subject || undefined, since, until };
}
