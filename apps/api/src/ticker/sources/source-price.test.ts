import { expect, test } from 'vitest';
import { readPrice, readTime, valueAt } from './source-price.ts';
import { spotPrice } from './spot-tops.ts';

test.each([
  ['92400.5', 9_240_050_000_000n],
  [92_400.5, 9_240_050_000_000n],
  [0.000_000_12, 12n],
  ['1.123456789', 112_345_678n],
  ['-1', undefined],
  ['0', undefined],
  ['1e5', undefined],
  [Number.NaN, undefined],
  [Number.POSITIVE_INFINITY, undefined],
  [null, undefined],
  [{}, undefined],
])('%s is the price %s', (value, price) => {
  expect(readPrice(value)).toBe(price);
});

test.each([
  [1_795_230_000, 1_795_230_000_000],
  ['1795230000123', 1_795_230_000_123],
  ['2026-11-21T03:00:00Z', 1_795_230_000_000],
  ['soon', undefined],
  [undefined, undefined],
  [0, undefined],
])('%s is the time %s', (value, timeMs) => {
  expect(readTime(value)).toBe(timeMs);
});

test('a path leads to a value, or nowhere', () => {
  const document = { data: [{ price: '5' }] };
  expect(valueAt(document, 'data.0.price')).toBe('5');
  expect(valueAt(document, 'data.1.price')).toBeUndefined();
  expect(valueAt(document, 'data.constructor')).toBeUndefined();
  expect(valueAt('text', 'length')).toBeUndefined();
});

test('the price of a spot market is the middle of its best prices, when they are near each other', () => {
  const tops = (bid: string, ask: string) => ({ timeMs: 7, tops: { BTC_USDT: [bid, ask] as [string, string] } });
  expect(spotPrice(tops('100', '101'), 'BTC_USDT')).toEqual({ price: 10_050_000_000n, timeMs: 7 });
  expect(spotPrice(tops('100', '101.1'), 'BTC_USDT')).toBeUndefined();
  expect(spotPrice(tops('100', '101'), 'ETH_USDT')).toBeUndefined();
  expect(spotPrice(undefined, 'BTC_USDT')).toBeUndefined();
});
