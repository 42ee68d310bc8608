/** Periods of exports: usual ones, and two days that somebody chooses. */
import { financialYearOf, taxPeriod } from '@pelican/shared/contracts/tax';

export const ranges = ['thisMonth', 'lastMonth', 'financialYear', 'lastFinancialYear', 'custom'] as const;
export type Range = (typeof ranges)[number];

/** Unix seconds; the end is exclusive. */
export interface Period {
  from: number;
  to: number;
}

/** Local midnight of a day of a month, in Unix seconds. */
const midnight = (year: number, month: number, day = 1) => new Date(year, month, day).getTime() / 1_000;

/** The year in which the financial year of India of a moment began, whatever the zone of the reader is. @param nowMs Unix milliseconds */
export const financialYear = (nowMs: number): number => financialYearOf(nowMs / 1_000);

/** @param nowMs Unix milliseconds */
export function periodOf(range: Exclude<Range, 'custom'>, nowMs: number): Period {
  const now = new Date(nowMs);
  const [year, month] = [now.getFullYear(), now.getMonth()];
  if (range === 'thisMonth') return { from: midnight(year, month), to: midnight(year, month + 1) };
  if (range === 'lastMonth') return { from: midnight(year, month - 1), to: midnight(year, month) };
  return taxPeriod(financialYear(nowMs) - (range === 'financialYear' ? 0 : 1));
}

/** Two days as fields of a form have them (YYYY-MM-DD), both whole; undefined while one is missing. */
export function periodOfDays(from: string, until: string): Period | undefined {
  const [first, last] = [from, until].map((day) => /^(\d{4})-(\d{2})-(\d{2})$/.exec(day)?.slice(1).map(Number));
  if (!first || !last) return undefined;
  const [year = 0, month = 0, day = 0] = first;
  const [lastYear = 0, lastMonth = 0, lastDay = 0] = last;
  return { from: midnight(year, month - 1, day), to: midnight(lastYear, lastMonth - 1, lastDay + 1) };
}
