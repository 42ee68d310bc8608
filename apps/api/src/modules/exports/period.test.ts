import { expect, test } from 'vitest';
import { periodText } from './period.ts';

const at = (text: string) => Date.parse(text) / 1_000;
const november = { from: at('2026-11-01T00:00:00+05:30'), to: at('2026-12-01T00:00:00+05:30') };

test('whole days are named without times, the last one included', () => {
  expect(periodText(november, 'Asia/Kolkata')).toBe('1 November 2026 to 30 November 2026');
  expect(periodText({ from: undefined, to: november.to }, 'Asia/Kolkata')).toBe('until 30 November 2026');
  expect(periodText({ from: undefined, to: undefined }, 'Asia/Kolkata')).toBe('');
});

test('days of another zone have their times', () => {
  const text = periodText({ from: at('2026-11-01T00:00:00Z'), to: at('2026-12-01T00:00:00Z') }, 'Asia/Kolkata');
  expect(text).toBe('1 November 2026 at 5:30 am to 1 December 2026 at 5:29 am');
});
