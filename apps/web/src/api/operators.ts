/** The operator console: who is signed in, and what waits. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything that operators read. */
export const operatorsKey = [privateKey, 'operators'] as const;
const refreshMs = 15_000;

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
