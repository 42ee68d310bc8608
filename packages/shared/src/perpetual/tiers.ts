/** Position tiers: the whole position takes the rates of the tier that its size falls into. */

import { rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';

export interface TierOf {
  /** 0 for the lowest. */
  index: number;
  maxLots: number;
  /** Maintenance margin rate, 10^-8. */
  mmr: bigint;
  maxLeverage: number;
}

/** The tier of a position's size; a size above the last tier's limit stays in the last tier. */
export function tierOf(instrument: Instrument, lots: number): TierOf {
  const found = instrument.tiers.findIndex((tier) => lots <= tier.maxLots);
  return tierAt(instrument, found < 0 ? instrument.tiers.length - 1 : found);
}

/** @throws RangeError when the instrument has no such tier */
export function tierAt(instrument: Instrument, index: number): TierOf {
  const tier = instrument.tiers[index];
  if (!tier) throw new RangeError(`${instrument.name} has no tier ${index}`);
  return { index, maxLots: tier.maxLots, mmr: BigInt(tier.mmr), maxLeverage: tier.maxLeverage };
}

/** The largest position (with its pending opening orders) that a leverage allows, in lots; 0 when no tier allows it. */
export function tierMaxLots(instrument: Instrument, leverage: number): number {
  return instrument.tiers.reduce((max, tier) => (tier.maxLeverage >= leverage ? Math.max(max, tier.maxLots) : max), 0);
}

/** The highest leverage that a size allows; 0 when the size is above the position limit. */
export function maxLeverageFor(instrument: Instrument, lots: number): number {
  return instrument.tiers.reduce((max, tier) => (tier.maxLots >= lots ? Math.max(max, tier.maxLeverage) : max), 0);
}

/** Maintenance rate of a size's tier plus the liquidation fee's rate (the taker's): 10^-8. */
export function requirementRate(instrument: Instrument, lots: number): bigint {
  return tierOf(instrument, lots).mmr + instrument.takerRate;
}

/** The lowest tier's maintenance margin at a price must be worth this many ticks, or positions jump past it. */
export const maintenanceTicksMin = 3n;

/** Whether the price grid is fine enough for the lowest tier at a price; 0 ticks: the price is unknown, which passes. */
export function areTicksFine(instrument: Instrument, priceTicks: number): boolean {
  return priceTicks === 0 || tierAt(instrument, 0).mmr * BigInt(priceTicks) >= maintenanceTicksMin * rateOne;
}

/** Whether every rate of the listing leaves room between opening and liquidation: 1 / leverage > mmr + taker rate. */
export function hasRoomInEveryTier(instrument: Instrument): boolean {
  return instrument.tiers.every(
    (tier) => rateOne > (BigInt(tier.mmr) + instrument.takerRate) * BigInt(tier.maxLeverage),
  );
}
