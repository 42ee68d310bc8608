import { expect, test } from 'vitest';
import { formatDateTime } from './format-time.ts';

test('a moment is written as month, day, year and the time in 24 hours', () => {
  expect(formatDateTime(new Date(2026, 10, 2, 9, 7, 6).getTime() / 1000)).toBe('Nov 2, 2026, 09:07:06');
  expect(formatDateTime(new Date(2026, 0, 31, 0, 0, 5).getTime() / 1000)).toBe('Jan 31, 2026, 00:00:05');
});
