import { expect, test } from 'vitest';
import { isHeld, nextSimulatedPrice, type SimulatedPrice } from './simulator.ts';

const config = { start: '92400', volatility: 0.000_5, seed: 1001 };
const start = 9_240_000_000_000n;

function walk(from: SimulatedPrice | undefined, seconds: number, firstSecond: number): SimulatedPrice {
  let price = nextSimulatedPrice(from, undefined, config, firstSecond, false);
  for (let i = 1; i < seconds; i++) price = nextSimulatedPrice(price, undefined, config, firstSecond + i, false);
  return price;
}

test('the walk begins at its start, is the same for everybody, and stays near', () => {
  expect(walk(undefined, 1, 1000).price).toBe(String(start));
  expect(walk(undefined, 600, 1000)).toEqual(walk(undefined, 600, 1000));
  const tenMinutes = BigInt(walk(undefined, 600, 1000).price);
  expect(tenMinutes).not.toBe(start);
  expect(tenMinutes > (start * 97n) / 100n && tenMinutes < (start * 103n) / 100n).toBe(true);
});

test('a price that an operator sets is held, then moves on from there', () => {
  const before = walk(undefined, 10, 1000);
  const set = { id: 'a', price: '64680.5', holdMs: 60_000 };
  let price = nextSimulatedPrice(before, set, config, 1010, false);
  for (let n = 1011; n < 1070; n++) {
    price = nextSimulatedPrice(price, set, config, n, false);
    expect(price.price).toBe('6468050000000');
    expect(isHeld(price, n)).toBe(true);
  }
  expect(isHeld(price, 1070)).toBe(false);
  const later = walk(price, 600, 1070);
  expect(Math.abs(Number(later.price) / 6_468_050_000_000 - 1)).toBeLessThan(0.03);
});

test('a fixed price does not move, and can still be set', () => {
  const first = nextSimulatedPrice(undefined, undefined, config, 1, true);
  expect(nextSimulatedPrice(first, undefined, config, 2, true)).toEqual(first);
  expect(nextSimulatedPrice(first, { id: 'b', price: '70000', holdMs: 0 }, config, 3, true).price).toBe(
    '7000000000000',
  );
});

test('a price that is none changes nothing', () => {
  const first = nextSimulatedPrice(undefined, undefined, config, 1, true);
  expect(nextSimulatedPrice(first, { id: 'c', price: '-5', holdMs: 0 }, config, 2, true)).toEqual(first);
});
