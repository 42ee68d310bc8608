/** The middle of a book's best prices, where it can be trusted; prices in 10^-8. */
import { halfUpDiv, rateOne, sumOf } from '../money/rounding.ts';

/** How far apart bid and ask of a perpetual's own book may be, of their middle, 10^-8. */
export const basisSpreadMax = 2_000_000n;

/** (bid + ask) / 2 in 10^-8; null when a side is empty (0) or the spread is above `spreadMax` of the middle. */
export function midPrice8(bid8: bigint, ask8: bigint, spreadMax: bigint): bigint | null {
  if (bid8 <= 0n || ask8 <= 0n || (ask8 - bid8) * 2n * rateOne > (ask8 + bid8) * spreadMax) return null;
  return halfUpDiv(bid8 + ask8, 2n);
}

/** The mean of samples, half up; 0 of none. */
export function meanOf(samples: readonly bigint[]): bigint {
  return samples.length === 0 ? 0n : halfUpDiv(sumOf(samples), BigInt(samples.length));
}
