/**
 * Perpetual swaps on the wire. Over HTTP times are Unix milliseconds, on the socket seconds with fraction. Sizes: `sz` in
 * contracts, `amount` in coins; money in USDT; all decimal strings. A fee paid is negative.
 */
import * as z from 'zod/mini';
import { listOf, paging, pairName, positiveDecimal, signedDecimal } from './common.ts';

export const mode = z.enum(['cross', 'isolated']);
export const side = z.enum(['buy', 'sell']);
export const position = z.enum(['long', 'short']);
export const orderType = z.enum(['limit', 'market', 'post_only', 'ioc', 'fok']);
export const algoType = z.enum(['conditional', 'oco', 'trigger']);
export const priceSource = z.enum(['last', 'index', 'mark']);
export const selfTrade = z.enum(['cancel_maker', 'cancel_taker', 'cancel_both']);
export const orderStatus = z.enum(['live', 'partially_filled', 'filled', 'canceled', 'closed']);
export const algoStatus = z.enum([
  'pause',
  'live',
  'partially_effective',
  'effective',
  'filled',
  'order_failed',
  'canceled',
]);
/** Of orders and algos together: the specification's four groups are picks of these. */
export const anyStatus = z.enum([
  ...orderStatus.options,
  ...algoStatus.options.filter((one) => one !== 'live' && one !== 'filled' && one !== 'canceled'),
]);

const clientId = z.string().check(z.regex(/^[A-Za-z0-9_.:-]{1,36}$/, 'Up to 36 letters, digits and _ . : -'));
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
  /** Of type trigger: where it fires; `price` is then its order's price ("-1" or none: market). */
  trigger_price: z.optional(positiveDecimal),
  trigger_px_type: z.optional(priceSource),
  client_id: z.optional(clientId),
  source: z.optional(z.string().check(z.regex(/^[A-Za-z0-9 ._-]{1,31}$/))),
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
  /** Of an algo: its children's average price and filled size, and which leg fired ("", tp, sl). */
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

/** POST /v3/close-position */
export const closePositionRequest = z.object({ market: pairName, mode, position });
export const closePositionResponse = z.object({
  closed_sz: z.string(),
  remaining: z.string(),
  /** "" when it is closed, else why something is left. */
  reason: z.string(),
  order: z.nullable(perpetualOrder),
});
export type ClosePositionResponse = z.infer<typeof closePositionResponse>;

/** POST /v3/profile/margin-balance-adjustment: answers the position as it is then. */
export const marginAdjustmentRequest = z.object({
  market: pairName,
  position,
  type: z.enum(['add', 'reduce']),
  amount: positiveDecimal,
});

/** POST /v3/set-leverage. `dry_run` answers what would change; the confirmed call carries the version shown. */
export const setLeverageRequest = z.object({
  market: pairName,
  mode,
  position: z.optional(position),
  leverage: z.coerce.number().check(z.int(), z.gte(1), z.lte(1000)),
  dry_run: z.optional(z.boolean()),
  position_version: z.optional(z.number()),
});
export const setLeverageResponse = z.object({
  market: z.string(),
  mode,
  position: z.nullable(position),
  leverage: z.string(),
  /** Margin that moves into the position (negative: out of it). */
  margin_change: signedDecimal,
  liq_price_before: z.string(),
  liq_price_after: z.string(),
  position_version: z.number(),
});
export type SetLeverageResponse = z.infer<typeof setLeverageResponse>;

/** An open position; figures by the mark price. "" where a price does not exist. */
export const openPosition = z.object({
  position_id: z.number(),
  market: z.string(),
  mode,
  position,
  /** 1 short, 2 long: the socket family's code. */
  side: z.number(),
  sz: z.string(),
  amount: z.string(),
  /** What plain closing orders leave to be closed. */
  avail_sz: z.string(),
  leverage: z.string(),
  real_leverage: z.string(),
  open_price: z.string(),
  break_even_price: z.string(),
  mark_price: z.string(),
  liq_price: z.string(),
  bankruptcy_price: z.string(),
  margin: z.string(),
  maintenance_margin: z.string(),
  /** Equity over requirement; "" when there is nothing to require. */
  margin_ratio: z.string(),
  profit_unreal: signedDecimal,
  profit_unreal_percent: signedDecimal,
  profit_real: signedDecimal,
  fee: signedDecimal,
  funding: signedDecimal,
  /** The most that may be taken out of an isolated position. */
  max_reducible: z.string(),
  adl: z.number(),
  is_liquidating: z.boolean(),
  /** The specification's 1 to 5; 0 while nothing was closed. */
  status: z.number(),
  version: z.number(),
  ctime: z.number(),
  mtime: z.number(),
  seq: z.number(),
});
export type OpenPosition = z.infer<typeof openPosition>;
export const openPositions = z.object({ result: z.array(openPosition) });

