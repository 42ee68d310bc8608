import { expect, test } from 'vitest';
import { formatLots, formatPrice, marketScale, parseLots, parsePriceTicks } from './listing.ts';

const btc = { id: 1, ticker: 'BTC', scale: 8 };
const usdt = { id: 2, ticker: 'USDT', scale: 8 };

test('price x amount is exact in the smallest unit of the quote', () => {
  const scale = marketScale({ priceStep: '0.01', amountStep: '0.0001', base: btc, quote: usdt });
  const price = parsePriceTicks('65000.01', scale);
  const amount = parseLots('0.1234', scale);
  expect(price).toEqual({ count: 6_500_001 });
  expect(amount).toEqual({ count: 1234 });
  expect(6_500_001 * 1234 * scale.tickLotQuoteUnits).toBe(802_100_123_400);
  expect(1234 * scale.lotBaseUnits).toBe(12_340_000);
});

test('steps that are not powers of ten count in whole steps', () => {
  const scale = marketScale({ priceStep: '0.5', amountStep: '0.02', base: btc, quote: usdt });
  expect(parsePriceTicks('10.5', scale)).toEqual({ count: 21 });
  expect(parsePriceTicks('10.4', scale)).toEqual({ problem: 'wrongStep' });
  expect(formatPrice(21, scale)).toBe('10.5');
  expect(formatLots(3, scale)).toBe('0.06');
});

test('steps finer than the quote keeps are refused', () => {
  expect(() => marketScale({ priceStep: '0.00001', amountStep: '0.0001', base: btc, quote: usdt })).toThrow(RangeError);
});
