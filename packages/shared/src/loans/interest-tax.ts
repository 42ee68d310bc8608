/** Tax deducted at source from a lender's interest. docs/loans.md, "Tax on interest". */
import { maxOf, minOf, mulFloor } from '../money/rounding.ts';

/** What a borrower has paid a lender in the tax year, and what was withheld of it. Money in its smallest unit. */
export interface InterestTax {
  /** 10^-8; 0: the tax is off. */
  rate: bigint;
  /** Nothing is withheld until the year's interest is more than this. */
  threshold: bigint;
  paid: bigint;
  withheld: bigint;
}

/**
 * Once the year's interest passes the threshold, tax is owed on all of it, and a payment bears what is missing, up to itself.
 * @returns the tax of this payment, and the year after it
 */
export function withholdInterestTax(tax: InterestTax, payment: bigint): { tds: bigint; tax: InterestTax } {
  const paid = tax.paid + payment;
  const owed = paid > tax.threshold ? maxOf(0n, mulFloor(paid, tax.rate) - tax.withheld) : 0n;
  const tds = minOf(payment, owed);
  return { tds, tax: { ...tax, paid, withheld: tax.withheld + tds } };
}
