/** The mark price: the middle one of three views of the price, held near the index. Prices in 10^-8. */

import { clampTo, halfUpDiv, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';

export interface MarkInput {
  indexTicks: number;
  /** The rate of the last funding, 10^-8. */
  lastFundingRate: bigint;
  msToFunding: number;
  /** (mid - index) of the ticks of the last 300 s that had a valid mid. */
  basis8: readonly bigint[];
  /** The last trade's price; null when it is older than `lastTradeMaxMs`, or there is none. */
  last8: bigint | null;
  /** The middle of the book; null when it is not valid (see mid-price.ts). */
  mid8: bigint | null;
}

export interface MarkPrice {
  /** index x (1 + last funding rate x time to funding / interval). */
  byFunding8: bigint;
  /** Mean of the basis; null of too few samples. */
  basisMean8: bigint | null;
  /** index + mean basis; of fewer than `basisSamplesMin` samples the price by funding. */
  byBasis8: bigint;
  /** The last trade's price, else the mid, else the price by funding. */
  traded8: bigint;
  median8: bigint;
  ticks: number;
}

export const lastTradeMaxMs = 60_000;
export const basisWindowMs = 300_000;
export const basisSamplesMin = 10;

/** The median of the three, clamped to index x (1 +- Z), half up to a tick. Only the results are rounded. */
export function markPrice(instrument: Instrument, input: MarkInput): MarkPrice {
  const index8 = BigInt(input.indexTicks) * instrument.tickSize;
  const hasBasis = input.basis8.length >= basisSamplesMin;
  const count = BigInt(Math.max(1, input.basis8.length));
  const basisSum = input.basis8.reduce((sum, sample) => sum + sample, 0n);
  const interval = BigInt(instrument.fundingIntervalMs);
  // Everything below is a price times this.
  const scale = rateOne * interval * count;
  const byFunding = index8 * (rateOne * interval + input.lastFundingRate * BigInt(input.msToFunding)) * count;
  const byBasis = hasBasis ? index8 * scale + basisSum * rateOne * interval : byFunding;
  const known8 = input.last8 ?? input.mid8;
  const traded = known8 === null ? byFunding : known8 * scale;
  const median = medianOf(byFunding, byBasis, traded);
  const perIndex = index8 * interval * count;
  const held = clampTo(median, perIndex * (rateOne - instrument.bandZ), perIndex * (rateOne + instrument.bandZ));
  return {
    byFunding8: halfUpDiv(byFunding, scale),
    basisMean8: hasBasis ? halfUpDiv(basisSum, count) : null,
    byBasis8: halfUpDiv(byBasis, scale),
    traded8: halfUpDiv(traded, scale),
    median8: halfUpDiv(median, scale),
    ticks: Number(halfUpDiv(held, scale * instrument.tickSize)),
  };
}

function medianOf(a: bigint, b: bigint, c: bigint): bigint {
  return a < b ? clampTo(c, a, b) : clampTo(c, b, a);
}
