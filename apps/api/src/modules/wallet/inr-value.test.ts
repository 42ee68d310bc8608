import { expect, test } from 'vitest';
import { inrPrice, usdPrice } from './inr-value.ts';

const prices: Record<string, string> = { BTC_USDT: '60000', USDT_INR: '80', TATA_INR: '400' };
const priceOf = (pair: string) => prices[pair];

test('the dollar token counts as a dollar; what trades in rupees alone is worth its rupees in dollars', () => {
  expect(usdPrice('USDT', priceOf)?.toFixed()).toBe('1');
  expect(usdPrice('BTC', priceOf)?.toFixed()).toBe('60000');
  expect(usdPrice('TATA', priceOf)?.toFixed()).toBe('5');
  expect(usdPrice('INR', priceOf)?.toFixed()).toBe('0.0125');
  expect(inrPrice('BTC', priceOf)?.toFixed()).toBe('4800000');
});

test('what no market has a price for has no value', () => {
  expect(usdPrice('NEW', priceOf)).toBeUndefined();
  expect(usdPrice('INR', () => undefined)).toBeUndefined();
});
