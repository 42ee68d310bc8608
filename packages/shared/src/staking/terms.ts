/** What an investment is made of. Amounts in units of its asset, rates in 10^-8, times in seconds, spans of hours and days (docs/staking-and-offerings.md). */

export interface StakingTerms {
  /** `fixed`: to a maturity; `flexible`: until it is closed. */
  term: 'fixed' | 'flexible';
  /** Days that the rate is for, and of a fixed investment its length. */
  period: number;
  /** Hours between two payments; a fixed period is a whole number of them. */
  interestPeriod: number;
  /** Hours from the investment to the start of interest. */
  valuePeriod: number;
  /** Hours from the end to the return of the principal. */
  redemptionPeriod: number;
  /** What an early close does to the interest of a fixed term: it is not allowed, takes it back, or leaves it. */
  early: 'none' | 'forfeit' | 'keep';
  /** Of the principal on an early close, 10^-8. */
  feeRate: bigint;
}

/** One term of an investment: a renewal begins another. */
export interface StakingTerm {
  amount: bigint;
  /** Interest of one period, 10^-8. */
  rate: bigint;
  /** When interest begins. */
  start: number;
}

export const hour = 3600;
export const day = 86_400;

/** From a time to before another; to Infinity while nobody knows when it ends. */
export type Span = readonly [from: number, to: number];

export function isWithin(spans: readonly Span[], at: number): boolean {
  return spans.some(([from, to]) => from <= at && at < to);
}

/** The first time from `at` on that no span covers. */
export function afterSpans(spans: readonly Span[], at: number): number {
  const span = spans.find(([from, to]) => from <= at && at < to);
  return span ? afterSpans(spans, span[1]) : at;
}
