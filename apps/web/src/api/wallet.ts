/** Balances and moves between the user's own wallets. */
import type { AnyTransferRequest, Balance, BalanceResponse, TransferResponse } from '@pelican/shared/contracts/wallet';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const balancesKey = [privateKey, 'balances'] as const;

export interface Balances {
  list: Balance[];
  byTicker: Map<string, Balance>;
  totalInr: string;
  /** Undefined from an API process of the release before. */
  totalUsd: string | undefined;
}

function balancesOf(response: BalanceResponse): Balances {
  return {
    list: response.result,
    byTicker: new Map(response.result.map((balance) => [balance.ticker, balance])),
    totalInr: response.totalInrVal,
    totalUsd: response.totalUsdVal,
  };
}

export const balancesQuery = queryOptions({
  queryKey: balancesKey,
  queryFn: ({ signal }) => call('GET /v3/profile/balance', { signal }),
  select: balancesOf,
});

/**
 * Moves money between main, trade and futures.
 * @param idempotencyKey the same for every try of one transfer, so that it happens once
 * @throws ApiError
 */
export function transfer(request: AnyTransferRequest, idempotencyKey: string): Promise<TransferResponse> {
  return call('POST /v2/profile/balance-transfer', { body: request, idempotencyKey });
}
