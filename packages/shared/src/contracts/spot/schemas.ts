/** Spot orders and trades on the wire. */
import * as z from 'zod/mini';
import { clientId, listOf, orderSource, paging, pairName, positiveDecimal } from '../common.ts';

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
  /** The worst price that a market order may trade at, when it was given one */
  limit_price: z.optional(z.string()),
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
export const spotTrade = z.object({
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
export type SpotTrade = z.infer<typeof spotTrade>;
const orderOptions = {
  client_id: z.optional(clientId),
  // Only its purpose makes an order a quick swap.
  source: z.optional(orderSource.check(z.refine((source) => source !== 'exchange', 'is the source of quick swaps'))),
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
  /** Nothing trades beyond this price: what cannot be filled within it is not filled. */
  limit_price: z.optional(positiveDecimal),
  /** A quick swap: of people whose KYC allows exchange; TDS is withheld from sales on any market, and the source is "exchange". */
  purpose: z.optional(z.literal('exchange')),
  ...orderOptions,
});
export type PlaceMarketRequest = z.infer<typeof placeMarketRequest>;

/** POST /v2/order/modify: `amount` is the new total with what is filled; what is absent stays. */
export const amendOrderRequest = z
  .object({
    order_id: z.coerce.number().check(z.int(), z.gte(1)),
    price: z.optional(positiveDecimal),
    amount: z.optional(positiveDecimal),
    client_id: z.optional(clientId),
  })
  .check(
    z.refine(({ price, amount }) => price !== undefined || amount !== undefined, {
      path: ['price'],
      message: 'Give a price, an amount or both',
    }),
  );
export type AmendOrderRequest = z.infer<typeof amendOrderRequest>;

const sourceFilter = { source: z.optional(z.union([orderSource, z.literal('')])) };

/** GET /v2/order?pair=&source=&status=&offset=&limit= */
export const openOrdersQuery = z.extend(paging, {
  pair: z.optional(z.union([pairName, z.literal('')])),
  ...sourceFilter,
  status: z.optional(z.enum(['open', 'partially_filled', ''])),
});

/** GET /v2/history: times are Unix seconds. */
export const historyQuery = z.extend(paging, {
  pair: z.optional(z.union([pairName, z.literal('')])),
  side: z.optional(z.enum(['buy', 'sell', ''])),
  start: z.optional(z.coerce.number().check(z.gte(0))),
  end: z.optional(z.coerce.number().check(z.gte(0))),
});
/** GET /v2/order/finished */
export const finishedOrdersQuery = z.extend(historyQuery, {
  ...sourceFilter,
  status: z.optional(z.enum(['filled', 'canceled', ''])),
});
/** GET /v2/order/{id}/deals */
export const orderDealsQuery = paging;
export const orderList = listOf(spotOrder);
export const tradeList = listOf(spotTrade);
/** `net` is of all fills, in money: what the buyer paid or the seller received. */
export const orderDeals = z.extend(tradeList, { net: z.string() });
export const cancelAllResponse = z.object({ status: z.literal('success'), cancelled: z.number() });
