/** How far from the index an order's price may be. */

import { ceilDiv, floorDiv, halfUpDiv, maxOf, minOf, rateOne } from '../money/rounding.ts';
import type { Instrument } from './instrument.ts';

export interface PriceBand {
  /** Before rounding to ticks: prices in 10^-8, half up. */
  maxBuy8: bigint;
  minSell8: bigint;
  maxBuyTicks: number;
  /** At least 1. */
  minSellTicks: number;
}

/** How long after its listing an instrument has the plain band. */
const newListingMs = 600_000;
/** How many ticks (seconds) the average premium is over. */
export const bandPremiumTicks = 120;

/**
 * New listing: index x (1 +- X). After: index x (1 +- Y) moved by the average premium (mid - index, price in 10^-8), never
 * tighter than the index and never wider than index x (1 +- Z). Highest buy down, lowest sell up to a tick.
 */
export function priceBand(
  instrument: Instrument,
  input: { indexTicks: number; averagePremium8: bigint; listedForMs: number },
): PriceBand {
  const index8 = BigInt(input.indexTicks) * instrument.tickSize;
  const times = (rate: bigint) => index8 * rate;
  if (input.listedForMs < newListingMs)
    return bandOf(instrument, times(rateOne + instrument.bandX), times(rateOne - instrument.bandX));
  const premium = input.averagePremium8 * rateOne;
  const index = times(rateOne);
  const buy = maxOf(index, times(rateOne + instrument.bandY) + premium);
  const sell = minOf(index, times(rateOne - instrument.bandY) + premium);
  return bandOf(
    instrument,
    minOf(buy, times(rateOne + instrument.bandZ)),
    maxOf(sell, times(rateOne - instrument.bandZ)),
  );
}

/** Takes prices in 10^-16. */
function bandOf(instrument: Instrument, maxBuy: bigint, minSell: bigint): PriceBand {
  const perTick = instrument.tickSize * rateOne;
  return {
    maxBuy8: halfUpDiv(maxBuy, rateOne),
    minSell8: halfUpDiv(minSell, rateOne),
    maxBuyTicks: Number(floorDiv(maxBuy, perTick)),
    minSellTicks: Math.max(1, Number(ceilDiv(minSell, perTick))),
  };
}
