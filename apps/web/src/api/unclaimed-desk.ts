/** What operators read of coins that belong to nobody. */
import type { UnclaimedState } from '@pelican/shared/contracts/deposits';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

export interface UnclaimedFilter {
  state: UnclaimedState;
  /** Key of a network; empty for all. */
  network: string;
  /** Empty for all. */
  ticker: string;
  offset: number;
}

export const unclaimedTransfersQuery = (filter: UnclaimedFilter) =>
  queryOptions({
    queryKey: [...operatorsKey, 'unclaimed-transfers', filter],
    queryFn: ({ signal }) => {
      const { state, network, ticker, offset } = filter;
      const query = { state, offset, limit: pageRows, ...(network && { network }), ...(ticker && { ticker }) };
      return call('GET /v2/ops/unclaimed-transfers', { query, signal });
    },
    refetchInterval: 15_000,
  });

/** Each look is on record. */
export const unclaimedTransferQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'unclaimed-transfer', id],
    queryFn: ({ signal }) => call('GET /v2/ops/unclaimed-transfers/:id', { params: { id }, signal }),
    ...looked,
  });
