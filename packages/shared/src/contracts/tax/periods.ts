/** Financial years of India, from April to March, and their quarters. Free of schemas: pages may use them. */

import { formatBigUnits, parseBigUnits } from '../../money/decimal.ts';

/** What a count leaves to the next one: transactions that are under way may still write of it. */
export const countingLagSeconds = 30;

export const taxYearMin = 2020;
export const taxYearMax = 2100;
/** How far India's clocks are ahead of UTC. */
export const indiaSeconds = 19_800;
const quarterMonths = 3;
const aprilIndex = 3;

/** The year in which the financial year of a time begins. @param now unix seconds */
export function financialYearOf(now: number): number {
  const local = new Date((now + indiaSeconds) * 1_000);
  return local.getUTCFullYear() - (local.getUTCMonth() < aprilIndex ? 1 : 0);
}

/** 1 for April to June. @param now unix seconds */
export function quarterOf(now: number): number {
  const local = new Date((now + indiaSeconds) * 1_000);
  return Math.floor(((local.getUTCMonth() + 12 - aprilIndex) % 12) / quarterMonths) + 1;
}

/** '2026-27' */
export function financialYearName(year: number): string {
  return `${year}-${String((year + 1) % 100).padStart(2, '0')}`;
}

/** Unix seconds; the end is exclusive. Without a quarter the whole year. */
export function taxPeriod(year: number, quarter?: number): { from: number; to: number } {
  const first = aprilIndex + (quarter === undefined ? 0 : (quarter - 1) * quarterMonths);
  const at = (month: number) => Date.UTC(year, month, 1) / 1_000 - indiaSeconds;
  return { from: at(first), to: at(first + (quarter === undefined ? 12 : quarterMonths)) };
}

const rateScale = 18;
const percentDigits = 2;

/** A rate in percent, exactly: '0.28' is '28'. */
export function percentText(rate: string): string {
  return formatBigUnits(parseBigUnits(rate, rateScale), rateScale - percentDigits);
}
