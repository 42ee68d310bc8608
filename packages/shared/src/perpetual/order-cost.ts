/** What an opening order freezes. The same function decides in the engine and shows the cost in the form. */
import { OrderKind, PositionSide } from '../engine/perpetual/terms.ts';
import { maxOf } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { initialMargin } from './margin.ts';
import { directionOf, feeOf, notionalOf } from './notional.ts';

/** The two prices of the cost: what the notional is taken at, and the worst price of a fill. */
export interface FreezePrices {
  freezeTicks: number;
  worstTicks: number;
}

export interface OrderCost extends FreezePrices {
  notional: bigint;
  initialMargin: bigint;
  fee: bigint;
  /** The loss that the position would have at once if it were filled at the worst price. */
  openLoss: bigint;
  /** Initial margin + fee + opening loss: what is frozen, 10^-8 USDT. */
  cost: bigint;
}

/** The fee rate that an order's cost counts with: the taker's; of post-only the maker's, a rebate counting as none. */
export function freezeRate(instrument: Instrument, type: OrderKind): bigint {
  return type === OrderKind.postOnly ? maxOf(0n, instrument.makerRate) : instrument.takerRate;
}

/**
 * Prices of an order with a limit. A short fills at its price or higher, and its margin is taken at mark: so it counts
 * with the highest of price, mark and best bid. `bestBidTicks` 0: no bid, or an order that rests already.
 */
export function limitFreeze(
  position: PositionSide,
  priceTicks: number,
  markTicks: number,
  bestBidTicks: number,
): FreezePrices {
  const freezeTicks = position === PositionSide.long ? priceTicks : Math.max(priceTicks, markTicks, bestBidTicks);
  return { freezeTicks, worstTicks: priceTicks };
}

/** Prices of a market order that reaches as deep as `deepestTicks` (see `marketWalk`). */
export function marketFreeze(
  position: PositionSide,
  deepestTicks: number,
  markTicks: number,
  bestBidTicks: number,
): FreezePrices {
  const freezeTicks = position === PositionSide.long ? deepestTicks : Math.max(bestBidTicks, markTicks);
  return { freezeTicks, worstTicks: deepestTicks };
}

/** The cost of an opening order, or of what is left of it: initial margin and fee at one price, and the opening loss. */
export function orderCost(
  instrument: Instrument,
  order: FreezePrices & {
    position: PositionSide;
    leverage: number;
    lots: number;
    markTicks: number;
    /** See `freezeRate`. */
    rate: bigint;
  },
): OrderCost {
  const { freezeTicks, worstTicks, lots } = order;
  const notional = notionalOf(instrument, freezeTicks, lots);
  const margin = initialMargin(notional, order.leverage);
  const fee = feeOf(notional, order.rate);
  const gap = directionOf(order.position) * notionalOf(instrument, worstTicks - order.markTicks, lots);
  const openLoss = maxOf(0n, gap);
  return { freezeTicks, worstTicks, notional, initialMargin: margin, fee, openLoss, cost: margin + fee + openLoss };
}

export interface BookLevel {
  ticks: number;
  lots: number;
}

export interface MarketWalk {
  /** What can be filled. */
  lots: number;
  notional: bigint;
  /** The last price reached; 0 when nothing can be filled. */
  deepestTicks: number;
}

/**
 * How far a taker of `lots` gets in the levels of the other side, best first. `boundTicks` is the last price allowed (a
 * buy stops above, a sell below it); null: none.
 */
export function marketWalk(
  instrument: Instrument,
  levels: Iterable<BookLevel>,
  lots: number,
  bound: { position: PositionSide; boundTicks: number | null },
): MarketWalk {
  const walk: MarketWalk = { lots: 0, notional: 0n, deepestTicks: 0 };
  const direction = bound.position === PositionSide.long ? 1 : -1;
  for (const level of levels) {
    const isBeyond = bound.boundTicks !== null && direction * (level.ticks - bound.boundTicks) > 0;
    if (walk.lots >= lots || isBeyond) break;
    const taken = Math.min(level.lots, lots - walk.lots);
    if (taken <= 0) continue;
    walk.lots += taken;
    walk.notional += notionalOf(instrument, level.ticks, taken);
    walk.deepestTicks = level.ticks;
  }
  return walk;
}
