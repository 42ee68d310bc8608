/** Periods of exports: usual ones, and two days that somebody chooses. */
import { financialYearOf, taxPeriod } from '@pelican/shared/contracts/tax';
import { dayOf, startOfDayIn } from '../ui/days.ts';

export const ranges = ['thisMonth', 'lastMonth', 'financialYear', 'lastFinancialYear', 'custom'] as const;
export type Range = (typeof ranges)[number];

/** Unix seconds; the end is exclusive. */
export interface Period {
  from: number;
  to: number;
}

/** The year in which the financial year of India of a moment began, whatever the zone of the reader is. @param nowMs Unix milliseconds */
export const financialYear = (nowMs: number): number => financialYearOf(nowMs / 1_000);

/** @param nowMs Unix milliseconds */
export function periodOf(range: Exclude<Range, 'custom'>, nowMs: number): Period {
  const [year = 0, month = 1] = dayOf(nowMs).split('-').map(Number);
  const startOfMonth = (months: number) => startOfDayIn(`${year}-${month + months}-1`);
  if (range === 'thisMonth') return { from: startOfMonth(0), to: startOfMonth(1) };
  if (range === 'lastMonth') return { from: startOfMonth(-1), to: startOfMonth(0) };
  return taxPeriod(financialYear(nowMs) - (range === 'financialYear' ? 0 : 1));
}

/** Two days as fields of a form have them (YYYY-MM-DD), both whole; undefined while one is missing. */
export function periodOfDays(from: string, until: string): Period | undefined {
  if (![from, until].every((day) => /^\d{4}-\d{2}-\d{2}$/.test(day))) return undefined;
  return { from: startOfDayIn(from), to: startOfDayIn(until, 1) };
}
