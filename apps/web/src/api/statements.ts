/** Histories of wallets. */
import type { HistoryKind, WalletName } from '@pelican/shared/contracts/statements';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

const statementsKey = [privateKey, 'statements'] as const;

export interface WalletHistoryFilter {
  /** '' for all kinds, and for all currencies. */
  kind: HistoryKind | '';
  ticker: string;
  /** Unix seconds */
  start?: number;
  end?: number;
  status?: number;
  offset: number;
  limit: number;
}

export const walletHistoryQuery = (filter: WalletHistoryFilter) =>
  queryOptions({
    queryKey: [...statementsKey, 'history', filter],
    queryFn: ({ signal }) => call('GET /v2/profile/wallet-history', { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });

/** Asked for again while it moves: confirmations come without a push. */
export const walletRecordQuery = (kind: HistoryKind, id: string) =>
  queryOptions({
    queryKey: [...statementsKey, 'record', kind, id],
    queryFn: ({ signal }) =>
      call('GET /v2/profile/wallet-history/:kind/:id', { params: { kind, id: Number(id) }, signal }),
    refetchInterval: ({ state }) => (state.data?.steps.some((step) => step.state === 'current') ? 5_000 : false),
  });

export const movementsQuery = (wallet: WalletName, ticker: string) =>
  infiniteQueryOptions({
    queryKey: [...statementsKey, 'movements', wallet, ticker],
    queryFn: ({ signal, pageParam }) =>
      call('GET /v2/profile/movements', {
        query: { wallet, ticker, ...(pageParam === '' ? {} : { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled: ticker !== '',
  });
