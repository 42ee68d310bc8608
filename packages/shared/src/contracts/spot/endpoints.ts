/** Calls of spot trading: orders and history. */
import * as z from 'zod/mini';
import { pairName, ticker } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

const read = { access: 'read', tag: 'spot' } as const;
const history = { ...read, limits: { rows: 'page' } } as const;
const trade = { access: 'trade', tag: 'spot' } as const;
/** Digits alone: 6196.0 and 0x1834 are no other names of 6196. */
const orderId = z.pipe(z.string().check(z.regex(/^\d{1,16}$/, 'Unknown order')), z.coerce.number());
const orderParams = z.object({ id: orderId });
const pairParams = z.object({ pair: pairName });
const refusals = [
  'unknown_pair',
  'market_closed',
  'wrong_step',
  'out_of_range',
  'amount_too_small',
  'amount_too_large',
  'total_too_small',
  'price_too_high',
  'outside_band',
  'would_take',
  'cannot_fill',
  'empty_book',
  'insufficient_balance',
  'too_many_open_orders',
  'repeated_with_other_content',
  'kyc_required',
  'region_barred',
  'too_many_requests',
  'overloaded',
  'trading_paused',
  'outcome_unknown',
] as const;

export const spotOrderEndpoints = declareEndpoints({
  'POST /v2/order': {
    ...trade,
    summary: 'Place a limit order',
    description: 'A repeat with the same client_id answers the first order.',
    body: contract.placeLimitRequest,
    response: contract.spotOrder,
    errors: refusals,
  },
  'POST /v2/order/put_market': {
    ...trade,
    summary: 'Place a market order',
    description:
      'The amount of a buy is money, of a sell stock, unless amount_type says otherwise. Nothing trades beyond limit_price. The purpose exchange is that of the quick swap.',
    body: contract.placeMarketRequest,
    response: contract.spotOrder,
    errors: [...refusals, 'quick_swap_paused'],
  },
  'POST /v2/order/modify': {
    ...trade,
    summary: 'Change price or amount of an open order',
    description:
      'amount is the new total with what is filled; what is absent stays. The order keeps its id. A smaller amount at the same price keeps its place in the queue; any other change puts the order behind those of its price, at the fees of the day, and may trade at once. A refused change leaves the order as it was. A repeat with the same client_id answers the first change.',
    body: contract.amendOrderRequest,
    response: contract.spotOrder,
    errors: [
      'order_not_found',
      'size_below_filled',
      'market_closed',
      'wrong_step',
      'out_of_range',
      'amount_too_small',
      'amount_too_large',
      'total_too_small',
      'price_too_high',
      'would_take',
      'insufficient_balance',
      'repeated_with_other_content',
      'kyc_required',
      'region_barred',
      'too_many_requests',
      'overloaded',
      'trading_paused',
      'outcome_unknown',
    ],
  },
  'GET /v2/order': {
    ...read,
    summary: 'Open orders, newest first',
    query: contract.openOrdersQuery,
    response: contract.orderList,
  },
  'DELETE /v2/order/:id': {
    ...trade,
    summary: 'Cancel an order',
    params: orderParams,
    response: contract.spotOrder,
    errors: ['order_not_found'],
  },
  'DELETE /v2/order/deleteall': {
    ...trade,
    summary: 'Cancel all open orders',
    response: contract.cancelAllResponse,
  },
  'DELETE /v2/order/deleteall/:pair': {
    ...trade,
    summary: 'Cancel all open orders of a pair, or all with a blank pair',
    params: z.object({ pair: z.union([pairName, z.literal('')]) }),
    response: contract.cancelAllResponse,
    errors: ['unknown_pair'],
  },
  'DELETE /v2/order/deleteallbycoin/:coin': {
    ...trade,
    summary: 'Cancel all open orders that have the coin as stock or as money',
    params: z.object({ coin: ticker }),
    response: contract.cancelAllResponse,
    errors: ['unknown_asset'],
  },
});

export const spotHistoryEndpoints = declareEndpoints({
  'GET /v2/order/finished': {
    ...history,
    summary: 'Finished orders, newest first',
    query: contract.finishedOrdersQuery,
    response: contract.orderList,
  },
  'GET /v2/order/:id': {
    ...read,
    summary: 'An own order, open or finished',
    params: orderParams,
    response: contract.spotOrder,
    errors: ['order_not_found'],
  },
  'GET /v2/order/:id/deals': {
    ...history,
    summary: 'The fills of an own order, newest first',
    params: orderParams,
    query: contract.orderDealsQuery,
    response: contract.orderDeals,
    errors: ['order_not_found'],
  },
  'GET /v2/history': {
    ...history,
    summary: 'Own trades, newest first',
    query: contract.historyQuery,
    response: contract.tradeList,
  },
  'GET /v2/history/:pair': {
    ...history,
    summary: 'Own trades of a pair, newest first',
    params: pairParams,
    query: contract.historyQuery,
    response: contract.tradeList,
    errors: ['unknown_pair'],
  },
});
