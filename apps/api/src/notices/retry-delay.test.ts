import { expect, it } from 'vitest';
import { retryDelayMs } from './retry-delay.ts';

it('the pauses grow with the attempts, up to a quarter of an hour', () => {
  expect([1, 2, 3, 9, 10, 300].map(retryDelayMs)).toEqual([10_000, 40_000, 90_000, 810_000, 900_000, 900_000]);
});
