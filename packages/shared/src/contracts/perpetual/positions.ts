/** Perpetual positions and leverage on the wire; units as in orders.ts. */
import * as z from 'zod/mini';
import { listOf, paging, pairName, positiveDecimal, signedDecimal } from '../common.ts';
import { perpetualOrder } from './orders.ts';
import { mode, position } from './terms.ts';

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

/** GET /v3/get-leverages?market= (all markets when absent): defaults 3, 3, 3. */
export const leveragesQuery = z.object({ market: z.optional(z.union([pairName, z.literal('')])) });

export const leverages = z.object({
  result: z.record(z.string(), z.object({ cross: z.string(), isolated_long: z.string(), isolated_short: z.string() })),
});
export type Leverages = z.infer<typeof leverages>;
