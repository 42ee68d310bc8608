/** Closing an investment before its end (docs/staking-and-offerings.md, "Early close"). */
import { minOf, mulCeil } from '../money/rounding.ts';
import { duePayments, paidInterest } from './interest.ts';
import { afterSpans, hour, isWithin, type Span, type StakingTerm, type StakingTerms } from './terms.ts';

export type CloseRefusal = 'withdrawal_blocked' | 'early_close_not_allowed';

/** What the specification says when it refuses. */
export const closeRefusalTexts: Record<CloseRefusal, string> = {
  withdrawal_blocked: 'Unstake Failed.. Please contact Admin',
  early_close_not_allowed: 'Error closing investment',
};

export interface EarlyClose {
  /** Interest of this term so far, which has been paid out. */
  paid: bigint;
  /** Of the principal, back to the plan's fund. */
  forfeited: bigint;
  fee: bigint;
  /** principal - forfeited - fee, never below 0. */
  returned: bigint;
}

/** @param windows in which nothing is withdrawn @returns null when it may be closed */
export function closeRefusal(terms: StakingTerms, windows: readonly Span[], at: number): CloseRefusal | null {
  if (isWithin(windows, at)) return 'withdrawal_blocked';
  return terms.term === 'fixed' && terms.early === 'none' ? 'early_close_not_allowed' : null;
}

/** What a close at a time costs and returns, when all payments due by then have been made. A flexible investment costs nothing. */
export function earlyClose(held: StakingTerm, terms: StakingTerms, at: number): EarlyClose {
  const paid = paidInterest(held, terms, duePayments(held, terms, at));
  const isFixed = terms.term === 'fixed';
  const forfeited = isFixed && terms.early === 'forfeit' ? minOf(paid, held.amount) : 0n;
  const isFree = !isFixed || at < held.start;
  const fee = isFree ? 0n : minOf(mulCeil(held.amount, terms.feeRate), held.amount - forfeited);
  return { paid, forfeited, fee, returned: held.amount - forfeited - fee };
}

/** When the principal of an investment that ended at `at` returns: after the redemption time, and outside of every window. */
export function payoutTime({ redemptionPeriod }: StakingTerms, windows: readonly Span[], at: number): number {
  return afterSpans(windows, at + redemptionPeriod * hour);
}
