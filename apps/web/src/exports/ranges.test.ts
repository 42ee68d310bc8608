import { expect, test } from 'vitest';
import { financialYear, periodOf, periodOfDays } from './ranges.ts';

const at = (text: string) => new Date(text).getTime();
const local = (year: number, month: number, day: number) => new Date(year, month - 1, day).getTime() / 1_000;

test('months are of the reader, also over the end of a year', () => {
  const january = new Date(2027, 0, 15).getTime();
  expect(periodOf('thisMonth', january)).toEqual({ from: local(2027, 1, 1), to: local(2027, 2, 1) });
  expect(periodOf('lastMonth', january)).toEqual({ from: local(2026, 12, 1), to: local(2027, 1, 1) });
});

test('a financial year begins on the first of April in India', () => {
  expect(financialYear(at('2026-03-31T18:29:59Z'))).toBe(2025);
  expect(financialYear(at('2026-03-31T18:30:00Z'))).toBe(2026);
  expect(periodOf('financialYear', at('2026-11-24T00:00:00Z'))).toEqual({
    from: at('2026-03-31T18:30:00Z') / 1_000,
    to: at('2027-03-31T18:30:00Z') / 1_000,
  });
  expect(periodOf('lastFinancialYear', at('2026-11-24T00:00:00Z')).to).toBe(at('2026-03-31T18:30:00Z') / 1_000);
});

test('chosen days are both whole, and wait for each other', () => {
  expect(periodOfDays('2026-02-28', '2026-02-28')).toEqual({ from: local(2026, 2, 28), to: local(2026, 3, 1) });
  expect(periodOfDays('2026-02-28', '')).toBeUndefined();
});
