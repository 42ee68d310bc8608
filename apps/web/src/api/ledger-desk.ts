/** What operators read of the ledger. Each look is on record where it shows the money of a user. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, pageRows, recordedKey } from './operators.ts';

/** Without the fields that are left empty. */
export interface LedgerFilter {
  account?: string;
  user?: number;
  ticker?: string;
  kind?: string;
  reference?: string;
  /** Unix seconds */
  since?: number;
  until?: number;
}

export const ledgerQuery = (filter: LedgerFilter) =>
  infiniteQueryOptions({
    queryKey: [...recordedKey, 'ledger', filter],
    queryFn: ({ signal, pageParam }) =>
      call('GET /v2/ops/ledger', { signal, query: { ...filter, before: pageParam ?? undefined, limit: pageRows } }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    ...looked,
  });

export const ledgerEntryQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'ledger-entry', id],
    queryFn: ({ signal }) => call('GET /v2/ops/ledger/:id', { params: { id }, signal }),
    ...looked,
  });
