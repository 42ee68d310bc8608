/**
 * Margins of positions. Money in 10^-8 USDT. A requirement is never rounded: `requirement8` is it times 10^8, so that it
 * is compared with equity x 10^8; `isLiquidatable` and `marginRatio4` do that.
 */
import type { PositionSide } from '../engine/perpetual/terms.ts';
import { ceilDiv, floorDiv, halfUpDiv, mulCeil, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';
import { feeOf, notionalOf, unrealisedPnl } from './notional.ts';
import { requirementRate, tierOf } from './tiers.ts';

/** notional / leverage, up. */
export function initialMargin(notional: bigint, leverage: number): bigint {
  return ceilDiv(notional, BigInt(leverage));
}

/** (maintenance rate + taker rate) x notional at mark, times 10^8 and so exact. */
export function requirement8(instrument: Instrument, lots: number, markTicks: number): bigint {
  return lots === 0 ? 0n : requirementRate(instrument, lots) * notionalOf(instrument, markTicks, lots);
}

/** notional x maintenance rate, up; for display. */
export function maintenanceMargin(instrument: Instrument, lots: number, markTicks: number): bigint {
  return lots === 0 ? 0n : mulCeil(notionalOf(instrument, markTicks, lots), tierOf(instrument, lots).mmr);
}

/** notional x taker rate, up; for display. */
export function liquidationFee(instrument: Instrument, lots: number, markTicks: number): bigint {
  return feeOf(notionalOf(instrument, markTicks, lots), instrument.takerRate);
}

export interface IsolatedAtMark {
  position: PositionSide;
  lots: number;
  cost: bigint;
  margin: bigint;
  markTicks: number;
}

/** margin + unrealised profit. */
export function isolatedEquity(instrument: Instrument, at: IsolatedAtMark): bigint {
  return at.margin + unrealisedPnl(instrument, at.position, at.cost, at.lots, at.markTicks);
}

/** equity <= requirement, exactly. Of nothing held it is false. */
export function isLiquidatable(equity: bigint, required8: bigint): boolean {
  return required8 > 0n && equity * rateOne <= required8;
}

/** equity / requirement in 10^-4, down; null when nothing is required. */
export function marginRatio4(equity: bigint, required8: bigint): bigint | null {
  return required8 <= 0n ? null : floorDiv(equity * rateOne * 10_000n, required8);
}

/** Unrealised profit over (cost / leverage) in 10^-2 percent, half up. */
export function pnlPercent2(pnl: bigint, cost: bigint, leverage: number): bigint {
  return cost === 0n ? 0n : halfUpDiv(pnl * BigInt(leverage) * 10_000n, cost);
}

/** cost / margin in 10^-2, half up; null without margin. */
export function realLeverage2(cost: bigint, margin: bigint): bigint | null {
  return margin <= 0n ? null : halfUpDiv(cost * 100n, margin);
}
