/**
 * The three prices of one position with its own margin, in ticks. Each inequality that defines them compares whole units of
 * money on one side, so the rounded fee of the definition and the plain rate of the closed form give the same tick.
 */
import { PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, floorDiv, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { notionalPerTick } from './notional.ts';
import { requirementRate } from './tiers.ts';

export interface IsolatedPosition {
  position: PositionSide;
  lots: number;
  /** Entry cost, 10^-8 USDT. */
  cost: bigint;
  margin: bigint;
}

/** The first mark on the grid at which equity <= requirement; null when there is none above zero. */
export function liquidationTicks(instrument: Instrument, held: IsolatedPosition): number | null {
  if (held.lots === 0) return null;
  const perTick = notionalPerTick(instrument, held.lots);
  const rate = requirementRate(instrument, held.lots);
  const ticks =
    held.position === PositionSide.long
      ? floorDiv((held.cost - held.margin) * rateOne, perTick * (rateOne - rate))
      : ceilDiv((held.cost + held.margin) * rateOne, perTick * (rateOne + rate));
  return ticks > 0n ? Number(ticks) : null;
}

/**
 * The worst price at which the position can be closed, taker fee included, without a debt: margin + pnl - fee >= 0.
 * Long: the lowest such tick, at least 1. Short: the highest.
 */
export function bankruptcyTicks(instrument: Instrument, held: IsolatedPosition): number {
  const ticks = ticksThatCover(instrument, held, held.margin);
  return ticks > 0n ? Number(ticks) : 1;
}

export interface RealisedPosition {
  position: PositionSide;
  lots: number;
  cost: bigint;
  /** Profits less fees less funding paid so far, opening fees included. */
  realised: bigint;
}

/**
 * The price at which closing everything as a taker leaves the position's life at zero or better. Long: the lowest such
 * tick, at least 1. Short: the highest; null when there is none.
 */
export function breakEvenTicks(instrument: Instrument, held: RealisedPosition): number | null {
  if (held.lots === 0) return null;
  const ticks = ticksThatCover(instrument, held, held.realised);
  if (ticks > 0n) return Number(ticks);
  return held.position === PositionSide.long ? 1 : null;
}

/** The worst tick with direction x (notional - cost) - fee + funds >= 0. */
function ticksThatCover(
  instrument: Instrument,
  held: { position: PositionSide; lots: number; cost: bigint },
  funds: bigint,
): bigint {
  const perTick = notionalPerTick(instrument, held.lots);
  return held.position === PositionSide.long
    ? ceilDiv((held.cost - funds) * rateOne, perTick * (rateOne - instrument.takerRate))
    : floorDiv((held.cost + funds) * rateOne, perTick * (rateOne + instrument.takerRate));
}
