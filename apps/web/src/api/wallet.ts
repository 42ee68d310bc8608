/** Balances and moves between the person's own wallets. */
import type {
  AnyTransferRequest,
  Balance,
  BalanceResponse,
  TransferResponse,
} from '@pelican/shared/contracts/wallet.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';
import { privateKey } from './query-client.ts';

export const balancesKey = [privateKey, 'balances'] as const;

export interface Balances {
  list: Balance[];
  byTicker: Map<string, Balance>;
  totalInr: string;
}

function balancesOf(response: BalanceResponse): Balances {
  return {
    list: response.result,
    byTicker: new Map(response.result.map((balance) => [balance.ticker, balance])),
    totalInr: response.totalInrVal,
  };
}

export const balancesQuery = queryOptions({
  queryKey: balancesKey,
  queryFn: ({ signal }) => api.get<BalanceResponse>('/v3/profile/balance', { signal }),
  select: balancesOf,
});

/** Each pair of wallets has its own call. */
function transferPath({ from, to }: AnyTransferRequest): string {
  if (from !== 'futures' && to !== 'futures') return '/v2/profile/transfer';
  return from === 'trade' || to === 'trade' ? '/v2/profile/transfer-trade-futures' : '/v2/profile/transfer-futures';
}

/**
 * Moves money between main, trade and futures.
 * @param idempotencyKey the same for every try of one transfer, so that it happens once
 * @throws ApiError: insufficient_balance, out_of_range, outcome_unknown
 */
export function transfer(request: AnyTransferRequest, idempotencyKey: string): Promise<TransferResponse> {
  return api.post(transferPath(request), { body: request, idempotencyKey });
}
