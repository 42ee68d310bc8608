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
  const own = [
    { side: 'buy' as const, price: '96.18' },
    { side: 'sell' as const, price: '97.11' },
  ];
  expect([...ownPrices(own, 'buy', '0.1')]).toEqual([96.1]);
  expect([...ownPrices(own, 'sell', '0.1')]).toEqual([97.2]);
  expect([...ownPrices(own, 'sell', '0')]).toEqual([97.11]);
});
