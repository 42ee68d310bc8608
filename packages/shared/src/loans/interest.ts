/** Simple interest by days from the loan's own start. docs/loans.md, "Interest". */
import { floorDiv, mulFloor, rateOne, sumOf } from '../money/rounding.ts';
import { dayMs, isRunning, type Loan, type PaymentRow } from './loan.ts';

/** floor(principal x rate of a day). */
export function dayInterest(principal: bigint, dayRate: bigint): bigint {
  return mulFloor(principal, dayRate);
}

/** A day after the due time: floor(principal x rate of a day x late factor), rounded once. */
export function lateDayInterest(principal: bigint, dayRate: bigint, lateFactor: bigint): bigint {
  return floorDiv(principal * dayRate * lateFactor, rateOne * rateOne);
}

/** What the next day is going to charge. */
export function nextDayInterest({ principal, terms, state }: Loan): bigint {
  const { dayRate, lateFactor } = terms;
  return state === 'overdue' ? lateDayInterest(principal, dayRate, lateFactor) : dayInterest(principal, dayRate);
}

/** Unix ms. */
export function dueAt({ startedAt, terms }: Pick<Loan, 'startedAt' | 'terms'>): number {
  return startedAt + terms.days * dayMs;
}

/** From here on the pledge of an overdue loan is sold; null before it is overdue. */
export function graceEndsAt({ overdueAt, terms }: Pick<Loan, 'overdueAt' | 'terms'>): number | null {
  return overdueAt === null ? null : overdueAt + terms.graceDays * dayMs;
}

/** Days that have begun at `now`, the first with the start itself: min(days, max(1, ceil((now - start) / day))). */
export function begunDays({ startedAt, terms }: Pick<Loan, 'startedAt' | 'terms'>, now: number): number {
  return Math.min(terms.days, Math.max(1, Math.ceil((now - startedAt) / dayMs)));
}

/** Late days that have begun at `now`: none at the moment itself at which the loan becomes overdue. */
export function begunLateDays({ overdueAt, terms }: Pick<Loan, 'overdueAt' | 'terms'>, now: number): number {
  if (overdueAt === null) return 0;
  return Math.min(terms.graceDays, Math.max(0, Math.ceil((now - overdueAt) / dayMs)));
}

/** Interest charged and not paid. */
export function unpaidInterest(rows: readonly Readonly<PaymentRow>[]): bigint {
  return sumOf(rows.filter(({ status }) => status === 'unsuccessful').map(({ amount, paid }) => amount - paid));
}

/**
 * All that is owed at `now`: principal, unpaid interest, and the interest of days that have begun and are not charged yet. The one
 * number behind full repayment, levels and sale. Interest stops when a sale begins.
 */
export function payoffAt(loan: Loan, now: number): bigint {
  const charged = loan.principal + unpaidInterest(loan.rows);
  if (!isRunning(loan)) return charged;
  const { dayRate, lateFactor } = loan.terms;
  const days = Math.max(0, begunDays(loan, now) - loan.chargedDays);
  const lateDays = Math.max(0, begunLateDays(loan, now) - loan.lateDaysCharged);
  return (
    charged +
    BigInt(days) * dayInterest(loan.principal, dayRate) +
    BigInt(lateDays) * lateDayInterest(loan.principal, dayRate, lateFactor)
  );
}
