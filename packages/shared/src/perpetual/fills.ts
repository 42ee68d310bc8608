/** What a fill does to a position and to its owner's cash. Money in 10^-8 USDT; each function only computes. */
import { MarginMode, PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, floorDiv, minOf } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { initialMargin } from './margin.ts';
import { directionOf, feeOf, notionalOf } from './notional.ts';

export interface OpenFill {
  notional: bigint;
  /** Charged; below zero: a rebate. */
  fee: bigint;
  /** Goes from cash into the position's margin; 0 in cross mode. */
  margin: bigint;
  /** What the owner's cash changes by: -(margin + fee). */
  cashDelta: bigint;
}

/** An opening fill: the notional joins the entry cost. `rate` is the fee rate of the owner's role in this trade, 10^-8. */
export function openFill(
  instrument: Instrument,
  fill: { mode: MarginMode; ticks: number; lots: number; leverage: number; rate: bigint },
): OpenFill {
  const notional = notionalOf(instrument, fill.ticks, fill.lots);
  const fee = feeOf(notional, fill.rate);
  const margin = fill.mode === MarginMode.isolated ? initialMargin(notional, fill.leverage) : 0n;
  return { notional, fee, margin, cashDelta: -(margin + fee) };
}

export interface HeldPosition {
  mode: MarginMode;
  position: PositionSide;
  lots: number;
  cost: bigint;
  /** 0 in cross mode. */
  margin: bigint;
}

export interface CloseFill {
  notional: bigint;
  costRemoved: bigint;
  pnl: bigint;
  fee: bigint;
  /** The closed part's share of the margin. */
  released: bigint;
  /** What the owner's cash changes by. */
  cashDelta: bigint;
  lotsAfter: number;
  costAfter: bigint;
  marginAfter: bigint;
}

/**
 * A closing fill of `closeLots` of a position. The cost removed is a share of the entry cost, rounded so that the rest
 * keeps the dust (long up, short down). Isolated: what released + pnl - fee is below zero (rounding, at most 3 units while
 * the price is no worse than the bankruptcy price) comes out of the margin that remains, as far as it goes.
 */
export function closeFill(
  instrument: Instrument,
  held: HeldPosition,
  fill: { lots: number; ticks: number; rate: bigint },
): CloseFill {
  const notional = notionalOf(instrument, fill.ticks, fill.lots);
  const costRemoved = costShare(held, fill.lots);
  const pnl = directionOf(held.position) * (notional - costRemoved);
  const fee = feeOf(notional, fill.rate);
  const released = marginShare(held, fill.lots);
  const sum = released + pnl - fee;
  const remaining = held.mode === MarginMode.isolated ? held.margin - released : 0n;
  const fromMargin = held.mode === MarginMode.isolated && sum < 0n ? minOf(-sum, remaining) : 0n;
  return {
    notional,
    costRemoved,
    pnl,
    fee,
    released,
    cashDelta: sum + fromMargin,
    lotsAfter: held.lots - fill.lots,
    costAfter: held.cost - costRemoved,
    marginAfter: remaining - fromMargin,
  };
}

/** The entry cost that a closed part takes with it. */
export function costShare(held: { position: PositionSide; lots: number; cost: bigint }, lots: number): bigint {
  if (lots === held.lots) return held.cost;
  const share = held.position === PositionSide.long ? ceilDiv : floorDiv;
  return share(held.cost * BigInt(lots), BigInt(held.lots));
}

function marginShare(held: HeldPosition, lots: number): bigint {
  if (held.mode === MarginMode.cross) return 0n;
  return lots === held.lots ? held.margin : floorDiv(held.margin * BigInt(lots), BigInt(held.lots));
}
