/** Single spot orders and the cancellation of many; no part of the trading screen's first view. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** Prefix for `invalidateQueries` after an order has changed. */
export const orderKey = (id: number) => [privateKey, 'spot', 'order', id] as const;

/** An own order, open or finished. */
export function orderQuery(id: number) {
  return queryOptions({
    queryKey: [...orderKey(id), 'order'],
    queryFn: ({ signal }) => call('GET /v2/order/:id', { params: { id }, signal }),
  });
}

/** The fills of an own order, newest first, with the net of all of them. */
export function orderDealsQuery(id: number, page: { offset: number; limit: number }) {
  return queryOptions({
    queryKey: [...orderKey(id), 'deals', page],
    queryFn: ({ signal }) => call('GET /v2/order/:id/deals', { params: { id }, query: page, signal }),
    placeholderData: keepPreviousData,
  });
}

interface Cancelled {
  cancelled: number;
}

/** Cancels this user's open orders of a pair; '' for those of all pairs. @throws ApiError */
export function cancelOrdersOfPair(pair: string): Promise<Cancelled> {
  return call('DELETE /v2/order/deleteall/:pair', { params: { pair } });
}

/** Cancels this user's open orders that have the coin as stock or as money. @throws ApiError */
export function cancelOrdersOfCoin(coin: string): Promise<Cancelled> {
  return call('DELETE /v2/order/deleteallbycoin/:coin', { params: { coin } });
}
