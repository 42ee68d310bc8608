/** The prices by which loans are sized, watched and sold. docs/loans.md, "Prices". */
import { halfUpDiv, maxOf, minOf, sumOf } from '../money/rounding.ts';

/** One sample of the index of the pledge's market. */
export interface PriceSample {
  /** Unix ms. */
  at: number;
  /** Money for one coin, 10^-8. */
  price: bigint;
}

/** Prices in 10^-8 money for one coin. */
export interface FreshLoanPrice {
  isFresh: true;
  /** Whether there are samples enough to sell a pledge by. */
  isLiquidatable: boolean;
  /** The newest sample. */
  index: bigint;
  /** Of the last minute, half up. */
  mean: bigint;
  /** The lower of the two: by it a pledge is measured when a loan begins or a part of the pledge leaves. */
  size: bigint;
  /** The higher of the two: by it a running loan is watched. */
  watch: bigint;
}

export type LoanPrice = FreshLoanPrice | { isFresh: false; isLiquidatable: false };

export const stalePrice: LoanPrice = { isFresh: false, isLiquidatable: false };

/** Whether a pledge may be sold by this price. */
export function isSellable(price: LoanPrice): price is FreshLoanPrice {
  return price.isFresh && price.isLiquidatable;
}

const freshMs = 10_000;
const windowMs = 60_000;
const liquidatableSamples = 30;

/** @param now Unix ms; samples dated later do not count. Of two of the same time the later in the list is the newer. */
export function loanPrice(samples: readonly PriceSample[], now: number): LoanPrice {
  const known = samples.filter(({ at }) => at <= now);
  const newest = known.reduce<PriceSample | null>((best, one) => (best && best.at > one.at ? best : one), null);
  if (!newest || now - newest.at > freshMs) return stalePrice;
  const recent = known.filter(({ at }) => now - at < windowMs).map(({ price }) => price);
  return priceOf(newest.price, halfUpDiv(sumOf(recent), BigInt(recent.length)), recent.length >= liquidatableSamples);
}

/** A fresh price from the newest sample and the mean of the last minute. */
export function priceOf(index: bigint, mean: bigint, isLiquidatable = true): FreshLoanPrice {
  return { isFresh: true, isLiquidatable, index, mean, size: minOf(index, mean), watch: maxOf(index, mean) };
}
