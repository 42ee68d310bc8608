/** Spot trading on the wire: orders, deals, markets, fee settings, favourites. */
import * as z from 'zod/mini';
import { listOf, paging, pairName, positiveDecimal, signedDecimal } from './common.ts';

/** The wire's codes. */
export const wireSide = { sell: 1, buy: 2 } as const;
export const wireType = { limit: 1, market: 2 } as const;
export const orderStatus = ['open', 'partially_filled', 'filled', 'canceled', 'rejected'] as const;
export const cancelReason = ['user', 'self_trade', 'immediate_or_cancel', 'market_end', 'market_closed'] as const;

/** One order, the same over HTTP and the socket. Times in seconds with fraction; amounts are decimal strings. */
export const spotOrder = z.object({
  id: z.number(),
  market: z.string(),
  source: z.string(),
  /** 1 limit, 2 market */
  type: z.number(),
  /** 1 sell, 2 buy */
  side: z.number(),
  ctime: z.number(),
  mtime: z.number(),
  ftime: z.optional(z.number()),
  /** "0" for a market order */
  price: z.string(),
  /** In stock; in money when amount_type is "money" */
  amount: z.string(),
  amount_type: z.enum(['stock', 'money']),
  /** Rates, "0.002" */
  taker_fee: z.string(),
  maker_fee: z.string(),
  left: z.string(),
  deal_stock: z.string(),
  deal_money: z.string(),
  deal_fee: z.string(),
  fee_asset: z.string(),
  gst: z.string(),
  tds: z.string(),
  status: z.enum(orderStatus),
  cancel_reason: z.optional(z.enum(cancelReason)),
  client_id: z.optional(z.string()),
  tif: z.enum(['gtc', 'ioc', 'fok']),
  post_only: z.boolean(),
  seq: z.number(),
});
export type SpotOrder = z.infer<typeof spotOrder>;

/** One side of a fill, as its owner sees it. */
export const spotDeal = z.object({
  id: z.number(),
  /** The owner's order. */
  deal_order_id: z.number(),
  market: z.string(),
  side: z.number(),
  /** 1 maker, 2 taker */
  role: z.number(),
  price: z.string(),
  amount: z.string(),
  /** price x amount, as gross_amount */
  deal: z.string(),
  time: z.number(),
  fee: z.string(),
  fee_asset: z.string(),
  gst: z.string(),
  tds: z.string(),
  gross_amount: z.string(),
  /** Money: what the buyer paid or the seller received. */
  net: z.string(),
});
export type SpotDeal = z.infer<typeof spotDeal>;

const clientId = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,36}$/, 'Up to 36 letters, digits and _ . : -'));
const orderOptions = {
  client_id: z.optional(clientId),
  source: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9 ._-]{1,31}$/, 'Up to 31 letters, digits, spaces and . _ -')),
  ),
};

/** POST /v2/order */
export const placeLimitRequest = z.object({
  pair: pairName,
  direction: z.enum(['buy', 'sell']),
  price: positiveDecimal,
  amount: positiveDecimal,
  tif: z.optional(z.enum(['gtc', 'ioc', 'fok'])),
  post_only: z.optional(z.boolean()),
  ...orderOptions,
});
export type PlaceLimitRequest = z.infer<typeof placeLimitRequest>;

/** POST /v2/order/put_market: amount is money for a buy and stock for a sell unless amount_type says otherwise. */
export const placeMarketRequest = z.object({
  pair: pairName,
  direction: z.enum(['buy', 'sell']),
  amount: positiveDecimal,
  amount_type: z.optional(z.enum(['money', 'stock'])),
  ...orderOptions,
});
export type PlaceMarketRequest = z.infer<typeof placeMarketRequest>;

/** GET /v2/order?pair=&offset=&limit= */
export const openOrdersQuery = z.extend(paging, { pair: z.optional(z.union([pairName, z.literal('')])) });
/** GET /v2/order/finished, GET /v2/history: times are Unix seconds. */
export const historyQuery = z.extend(paging, {
  pair: z.optional(z.union([pairName, z.literal('')])),
  side: z.optional(z.enum(['buy', 'sell', ''])),
  start: z.optional(z.coerce.number().check(z.gte(0))),
  end: z.optional(z.coerce.number().check(z.gte(0))),
});
export const orderList = listOf(spotOrder);
export const dealList = listOf(spotDeal);
export const cancelAllResponse = z.object({ status: z.literal('success'), cancelled: z.number() });

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
  /** Of the fee. */
  gst: z.string(),
  /** Withheld from sales and from purchases of users verified in India; "0" where none is. */
  tds: z.string(),
  tds_buy: z.string(),
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

const pairFees = z.object({
  fee: z.string(),
  maker_fee: z.string(),
  taker_fee: z.string(),
  fee_plc: z.string(),
  fee_plc_buy: z.string(),
  gst: z.string(),
  /** Rates withheld from this user's sales and purchases in this market; "0" where none is. */
  tds: z.string(),
  tds_buy: z.string(),
});
/** GET /v2/trade/settings; rates are fractions of the value ("0.002" = 0.2%). */
export const tradeSettings = z.object({
  fee: z.string(),
  fee_plc: z.string(),
  fee_plc_buy: z.string(),
  gst: z.string(),
  isCustomFeeEnabled: z.boolean(),
  coins_fee: z.record(z.string(), pairFees),
});
export type TradeSettings = z.infer<typeof tradeSettings>;

/** POST /v2/settings/customfee: 1 on, 0 off */
export const customFeeRequest = z.object({ customfee: z.literal([0, 1, '0', '1']) });
export const customFeeResponse = z.object({ customfee: z.number() });

export const favoriteRequest = z.object({ pair: pairName });
export const favoritesResponse = z.object({ result: z.array(z.string()) });
