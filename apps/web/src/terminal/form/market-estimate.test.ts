import { expect, test } from 'vitest';
import { Decimal, plain } from './form-numbers.ts';
import { estimateMarketOrder, guardPrice, midPrice, needsConfirmation } from './market-estimate.ts';

const asks = [
  { price: '100', amount: '1' },
  { price: '110', amount: '2' },
];

test('walks the levels for an amount of stock', () => {
  const estimate = estimateMarketOrder(asks, { amount: new Decimal(2) });
  expect(plain(estimate.gross)).toBe('210');
  expect(plain(estimate.averagePrice)).toBe('105');
  expect(plain(estimate.worstPrice)).toBe('110');
  expect(estimate.complete).toBe(true);
});

test('walks the levels for money to spend', () => {
  const estimate = estimateMarketOrder(asks, { money: new Decimal(210) });
  expect(plain(estimate.amount)).toBe('2');
});

test('says when the book does not hold enough', () => {
  const estimate = estimateMarketOrder(asks, { amount: new Decimal(5) });
  expect(estimate.complete).toBe(false);
  expect(plain(estimate.amount)).toBe('3');
  expect(estimateMarketOrder([], { amount: new Decimal(1) })).toMatchObject({ complete: false });
});

test('the middle needs both sides', () => {
  expect(midPrice([{ price: '98', amount: '1' }], asks)?.toString()).toBe('99');
  expect(midPrice([], asks)).toBeNull();
});

test.each([
  ['100', 'ok'],
  ['104.99', 'ok'],
  ['105', 'warn'],
  ['95', 'warn'],
  ['119.99', 'warn'],
  ['120', 'type'],
  ['1000', 'type'],
  ['10', 'type'],
])('a price of %s around 100: %s', (price, expected) => {
  expect(guardPrice(new Decimal(price), new Decimal(100))).toBe(expected);
  expect(guardPrice(new Decimal(price), null)).toBe('ok');
});

test('the guard asks even when the setting does not', () => {
  expect(needsConfirmation(false, 'ok')).toBe(false);
  expect(needsConfirmation(false, 'warn')).toBe(true);
  expect(needsConfirmation(true, 'ok')).toBe(true);
});
