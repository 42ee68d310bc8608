/** Perpetual markets, funding rates and the insurance fund on the wire; units as in orders.ts. */
import * as z from 'zod/mini';
import { listOf, paging, pairName, signedDecimal } from '../common.ts';

export const tier = z.object({ tier: z.number(), max_sz: z.string(), mmr: z.string(), max_leverage: z.string() });

/** GET /v3/derivatives/instruments */
export const instrument = z.object({
  id: z.number(),
  market: z.string(),
  stock: z.string(),
  money: z.string(),
  stock_label: z.string(),
  /** Coins per contract. */
  ct_val: z.string(),
  lot_sz: z.string(),
  min_sz: z.string(),
  tick_sz: z.string(),
  max_limit_sz: z.string(),
  max_market_sz: z.string(),
  maker_fee: z.string(),
  taker_fee: z.string(),
  max_leverage: z.string(),
  funding_interval: z.number(),
  /** open, close_only, stale, halted */
  status: z.string(),
  /** Orders outside are refused; "" before the first index. */
  max_buy_price: z.string(),
  min_sell_price: z.string(),
  tiers: z.array(tier),
});
export type Instrument = z.infer<typeof instrument>;
export const instruments = z.object({ result: z.array(instrument) });

/** GET /v3/derivatives/max-leverages: the highest leverage of each market. */
export const maxLeverages = z.object({ result: z.record(z.string(), z.string()) });

/** GET /v3/derivatives/markets: the perpetual market list. */
export const perpetualListItem = z.object({
  id: z.number(),
  name: z.string(),
  stock: z.string(),
  money: z.string(),
  stock_label: z.string(),
  image: z.string(),
  min_amount: z.string(),
  favorite: z.boolean(),
  price_prec: z.number(),
  amount_prec: z.number(),
  markPrice: z.string(),
  indexPrice: z.string(),
  open_interest: z.string(),
  /** Rates as fractions; times in milliseconds. */
  funding: z.object({
    currentRate: signedDecimal,
    nextRate: signedDecimal,
    currentTime: z.number(),
    nextTime: z.number(),
  }),
  market: z.object({
    price: z.string(),
    volume: z.string(),
    volumeInMoney: z.string(),
    change: signedDecimal,
    high: z.string(),
    low: z.string(),
  }),
  sparkline: z.array(z.string()),
});
export type PerpetualListItem = z.infer<typeof perpetualListItem>;
export const perpetualMarkets = z.object({ result: z.array(perpetualListItem) });

/** The highest offset, since the call is public: nine years of one market. */
const fundingOffsetMax = 10_000;

/** GET /v3/funding-history?market=: settled rates, newest first. Public. */
export const fundingQuery = z.extend(paging, {
  offset: z._default(z.coerce.number().check(z.int(), z.gte(0), z.lte(fundingOffsetMax)), 0),
  market: z.optional(z.union([pairName, z.literal('')])),
});

export const fundingRecord = z.object({
  market: z.string(),
  rate: signedDecimal,
  mark_price: z.string(),
  time: z.number(),
});
export const fundingHistory = listOf(fundingRecord);

/** GET /v3/insurance-fund: public. */
export const insuranceFund = z.object({
  balance: z.string(),
  history: z.array(
    z.object({ balance: z.string(), delta: signedDecimal, reason: z.string(), market: z.string(), time: z.number() }),
  ),
});
