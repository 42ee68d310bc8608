/** What a loan costs, known when it begins. docs/loans.md, "Start". */
import { mulCeil } from '../money/rounding.ts';
import { dayInterest } from './interest.ts';
import { dayMs, type LoanTerms } from './loan.ts';

export interface StartFigures {
  fee: bigint;
  gst: bigint;
  /** What the borrower receives: amount - fee - GST. */
  payout: bigint;
  /** Interest of a day while nothing is repaid, and of all days. */
  dayInterest: bigint;
  interestTotal: bigint;
  repayTotal: bigint;
  /** Interest of 365 days, 10^-8, not compounded. */
  yearRate: bigint;
  /** Unix ms. */
  endsAt: number;
}

/** Money in its smallest unit. @param startedAt Unix ms */
export function startFigures(
  terms: Pick<LoanTerms, 'amount' | 'dayRate' | 'days' | 'feeRate' | 'gstRate'>,
  startedAt: number,
): StartFigures {
  const { amount, dayRate, days, feeRate, gstRate } = terms;
  const fee = mulCeil(amount, feeRate);
  const gst = mulCeil(fee, gstRate);
  const interest = dayInterest(amount, dayRate);
  const interestTotal = interest * BigInt(days);
  return {
    fee,
    gst,
    payout: amount - fee - gst,
    dayInterest: interest,
    interestTotal,
    repayTotal: amount + interestTotal,
    yearRate: dayRate * 365n,
    endsAt: startedAt + days * dayMs,
  };
}
