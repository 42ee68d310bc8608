/** What a size is worth at a price, what a trade of it costs, and what a position gains. Money in 10^-8 USDT. */
import { PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, halfUpDiv, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';

/** +1 for a long position, -1 for a short one. */
export function directionOf(position: PositionSide): 1n | -1n {
  return position === PositionSide.long ? 1n : -1n;
}

/** ticks x lots x unit: exact. */
export function notionalOf(instrument: Instrument, ticks: number, lots: number): bigint {
  return BigInt(ticks) * notionalPerTick(instrument, lots);
}

/** What one tick of price changes the notional of a size by. */
export function notionalPerTick(instrument: Instrument, lots: number): bigint {
  return BigInt(lots) * instrument.unit;
}

/** notional x rate, up: a fee is charged in full, of a rebate (negative rate) the fraction is kept. */
export function feeOf(notional: bigint, rate: bigint): bigint {
  return ceilDiv(notional * rate, rateOne);
}

/** Entry cost over size in coins, as a price in 10^-8, half up; for display only. `cost` may be any sum of notionals. */
export function averagePrice8(instrument: Instrument, cost: bigint, lots: number): bigint {
  return lots === 0 ? 0n : halfUpDiv(cost * instrument.tickSize, notionalPerTick(instrument, lots));
}

/** direction x (notional at mark - entry cost): exact. */
export function unrealisedPnl(
  instrument: Instrument,
  position: PositionSide,
  cost: bigint,
  lots: number,
  markTicks: number,
): bigint {
  return directionOf(position) * (notionalOf(instrument, markTicks, lots) - cost);
}
