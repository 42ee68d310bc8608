import { expect, test } from 'vitest';
import { counterparts, pairOf, swappable } from './pairs.ts';

const markets = ['BTC_USDT', 'LTC_USDT', 'BTC_INR', 'LTC_BTC'].map((name) => {
  const [stock = '', money = ''] = name.split('_');
  return { name, stock, money };
});
const found = (from: string, to: string, preferred?: string) => {
  const pair = pairOf(markets, from, to, preferred);
  return pair && [pair.from, pair.to, pair.market.name, pair.side];
};

test('coins are swapped where a market joins them, in both directions', () => {
  expect(swappable(markets)).toEqual(['USDT', 'INR', 'BTC', 'LTC']);
  expect(counterparts(markets, 'BTC')).toEqual(['USDT', 'INR', 'LTC']);
  expect(counterparts(markets, 'INR')).toEqual(['BTC']);
  expect(found('USDT', 'BTC')).toEqual(['USDT', 'BTC', 'BTC_USDT', 'buy']);
  expect(found('BTC', 'USDT')).toEqual(['BTC', 'USDT', 'BTC_USDT', 'sell']);
  expect(found('BTC', 'LTC')).toEqual(['BTC', 'LTC', 'LTC_BTC', 'buy']);
});

test('an address that asks for coins without a common market gets the nearest pair', () => {
  expect(found('INR', 'LTC')).toEqual(['INR', 'BTC', 'BTC_INR', 'buy']);
  expect(found('NONE', 'INR')).toEqual(['BTC', 'INR', 'BTC_INR', 'sell']);
  expect(found('', '', 'LTC_USDT')).toEqual(['USDT', 'LTC', 'LTC_USDT', 'buy']);
  expect(found('USDT', 'USDT', 'gone')).toEqual(['USDT', 'BTC', 'BTC_USDT', 'buy']);
  expect(found('', '')).toEqual(['USDT', 'BTC', 'BTC_USDT', 'buy']);
  expect(pairOf([], 'USDT', 'BTC', 'BTC_USDT')).toBeUndefined();
});
