import { expect, test } from 'vitest';
import { balancedRange, depthPoints, stairs } from './depth-points.ts';

const level = (priceNumber: number, amountNumber: number) => ({
  price: String(priceNumber),
  amount: String(amountNumber),
  priceNumber,
  amountNumber,
});
const bids = depthPoints([level(99, 1), level(98, 2), level(90, 5)]);
const asks = depthPoints([level(101, 1), level(103, 4)]);

test('sums run from the best level outwards', () => {
  expect(bids.map(({ cumulative }) => cumulative)).toEqual([1, 3, 8]);
});

test('both sides get the room of the shorter one', () => {
  expect(balancedRange(bids, asks)).toEqual({ from: 97, to: 103 });
  expect(balancedRange(bids, [])).toBeNull();
});

test('a staircase starts at the best price and closes at the bottom', () => {
  expect(stairs(asks, { from: 97, to: 103 }, 5, 600, 100)).toBe('M400.0,100H400.0V80.0H600.0V0.0H600.0V100Z');
  expect(stairs([], { from: 97, to: 103 }, 5, 600, 100)).toBe('');
});
