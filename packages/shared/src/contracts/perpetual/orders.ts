/**
 * Perpetual orders and algo orders on the wire. `sz` is in contracts, `amount` in coins, money in USDT; all are decimal
 * strings. Over HTTP times are Unix milliseconds, on the socket seconds with fraction. A fee paid is negative.
 */
import * as z from 'zod/mini';
import { clientId, listOf, orderSource, paging, pairName, positiveDecimal, signedDecimal } from '../common.ts';
import { algoStatus, algoType, mode, orderStatus, orderType, position, priceSource, selfTrade, side } from './terms.ts';

/** An order price, or "-1" for a market order. */
const orderPrice = z.union([
  positiveDecimal,
  z.literal('-1'),
  z.pipe(
    z.literal(-1),
    z.transform(() => '-1' as const),
  ),
]);

/** TP and SL. A leg is there when its trigger price is; its order price defaults to "-1", its source to last (TP) and mark (SL). */
const legs = {
  tp_trigger_price: z.optional(positiveDecimal),
  tp_order_price: z.optional(orderPrice),
  tp_trigger_px_type: z.optional(priceSource),
  sl_trigger_price: z.optional(positiveDecimal),
  sl_order_price: z.optional(orderPrice),
  sl_trigger_px_type: z.optional(priceSource),
};

/**
 * POST /v3/order. `type` decides what is made: a plain order (limit, market, post_only, ioc, fok) or an algo
 * (conditional, oco, trigger). The size is `sz` or `amount`; an algo that closes may leave both out: the whole position.
 */
export const placeRequest = z.object({
  market: pairName,
  mode,
  side,
  position,
  type: z.union([orderType, algoType]),
  price: z.optional(orderPrice),
  sz: z.optional(positiveDecimal),
  amount: z.optional(positiveDecimal),
  reduce_only: z.optional(z.boolean()),
  stp_mode: z.optional(selfTrade),
  ...legs,
  /** For type trigger: where it fires; `price` is then its order's price ("-1" or absent: market). */
  trigger_price: z.optional(positiveDecimal),
  trigger_px_type: z.optional(priceSource),
  client_id: z.optional(clientId),
  source: z.optional(orderSource),
});
export type PlaceRequest = z.infer<typeof placeRequest>;
const id = z.coerce.number().check(z.int(), z.gte(1));

/** In an amendment "0" takes a leg away. */
const amendedTrigger = z.union([positiveDecimal, z.literal('0')]);

const amendedLegs = {
  ...legs,
  tp_trigger_price: z.optional(amendedTrigger),
  sl_trigger_price: z.optional(amendedTrigger),
};

/** POST /v3/order/modify: `sz` (or `amount`) is the new total including what is filled. */
export const amendOrderRequest = z.object({
  market: pairName,
  order_id: id,
  price: z.optional(positiveDecimal),
  sz: z.optional(positiveDecimal),
  amount: z.optional(positiveDecimal),
  cancel_on_fail: z.optional(z.boolean()),
  ...amendedLegs,
});
export type AmendOrderRequest = z.infer<typeof amendOrderRequest>;

/** POST /v3/algo-order/modify: only before it fires. */
export const amendAlgoRequest = z.object({
  market: pairName,
  algo_id: id,
  sz: z.optional(positiveDecimal),
  amount: z.optional(positiveDecimal),
  trigger_price: z.optional(positiveDecimal),
  trigger_order_price: z.optional(orderPrice),
  trigger_px_type: z.optional(priceSource),
  ...amendedLegs,
});
export type AmendAlgoRequest = z.infer<typeof amendAlgoRequest>;
export const cancelOrderRequest = z.object({ market: pairName, order_id: id });
export const cancelAlgoRequest = z.object({ market: pairName, algo_id: id });

/** POST /v3/order/cancel-all, /v3/algo-order/cancel-all: up to ten ids, or the ten oldest of a market or of all. */
export const cancelAllRequest = z.object({
  market: z.optional(z.union([pairName, z.literal('')])),
  ids: z.optional(z.array(id).check(z.minLength(1), z.maxLength(10))),
});

export const cancelAllResponse = z.object({
  canceled: z.array(z.number()),
  failed: z.array(z.object({ id: z.number(), code: z.string() })),
  /** Call again while above zero. */
  remaining: z.number(),
});
export type CancelAllResponse = z.infer<typeof cancelAllResponse>;

/** An order or an algo, the specification's fields; `id` is order_id or algo_id, whichever applies. */
export const perpetualOrder = z.object({
  id: z.number(),
  order_id: z.nullable(z.number()),
  algo_id: z.nullable(z.number()),
  market: z.string(),
  mode,
  side,
  position,
  type: z.union([orderType, algoType]),
  status: z.union([orderStatus, algoStatus]),
  /** Why it ended, or null: user, self_trade, position_reduced, liquidation, ... */
  reason: z.nullable(z.string()),
  leverage: z.string(),
  /** "" for a market order. */
  price: z.string(),
  sz: z.string(),
  amount: z.string(),
  fill_px: z.string(),
  fill_sz: z.string(),
  /** For an algo: its children's average price and filled size, and which leg fired ("", tp, sl). */
  actual_px: z.string(),
  actual_sz: z.string(),
  actual_side: z.string(),
  fee: signedDecimal,
  fee_currency: z.string(),
  pnl: signedDecimal,
  last: z.string(),
  reduce_only: z.boolean(),
  /** "" where there is no such leg. */
  tp_trigger_price: z.string(),
  tp_order_price: z.string(),
  tp_trigger_px_type: z.string(),
  sl_trigger_price: z.string(),
  sl_order_price: z.string(),
  sl_trigger_px_type: z.string(),
  trigger_price: z.string(),
  trigger_px_type: z.string(),
  client_id: z.string(),
  create_time: z.number(),
  update_time: z.number(),
  finish_time: z.nullable(z.number()),
  seq: z.number(),
});
export type PerpetualOrder = z.infer<typeof perpetualOrder>;

/** GET /v3/history-perpetual?offset=&limit=&status=filled,closed&filter=algo|&market= : newest first. */
export const historyQuery = z.extend(paging, {
  /** A comma-separated list; empty: all. */
  status: z.optional(z.string()),
  filter: z.optional(z.enum(['', 'algo'])),
  market: z.optional(z.union([pairName, z.literal('')])),
});
export const orderList = listOf(perpetualOrder);

/** GET /v3/get-max-amounts?pair=&tradeMode= ; sizes in contracts, amounts in coins. Optional price: the limit price meant. */
export const maxAmountsQuery = z.object({ pair: pairName, tradeMode: mode });

export const maxAmounts = z.object({
  maxBuy: z.string(),
  maxSell: z.string(),
  maxBuyAmount: z.string(),
  maxSellAmount: z.string(),
  maxBuyMarket: z.string(),
  maxSellMarket: z.string(),
  maxCloseLong: z.string(),
  maxCloseShort: z.string(),
});
export type MaxAmounts = z.infer<typeof maxAmounts>;
