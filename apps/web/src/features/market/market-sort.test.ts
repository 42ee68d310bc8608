import { type MarketListItem, unitPrices } from '@pelican/shared/contracts/markets';
import { expect, test } from 'vitest';
import { readSort, sortChoices, sortMarkets, writeSort } from './market-sort.ts';

test('the sort of the address survives the way there and back; unknown columns are none', () => {
  expect(writeSort({ column: 'change', descending: true })).toBe('-change');
  expect(readSort('-change')).toEqual({ column: 'change', descending: true });
  expect(readSort('name')).toEqual({ column: 'name', descending: false });
  expect(readSort('-constructor')).toBeUndefined();
  expect(readSort(null)).toBeUndefined();
});

test('each named choice is a sort that the address keeps, and the first is none', () => {
  const [none, ...others] = Object.values(sortChoices);
  expect(readSort(none ?? null)).toBeUndefined();
  for (const choice of others) {
    const sort = readSort(choice);
    expect(sort && writeSort(sort)).toBe(choice);
  }
});

test('volumes are compared in one currency, whatever money a market trades in', () => {
  const market = (name: string, price: string, volumeInMoney: string) => {
    const [stock, money] = name.split('_');
    return { name, stock, money, market: { price, volumeInMoney } } as MarketListItem;
  };
  const markets = [
    market('USDT_INR', '88', '1010000000'),
    market('DOGE_USDT', '0.16', '16600000'),
    market('BTC_USDT', '90000', '14000000'),
    market('ETH_BTC', '0.03', '200'),
  ];
  const sorted = sortMarkets(markets, { column: 'volume', descending: true }, unitPrices(markets));
  expect(sorted.map(({ name }) => name)).toEqual(['ETH_BTC', 'DOGE_USDT', 'BTC_USDT', 'USDT_INR']);
});
