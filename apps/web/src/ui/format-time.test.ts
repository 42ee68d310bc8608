import { expect, test } from 'vitest';
import { formatDateTime, formatMoment } from './format-time.ts';

test('a moment is written as month, day, year and the time in 24 hours', () => {
  expect(formatDateTime(new Date(2026, 10, 2, 9, 7, 6).getTime() / 1000)).toBe('Nov 2, 2026, 09:07:06');
  expect(formatDateTime(new Date(2026, 0, 31, 0, 0, 5).getTime() / 1000)).toBe('Jan 31, 2026, 00:00:05');
});

test('in lists a time within 24 hours is the clock alone, an older one has its day', () => {
  const now = new Date(2026, 10, 2, 9, 7).getTime();
  const at = (...time: [number, number, number, number, number]) =>
    formatMoment(new Date(...time).getTime() / 1000, now);
  expect(at(2026, 10, 2, 0, 0)).toBe('00:00');
  expect(at(2026, 10, 1, 9, 8)).toBe('09:08');
  expect(at(2026, 10, 1, 9, 6)).toBe('Nov 1, 09:06');
});
