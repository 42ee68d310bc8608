/** The price by which the watch finds the loans that have reached a level, without reading the others. */
import { debtOf, isRunning, type Loan, levelPrice } from '@pelican/shared/loans';
import { formatBigUnits } from '@pelican/shared/money';

const priceScale = 8;
/** The finest step: a level is reached exactly at prices up to it. */
const finest = 1n;

/**
 * By what is owed at `now`. Includes the day that starts at `now`: the row is not rewritten before that day ends. Null when the loan does
 * not run.
 */
export function warningPriceOf(loan: Loan, now: number): string | null {
  if (!isRunning(loan)) return null;
  return formatBigUnits(levelPrice(debtOf(loan, now + 1), loan.terms.levels.warning, finest), priceScale);
}
