/** Simple interest, paid in parts that sum to the whole (docs/staking-and-offerings.md, "Interest"). */
import { floorDiv, halfUpDiv, rateOne } from '../money/rounding.ts';
import { day, hour, type StakingTerm, type StakingTerms } from './terms.ts';

/** Interest of `seconds` of a term, down. */
export function interestOf({ amount, rate }: StakingTerm, { period }: StakingTerms, seconds: number): bigint {
  return floorDiv(amount * rate * BigInt(seconds), rateOne * BigInt(period * day));
}

/** Interest of the first `count` payments together, down: each payment is what this grows by, so that no dust is lost. */
export function paidInterest(held: StakingTerm, terms: StakingTerms, count: number): bigint {
  return interestOf(held, terms, count * terms.interestPeriod * hour);
}

/** Payments of a fixed term. */
export function paymentCount({ period, interestPeriod }: StakingTerms): number {
  return Math.floor((period * 24) / interestPeriod);
}

/** Whether a fixed period is a whole number of payments. */
export function hasWholePayments({ period, interestPeriod }: StakingTerms): boolean {
  return (period * 24) % interestPeriod === 0;
}

/** When payment `count` (from 1) is due. */
export function paymentDue({ start }: StakingTerm, { interestPeriod }: StakingTerms, count: number): number {
  return start + count * interestPeriod * hour;
}

/** When a fixed term is over; null of a flexible one. */
export function maturityOf({ start }: StakingTerm, { term, period }: StakingTerms): number | null {
  return term === 'fixed' ? start + period * day : null;
}

/** Payments that are due at `now` or before. */
export function duePayments({ start }: StakingTerm, terms: StakingTerms, now: number): number {
  const due = Math.max(0, Math.floor((now - start) / (terms.interestPeriod * hour)));
  return terms.term === 'fixed' ? Math.min(due, paymentCount(terms)) : due;
}

/** Flexible investments reserve this many days of interest. */
const reservedDays = 30;

/** What the plan's fund must set aside for it: all interest of a fixed term. */
export function interestReserve(held: StakingTerm, terms: StakingTerms): bigint {
  return terms.term === 'fixed'
    ? paidInterest(held, terms, paymentCount(terms))
    : interestOf(held, terms, reservedDays * day);
}

/** The rate of a year of 365 days, simple: percent in 10^-2, half up. */
export function yearlyPercent2(rate: bigint, period: number): bigint {
  return halfUpDiv(rate * 365n, BigInt(period) * 10_000n);
}

export interface StakingFigures {
  maturesAt: number | null;
  paidCount: number;
  paid: bigint;
  /** Null: there is none any more. */
  nextPayAt: number | null;
  nextPayment: bigint;
  /** To the second, for display. */
  earned: bigint;
  /** Null of a flexible investment. */
  termInterest: bigint | null;
}

/** An investment at `now`, in its running term. */
export function stakingFigures(held: StakingTerm, terms: StakingTerms, now: number): StakingFigures {
  const isFixed = terms.term === 'fixed';
  const count = paymentCount(terms);
  const paidCount = duePayments(held, terms, now);
  const paid = paidInterest(held, terms, paidCount);
  const isPaid = isFixed && paidCount === count;
  const seconds = Math.max(0, now - held.start);
  return {
    maturesAt: maturityOf(held, terms),
    paidCount,
    paid,
    nextPayAt: isPaid ? null : paymentDue(held, terms, paidCount + 1),
    nextPayment: isPaid ? 0n : paidInterest(held, terms, paidCount + 1) - paid,
    earned: interestOf(held, terms, isFixed ? Math.min(seconds, terms.period * day) : seconds),
    termInterest: isFixed ? paidInterest(held, terms, count) : null,
  };
}
