/** What operators read of deposits from networks. */
import type { NetworkDepositState } from '@pelican/shared/contracts/deposits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

/** Without the fields that are left empty. */
export interface NetworkDepositsFilter {
  state: NetworkDepositState;
  ticker?: string;
  network?: string;
  user?: number;
  hash?: string;
  /** Unix seconds */
  since?: number;
  until?: number;
}

export const networkDepositsQuery = (filter: NetworkDepositsFilter) =>
  infiniteQueryOptions({
    queryKey: [...operatorsKey, 'deposits', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /v2/ops/deposits', { signal, query: { ...filter, before: pageParam ?? undefined, limit: pageRows } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
  });

/** Each look is on record. */
export const networkDepositQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'deposit', id],
    queryFn: ({ signal }) => call('GET /v2/ops/deposits/:id', { params: { id }, signal }),
    ...looked,
  });