/** GET /v3/position-history: one row a finished life (and one of each that is open and was partly closed). */
export const positionRecord = z.object({
  position_id: z.number(),
  market: z.string(),
  mode,
  position,
  /** Opened, Closed */
  status: z.enum(['Opened', 'Closed']),
  /** 1 Partially Closed, 2 Closed, 3 Liquidation, 4 Partial liquidation, 5 ADL */
  code: z.number(),
  leverage: z.string(),
  open_price: z.string(),
  close_price: z.string(),
  max_sz: z.string(),
  closed_sz: z.string(),
  open_time: z.number(),
  close_time: z.nullable(z.number()),
  pnl: signedDecimal,
  fee: signedDecimal,
  funding: signedDecimal,
  liquidation: signedDecimal,
  realised_pnl: signedDecimal,
  pnl_percent: signedDecimal,
});
export type PositionRecord = z.infer<typeof positionRecord>;
export const positionHistoryQuery = z.extend(paging, { market: z.optional(z.union([pairName, z.literal('')])) });
export const positionHistory = listOf(positionRecord);

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

/** GET /v3/derivatives/markets: the swap market list. */
export const swapMarket = z.object({
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
export type SwapMarket = z.infer<typeof swapMarket>;
export const swapMarkets = z.object({ result: z.array(swapMarket) });

/** GET /v3/get-leverages?market= (all markets when absent): defaults 3, 3, 3. */
export const leveragesQuery = z.object({ market: z.optional(z.union([pairName, z.literal('')])) });
export const leverages = z.object({
  result: z.record(z.string(), z.object({ cross: z.string(), isolated_long: z.string(), isolated_short: z.string() })),
});
export type Leverages = z.infer<typeof leverages>;

/** GET /v3/futures-quiz: the five questions; POST /v3/futures-quiz {answers: one index a question}. */
export const quiz = z.object({
  passed: z.boolean(),
  questions: z.array(z.object({ id: z.string(), question: z.string(), answers: z.array(z.string()) })),
});
export type Quiz = z.infer<typeof quiz>;
export const quizRequest = z.object({ answers: z.record(z.string(), z.coerce.number().check(z.int(), z.gte(0))) });
export const quizResponse = z.object({ passed: z.boolean(), wrong: z.array(z.string()) });

/** GET /v3/profile/futures-balance: one row an asset that futures wallets hold. */
export const futuresBalance = z.object({
  ticker: z.string(),
  futures_balance: z.string(),
  futures_available: signedDecimal,
  futures_freeze: z.string(),
  futures_total_eq: signedDecimal,
  futures_tradingBalance: z.string(),
  /** Sum of isolated margin and cross initial margin; unrealised profit of all positions. */
  margin: z.string(),
  profit_unreal: signedDecimal,
  seq: z.number(),
});
export type FuturesBalance = z.infer<typeof futuresBalance>;
export const futuresBalances = z.object({ result: z.array(futuresBalance) });

/** GET /v3/funding-history?market=: settled rates, newest first. Public. */
export const fundingQuery = z.extend(paging, { market: z.optional(z.union([pairName, z.literal('')])) });
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

/** POST /v2/ops/index, operators only: sets the demo's simulated index, which holds still for `hold` seconds and then walks on. */
export const setIndexRequest = z.object({
  market: pairName,
  price: positiveDecimal,
  hold: z.optional(z.coerce.number().check(z.int(), z.gte(0), z.lte(86_400))),
});
export const setIndexResponse = z.object({ market: z.string(), price: z.string(), hold: z.number() });
export type SetIndexResponse = z.infer<typeof setIndexResponse>;

const ownRecordsQuery = z.extend(paging, { market: z.optional(z.union([pairName, z.literal('')])) });

/** GET /v3/funding-payments?offset=&limit=&market= : what positions of this person paid or received, newest first. */
export const fundingPaymentsQuery = ownRecordsQuery;
export const fundingPayment = z.object({
  id: z.number(),
  time: z.number(),
  market: z.string(),
  mode,
  position,
  position_id: z.number(),
  /** Fraction; positive: longs pay shorts. */
  rate: signedDecimal,
  sz: z.string(),
  notional: z.string(),
  /** Above zero was received. */
  amount: signedDecimal,
});
export type FundingPayment = z.infer<typeof fundingPayment>;
export const fundingPayments = listOf(fundingPayment);

export const liquidationStage = z.enum([
  'orders_canceled',
  'started',
  'netted',
  'reduced',
  'taken_over',
  'recovered',
  'deleveraged',
]);
/**
 * GET /v3/liquidations?offset=&limit=&market= : the receipts of what liquidation and deleveraging did, step by step,
 * newest first. `position_id` 0 (and market "") where the whole cross account is meant.
 */
export const liquidationsQuery = ownRecordsQuery;
export const liquidationReceipt = z.object({
  id: z.number(),
  time: z.number(),
  stage: liquidationStage,
  market: z.string(),
  mode,
  position,
  position_id: z.number(),
  mark_price: z.string(),
  index_price: z.string(),
  /** Equity over requirement at that moment; "" of a deleveraging. */
  margin_ratio: z.string(),
  /** Of a deleveraging the price it was closed at. */
  bankruptcy_price: z.string(),
  sz: z.string(),
  pnl: signedDecimal,
  fee: signedDecimal,
  /** What the insurance fund received. */
  fund_amount: signedDecimal,
});
export type LiquidationReceipt = z.infer<typeof liquidationReceipt>;
export const liquidationReceipts = listOf(liquidationReceipt);
