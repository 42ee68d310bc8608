import { expect, test } from 'vitest';
import { averagePrice, filledPercent } from './order-figures.ts';

test('the average price is what was paid over what was bought', () => {
  expect(averagePrice({ deal_money: '168.3', deal_stock: '2' })).toBe('84.15');
  expect(averagePrice({ deal_money: '0', deal_stock: '0' })).toBeNull();
});

test('a market buy is measured in the money it was to spend', () => {
  expect(filledPercent({ amount: '100', amount_type: 'money', deal_money: '99.99', deal_stock: '1' })).toBe(99);
  expect(filledPercent({ amount: '2', amount_type: 'stock', deal_money: '99', deal_stock: '2' })).toBe(100);
});
