/** The day on which unpaid interest alone triggers liquidation at a constant price. docs/loans.md, "Levels". */
import { dayInterest } from './interest.ts';
import type { LoanTerms } from './loan.ts';
import { excessOver } from './units.ts';

/**
 * The day of the term from which on unpaid interest alone sells the pledge, at a price that stays as it is; null when it does not within the term.
 * @param pledge coins
 */
export function liquidationDay(
  { units, amount, dayRate, days, levels }: Pick<LoanTerms, 'units' | 'amount' | 'dayRate' | 'days' | 'levels'>,
  pledge: bigint,
  watchPrice: bigint,
): number | null {
  const interest = dayInterest(amount, dayRate);
  for (let day = 1; day <= days; day++)
    if (excessOver(units, amount + BigInt(day) * interest, pledge, watchPrice, levels.liquidation) >= 0n) return day;
  return null;
}
