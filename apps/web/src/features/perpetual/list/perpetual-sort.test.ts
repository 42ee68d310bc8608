import type { PerpetualListItem } from '@pelican/shared/contracts/perpetual';
import { expect, test } from 'vitest';
import { readSort, sortChoices, sortPerpetuals, writeSort } from './perpetual-sort.ts';

const market = (name: string, markPrice: string, interest: string, rate: string) =>
  ({ name, markPrice, open_interest: interest, funding: { currentRate: rate } }) as PerpetualListItem;
const markets = [market('BTC_USDT', '60000', '10', '0.0001'), market('XRP_USDT', '0.5', '900', '-0.0002')];
const names = (sort: string) => sortPerpetuals(markets, readSort(sort)).map(({ name }) => name);

test('open interest is compared by its value, funding with its sign', () => {
  expect(names('-interest')).toEqual(['BTC_USDT', 'XRP_USDT']);
  expect(names('funding')).toEqual(['XRP_USDT', 'BTC_USDT']);
  expect(names('')).toEqual(['BTC_USDT', 'XRP_USDT']);
});

test('each named choice is one of the columns', () => {
  for (const choice of Object.values(sortChoices)) expect(readSort(choice) === undefined).toBe(choice === '');
});

test('a column that does not exist sorts nothing; a choice survives the address', () => {
  expect(readSort('constructor')).toBeUndefined();
  expect(writeSort(readSort('-volume') ?? { column: '', descending: false })).toBe('-volume');
});
