import type { SpotOrder } from '@pelican/shared/contracts/spot.ts';
import { expect, test } from 'vitest';
import { bookGroups, ownPrices } from './book-groups.ts';

test('groups begin at the step and grow by ten, 100 at most', () => {
  expect(bookGroups('0.01').map(({ merge, label }) => `${merge}:${label}`)).toEqual([
    '0:0.01',
    '0.1:0.1',
    '1:1',
    '10:10',
    '100:100',
  ]);
  expect(bookGroups('0.05').map(({ merge }) => merge)).toEqual(['0', '0.1', '1', '10', '100']);
  expect(bookGroups('0.000001')).toHaveLength(5);
  expect(bookGroups('100')).toHaveLength(1);
});

test('own orders mark the level that they are grouped into', () => {
  const order = (side: number, price: string) => ({ market: 'LTC_USDT', side, price, type: 1 }) as SpotOrder;
  const orders = [order(2, '96.18'), order(1, '97.11')];
  expect([...ownPrices(orders, 'LTC_USDT', 2, '0.1')]).toEqual([96.1]);
  expect([...ownPrices(orders, 'LTC_USDT', 1, '0.1')]).toEqual([97.2]);
  expect([...ownPrices(orders, 'LTC_USDT', 1, '0')]).toEqual([97.11]);
  expect([...ownPrices(orders, 'BTC_USDT', 1, '0')]).toEqual([]);
});
