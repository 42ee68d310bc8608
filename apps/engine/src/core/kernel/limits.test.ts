import { expect, test } from 'vitest';
import { safeMax, saturated } from './limits.ts';

test('a figure of an event is the nearest safe integer, and 0 for what is no number', () => {
  expect([saturated(-7), saturated(safeMax), saturated(-5n)]).toEqual([-7, safeMax, -5]);
  expect([saturated(2n ** 64n), saturated(-(2n ** 64n))]).toEqual([safeMax, -safeMax]);
  expect([saturated(1e300), saturated(-1e300)]).toEqual([safeMax, -safeMax]);
  expect([saturated(Number.NaN), saturated(Number.POSITIVE_INFINITY)]).toEqual([0, 0]);
});
