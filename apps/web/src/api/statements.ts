/** Histories of wallets. */
import type { HistoryKind, WalletName } from '@pelican/shared/contracts/statements';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything here. */
export const statementsKey = [privateKey, 'statements'] as const;

export interface WalletHistoryFilter {
  /** '' for all kinds, and for all currencies. */
  kind: HistoryKind | '';
  ticker: string;
  /** The key of a payment method. */
  payment_method?: string;
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

/** @param cursor '' for the newest movements, `next` of a page for those before it */
export const movementsQuery = (wallet: WalletName, ticker: string, cursor: string) =>
  queryOptions({
    queryKey: [...statementsKey, 'movements', wallet, ticker, cursor],
    queryFn: ({ signal }) =>
      call('GET /v2/profile/movements', {
        query: { wallet, ticker, ...(cursor === '' ? {} : { cursor }) },
        signal,
      }),
    enabled: ticker !== '',
    placeholderData: keepPreviousData,
  });
