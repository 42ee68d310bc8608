/** The guard that keeps a closing fill from leaving a debt. Prices in ticks, money in 10^-8 USDT. */
import { PositionSide } from '../engine/perpetual/terms.ts';
import type { Instrument } from './instrument.ts';
import { bankruptcyTicks, type IsolatedPosition } from './isolated.ts';
import { directionOf, feeOf, notionalOf } from './notional.ts';

/** Whether an isolated position may be closed at a price: one no worse than its bankruptcy price. */
export function isolatedGuardAllows(instrument: Instrument, held: IsolatedPosition, ticks: number): boolean {
  const bound = bankruptcyTicks(instrument, held);
  return held.position === PositionSide.long ? ticks >= bound : ticks <= bound;
}

/** Whether a part of a cross position may be closed at a price: the equity that is left, at mark, must not be below zero. */
export function crossGuardAllows(
  instrument: Instrument,
  equity: bigint,
  fill: { position: PositionSide; lots: number; ticks: number; markTicks: number; rate: bigint },
): boolean {
  const gain = directionOf(fill.position) * notionalOf(instrument, fill.ticks - fill.markTicks, fill.lots);
  return equity + gain - feeOf(notionalOf(instrument, fill.ticks, fill.lots), fill.rate) >= 0n;
}
