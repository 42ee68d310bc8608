/** Spot markets, currencies and favourites on the wire. */
import * as z from 'zod/mini';
import { pairName, signedDecimal } from '../common.ts';

export const ticker24h = z.object({
  price: z.string(),
  volume: z.string(),
  volumeInMoney: z.string(),
  /** Percent over 24 hours. */
  change: signedDecimal,
  high: z.string(),
  low: z.string(),
});

export const marketListItem = z.object({
  id: z.number(),
  name: z.string(),
  stock: z.string(),
  money: z.string(),
  stock_label: z.string(),
  money_label: z.string(),
  min_amount: z.string(),
  max_amount: z.string(),
  min_total: z.string(),
  price_step: z.string(),
  amount_step: z.string(),
  price_prec: z.number(),
  amount_prec: z.number(),
  maker_fee: z.string(),
  taker_fee: z.string(),
  /** GST on the fee. */
  gst: z.string(),
  /** Withheld from sales and from purchases of users verified in India; "0" where none is. */
  tds: z.string(),
  tds_buy: z.string(),
  /** Withheld from what the same users sell by a quick swap, whatever the market's own setting is. */
  tds_exchange: z.string(),
  /** How far from the best price a market order trades, as a fraction of it; "0" for no such limit. */
  price_band: z.string(),
  is_new: z.boolean(),
  favorite: z.boolean(),
  status: z.string(),
  /** Tabs the market stands in besides its money ticker: alts, fiat, stable */
  groups: z.array(z.string()),
  market: ticker24h,
  /** Closing prices of the last 24 hours, hourly, oldest first: for the small charts. */
  sparkline: z.array(z.string()),
});
export type MarketListItem = z.infer<typeof marketListItem>;

export const currency = z.object({
  currency_id: z.number(),
  ticker: z.string(),
  label: z.string(),
  image: z.string(),
  is_fiat: z.boolean(),
  is_stable: z.boolean(),
  is_top: z.boolean(),
  precision: z.number(),
  display_precision: z.number(),
});

export const marketListResponse = z.object({
  marketList: z.object({ result: z.array(marketListItem) }),
  currenciesMap: z.record(z.string(), currency),
  currenciesImages: z.record(z.string(), z.string()),
  currenciesTopList: z.array(z.string()),
});
export type MarketListResponse = z.infer<typeof marketListResponse>;
export const favoriteRequest = z.object({ pair: pairName });
export const favoritesResponse = z.object({ result: z.array(z.string()) });
