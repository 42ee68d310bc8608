/** Calls and pushes of the perpetual markets over the socket. */
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
import { anyParams, declareMethods, declarePushes, open, read, success, withSuffix } from '../socket.ts';
import { perpetualOrder } from './orders.ts';
import { openPosition } from './positions.ts';

const prices = { mark_price: z.string(), index_price: z.string() };

/** The figures of spot, and what only a perpetual market has. */
export const perpetualState = z.extend(periodFigures, {
  ...prices,
  /** In coins. */
  open_interest: z.string(),
});
export type PerpetualState = z.infer<typeof perpetualState>;

const markPrice = z.object({ ...prices, time: z.number() });
export type MarkPrice = z.infer<typeof markPrice>;

const fundingRate = z.object({
  /** Fraction of the notional that is exchanged at `current_time`. */
  current_rate: signedDecimal,
  current_time: z.number(),
  next_rate: signedDecimal,
  next_time: z.number(),
  /** Seconds between two settlements. */
  interval: z.number(),
  locked: z.boolean(),
  time: z.number(),
});
export type FundingRate = z.infer<typeof fundingRate>;

/** A row of the list of markets. */
const marketPrices = z.object({
  last: z.string(),
  mark_price: z.string(),
  change: signedDecimal,
  high: z.string(),
  low: z.string(),
  volume: z.string(),
  deal: z.string(),
});
export type MarketPrices = z.infer<typeof marketPrices>;

/** The futures wallet of one asset. All but `balance` move with the mark price. */
const futuresState = z.object({
  /** Backs new isolated orders, added margin and transfers out. */
  available: signedDecimal,
  /** Backs new cross orders. */
  trading_balance: z.string(),
  freeze: z.string(),
  balance: z.string(),
  total_eq: signedDecimal,
  margin: z.string(),
  profit_unreal: signedDecimal,
  seq: z.number(),
});
export type FuturesState = z.infer<typeof futuresState>;

/** As over HTTP, with times in seconds; `finish_reason` repeats `status`. */
const position = z.extend(openPosition, { finish_reason: z.number() });

export const perpetualMethods = {
  ...withSuffix(venueMethods, '_swap'),
  ...figureMethods('market_swap', 'the figures of 24 hours', { params: oneMarket, result: perpetualState }),
  ...figureMethods('mark_price_swap', 'the mark and index price', { params: oneMarket, result: markPrice }),
  ...figureMethods('funding_rate_swap', 'the funding rates', { params: oneMarket, result: fundingRate }),
  ...declareMethods({
    'market_prices_swap.query': {
      ...open,
      summary: 'Prices of these markets, of all',
      params: names,
      result: z.record(z.string(), marketPrices),
    },
    'market_prices_swap.subscribe': {
      ...open,
      summary: 'Push the prices of these markets, of all, once a second those that changed',
      params: names,
      result: success,
    },
    'market_prices_swap.unsubscribe': {
      ...open,
      summary: 'End the pushes of prices',
      params: anyParams,
      result: success,
    },
    'order_swap.query': {
      ...read,
      summary: 'Open orders and algo orders of a market, of all with "", newest first',
      params: z.tuple([z.string(), z.number(), z.number()]),
      result: z.object({ offset: z.number(), limit: z.number(), total: z.number(), records: z.array(perpetualOrder) }),
    },
    'order_swap.subscribe': {
      ...read,
      summary: 'Push own orders of these markets, of all with "*"',
      params: names,
      result: success,
    },
    'order_swap.unsubscribe': { ...read, summary: 'End the pushes of own orders', params: anyParams, result: success },
    'position_swap.query': {
      ...read,
      summary: 'Open positions of these markets, of all',
      params: names,
      result: z.array(position),
    },
    'position_swap.subscribe': {
      ...read,
      summary: 'Push own positions of these markets, of all with "*"',
      params: names,
      result: success,
    },
    'position_swap.unsubscribe': {
      ...read,
      summary: 'End the pushes of own positions',
      params: anyParams,
      result: success,
    },
    'asset_swap.query': {
      ...read,
      summary: 'The futures wallet: these assets, or all',
      params: names,
      result: z.record(z.string(), futuresState),
    },
    'asset_swap.subscribe': {
      ...read,
      summary: 'Push own balances of these assets, of all with "*"',
      params: names,
      result: success,
    },
    'asset_swap.unsubscribe': {
      ...read,
      summary: 'End the pushes of own balances',
      params: anyParams,
      result: success,
    },
  }),
};

export const perpetualPushes = {
  ...withSuffix(venuePushes, '_swap'),
  ...declarePushes({
    'market_swap.update': { summary: 'Figures of 24 hours', params: z.tuple([z.string(), perpetualState]) },
    'mark_price_swap.update': { summary: 'Mark and index price', params: z.tuple([z.string(), markPrice]) },
    'funding_rate_swap.update': { summary: 'Funding rates', params: z.tuple([z.string(), fundingRate]) },
    'market_prices_swap.update': {
      summary: 'Prices that changed, by market',
      params: z.tuple([z.record(z.string(), marketPrices)]),
    },
    'order_swap.update': {
      summary: 'An own order or algo order is new, has changed, has finished',
      params: z.tuple([recordEvents, perpetualOrder]),
    },
    'position_swap.update': {
      summary: 'An own position was opened, has changed, was closed',
      params: z.tuple([recordEvents, position]),
    },
    'asset_swap.update': { summary: 'Own balances that changed', params: z.array(z.record(z.string(), futuresState)) },
  }),
};
