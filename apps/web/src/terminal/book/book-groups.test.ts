import { expect, test } from 'vitest';
import type { BookLevel } from '../../live/index.ts';
import { bookGroups, groupLevels, magnitudeOf, ownPrices } from './book-groups.ts';

const widths = (step: string, price: number) => bookGroups(step, magnitudeOf(price)).map(({ merge }) => merge);
const level = (price: string, amount: string): BookLevel => ({
  price,
  amount,
  priceNumber: Number(price),
  amountNumber: Number(amount),
});
const texts = (levels: readonly BookLevel[]) => levels.map(({ price, amount }) => `${price}:${amount}`);
const tenths = { merge: '0.1', priceStep: '0.01', windowSize: 100 };

test('groups begin at the step, grow by ten, and none is wider than 1 % of the price', () => {
  expect(bookGroups('0.01', magnitudeOf(96.5))).toEqual([
    { merge: '0', label: '0.01' },
    { merge: '0.1', label: '0.1' },
  ]);
  expect(widths('0.01', 97_000)).toEqual(['0', '0.1', '1', '10', '100']);
  expect(widths('0.00001', 0.158)).toEqual(['0', '0.0001', '0.001']);
  expect(widths('1', 8_155_969)).toEqual(['0', '10', '100', '1000', '10000']);
  expect(widths('0.05', 97_000)).toEqual(['0', '0.1', '1', '10', '100']);
  expect(widths('100', 8_155_969)).toEqual(['0', '1000', '10000']);
});

test('a group holds whole steps, and without a price there are no groups', () => {
  expect(widths('0.03', 97_000)).toEqual(['0']);
  expect(bookGroups('0.01', magnitudeOf(undefined))).toHaveLength(1);
});

test('bids are gathered downwards, asks upwards, and their amounts are summed exactly', () => {
  const bids = [level('96.19', '0.1'), level('96.1', '0.2'), level('96.09', '1')];
  expect(texts(groupLevels(bids, 'buy', tenths))).toEqual(['96.1:0.3', '96:1']);
  const asks = [level('96.2', '0.1'), level('96.21', '0.2'), level('96.3', '0.7'), level('96.31', '4')];
  expect(texts(groupLevels(asks, 'sell', tenths))).toEqual(['96.2:0.1', '96.3:0.9', '96.4:4']);
  expect(groupLevels(bids, 'buy', { ...tenths, merge: '0' })).toBe(bids);
});

test('the last group of a full window may be cut and is not shown; a window of one group is', () => {
  const bids = [level('96.19', '1'), level('96.09', '2'), level('96.08', '3')];
  expect(texts(groupLevels(bids, 'buy', { ...tenths, windowSize: 3 }))).toEqual(['96.1:1']);
  expect(texts(groupLevels(bids.slice(1), 'buy', { ...tenths, windowSize: 2 }))).toEqual(['96:5']);
});

test('own orders mark the level that they are grouped into', () => {
  const own = [
    { side: 'buy' as const, price: '96.18' },
    { side: 'sell' as const, price: '97.11' },
  ];
  expect([...ownPrices(own, 'buy', tenths)]).toEqual([96.1]);
  expect([...ownPrices(own, 'sell', tenths)]).toEqual([97.2]);
  expect([...ownPrices(own, 'sell', { ...tenths, merge: '0' })]).toEqual([97.11]);
});

test('the total of a group is that of its own levels, not its price times their amounts', () => {
  const bids = [level('96.19', '1'), level('96.11', '2')];
  expect(groupLevels(bids, 'buy', tenths).map(({ price, total }) => [price, total])).toEqual([['96.1', '288.41']]);
});
