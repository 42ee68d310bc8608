/** Calls and pushes of spot over the socket: public figures, orders and the trade wallet. */
import * as z from 'zod/mini';
import { signedDecimal } from '../common.ts';
import {
  figureMethods,
  names,
  oneMarket,
  periodFigures,
  recordEvents,
  venueMethods,
  venuePushes,
} from '../markets/socket.ts';
import { anyParams, declareMethods, declarePushes, open, read, success, trade } from '../socket.ts';
import { spotOrder } from './schemas.ts';

const page = { offset: z.number(), limit: z.number() };
const tradeBalance = z.object({ available: z.string(), freeze: z.string(), seq: z.number() });
export type TradeBalance = z.infer<typeof tradeBalance>;

/** A change of the trade wallet. */
const walletChange = z.object({
  time: z.number(),
  asset: z.string(),
  business: z.string(),
  change: signedDecimal,
  /** Available and frozen together, after the change. */
  balance: z.string(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])),
});

/** What a client may add to an order. */
const options = z.optional(z.nullable(z.looseObject({})));
const side = z.literal([1, 2]);
const decimal = z.union([z.string(), z.number()]);

export const spotMethods = {
  ...venueMethods,
  ...figureMethods('price', 'the last price', { params: oneMarket, result: z.string() }),
  ...figureMethods('state', 'the figures of a period', {
    params: z.tuple([z.string(), z.number()]),
    result: periodFigures,
  }),
  ...declareMethods({
    'heartbeat.subscribe': { ...open, summary: 'Push the time each second', params: anyParams, result: success },
    'heartbeat.unsubscribe': { ...open, summary: 'End the pushes of the time', params: anyParams, result: success },
    'order.query': {
      ...read,
      summary: 'Open orders of a market, of all with "", newest first',
      params: z.tuple([z.string(), z.number(), z.number()]),
      result: z.object({ ...page, total: z.number(), records: z.array(spotOrder) }),
    },
    'order.history': {
      ...read,
      summary: 'Finished orders: market, start, end, offset, limit, side',
      params: z.tuple([z.string(), z.number(), z.number(), z.number(), z.number(), z.literal([0, 1, 2])]),
      result: z.object({ ...page, total: z.number(), records: z.array(spotOrder) }),
    },
    'order.subscribe': {
      ...read,
      summary: 'Push own orders of these markets, of all with "*"',
      params: names,
      result: success,
    },
    'order.unsubscribe': { ...read, summary: 'End the pushes of own orders', params: anyParams, result: success },
    'order.put_limit': {
      ...trade,
      summary: 'Place a limit order: market, side, amount, price, options',
      params: z.tuple([z.string(), side, decimal, decimal, options]),
      result: spotOrder,
    },
    'order.put_market': {
      ...trade,
      summary: 'Place a market order: market, side, amount, options',
      params: z.tuple([z.string(), side, decimal, options]),
      result: spotOrder,
    },
    'order.modify': {
      ...trade,
      summary: 'Change an order: market or "", id, { price, amount, client_id }',
      params: z.tuple([z.string(), z.number(), z.looseObject({})]),
      result: spotOrder,
    },
    'order.cancel': {
      ...trade,
      summary: 'Cancel an order: market or "", id',
      params: z.tuple([z.string(), z.number()]),
      result: spotOrder,
    },
    'order.cancel_all': {
      ...trade,
      summary: 'Cancel all open orders, or those of a market',
      params: z.union([z.tuple([]), z.tuple([z.string()])]),
      result: z.object({ status: z.literal('success'), cancelled: z.number() }),
    },
    'order.batch': {
      ...trade,
      summary: 'Up to 20 calls of put_limit, put_market, modify and cancel, run in their order',
      params: z.array(z.tuple([z.string(), z.array(z.unknown())])),
      result: z.array(
        z.object({ error: z.nullable(z.looseObject({ code: z.number() })), result: z.nullable(spotOrder) }),
      ),
    },
    'asset.query': {
      ...read,
      summary: 'The trade wallet: these assets, or all',
      params: names,
      result: z.record(z.string(), tradeBalance),
    },
    'asset.history': {
      ...read,
      summary: 'Movements of the trade wallet: asset, business, start, end, offset, limit',
      params: z.tuple([z.string(), z.string(), z.number(), z.number(), z.number(), z.number()]),
      result: z.object({ ...page, records: z.array(walletChange) }),
    },
    'asset.subscribe': {
      ...read,
      summary: 'Push own balances of these assets, of all with "*"',
      params: names,
      result: success,
    },
    'asset.unsubscribe': { ...read, summary: 'End the pushes of own balances', params: anyParams, result: success },
  }),
};

/** The fill that caused a push of its order. */
const lastTrade = z.object({
  id: z.number(),
  price: z.string(),
  amount: z.string(),
  fee: z.string(),
  /** 1 maker, 2 taker */
  role: z.number(),
  time: z.number(),
});

export const spotPushes = {
  ...venuePushes,
  ...declarePushes({
    'price.update': { summary: 'The last price', params: z.tuple([z.string(), z.string()]) },
    'state.update': { summary: 'Figures of 24 hours', params: z.tuple([z.string(), periodFigures]) },
    'heartbeat.update': { summary: 'The time, each second', params: z.tuple([z.number()]) },
    'order.update': {
      summary: 'An own order rests, was filled in part, has finished',
      params: z.tuple([recordEvents, z.extend(spotOrder, { last_deal: z.optional(lastTrade) })]),
    },
    'asset.update': { summary: 'Own balances that changed', params: z.array(z.record(z.string(), tradeBalance)) },
  }),
};
