/** Spot orders, trades and fees. Times on the wire are seconds. */
import type { PlaceLimitRequest, PlaceMarketRequest, SpotOrder } from '@pelican/shared/contracts/spot';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export interface Page<Item> {
  result: Item[];
  total: number;
  offset: number;
  limit: number;
}

export interface HistoryFilter {
  /** Empty or absent: every market. */
  pair?: string;
  side?: 'buy' | 'sell' | '';
  source?: string;
  /** Of finished orders. */
  status?: 'filled' | 'canceled' | '';
  /** Unix seconds */
  start?: number;
  end?: number;
  offset?: number;
  limit?: number;
}

/** Prefixes for `invalidateQueries` after an order or a fill. */
export const spotKeys = {
  openOrders: [privateKey, 'spot', 'open-orders'] as const,
  finishedOrders: [privateKey, 'spot', 'finished-orders'] as const,
  trades: [privateKey, 'spot', 'trades'] as const,
  settings: [privateKey, 'spot', 'settings'] as const,
};

export interface OpenOrdersFilter {
  pair?: string;
  source?: string;
  status?: 'open' | 'partially_filled' | '';
  offset?: number;
  limit?: number;
}

export function openOrdersQuery(filter: OpenOrdersFilter = {}) {
  return queryOptions({
    queryKey: [...spotKeys.openOrders, filter],
    queryFn: ({ signal }) => call('GET /v2/order', { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function finishedOrdersQuery(filter: HistoryFilter = {}) {
  return queryOptions({
    queryKey: [...spotKeys.finishedOrders, filter],
    queryFn: ({ signal }) => call('GET /v2/order/finished', { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
}

export function tradesQuery(filter: HistoryFilter = {}) {
  return queryOptions({
    queryKey: [...spotKeys.trades, filter],
    queryFn: ({ signal }) => call('GET /v2/history', { query: { ...filter }, signal }),
    placeholderData: keepPreviousData,
  });
}

/** Fee, GST and TDS rates of this user by pair. */
export const tradeSettingsQuery = queryOptions({
  queryKey: spotKeys.settings,
  queryFn: ({ signal }) => call('GET /v2/trade/settings', { signal }),
  staleTime: 60_000,
});

/** @param idempotencyKey becomes the order's client_id unless the request has one @throws ApiError */
export function placeLimit(request: PlaceLimitRequest, idempotencyKey: string): Promise<SpotOrder> {
  return call('POST /v2/order', { body: { client_id: idempotencyKey, source: 'web', ...request } });
}

/** @param idempotencyKey becomes the order's client_id unless the request has one @throws ApiError */
export function placeMarket(request: PlaceMarketRequest, idempotencyKey: string): Promise<SpotOrder> {
  return call('POST /v2/order/put_market', { body: { client_id: idempotencyKey, source: 'web', ...request } });
}

/** @throws ApiError */
export function cancelOrder(id: number): Promise<SpotOrder> {
  return call('DELETE /v2/order/:id', { params: { id } });
}
