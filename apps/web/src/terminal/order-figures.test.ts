import { expect, test } from 'vitest';
import { averagePrice, filledPercent, shownStatus } from './order-figures.ts';

test('the average price is what was paid over what was bought', () => {
  expect(averagePrice({ deal_money: '168.3', deal_stock: '2' })).toBe('84.15');
  expect(averagePrice({ deal_money: '0', deal_stock: '0' })).toBeNull();
});

test('a market buy is measured in the money it was to spend', () => {
  const buy = { amount: '100', amount_type: 'money', deal_stock: '1' } as const;
  expect(filledPercent({ ...buy, deal_money: '99.7', status: 'filled' })).toBe(100);
  expect(filledPercent({ ...buy, deal_money: '15.8', status: 'filled', cancel_reason: 'market_end' })).toBe(15);
  const sell = { amount: '2', amount_type: 'stock', deal_money: '99' } as const;
  expect(filledPercent({ ...sell, deal_stock: '1', status: 'partially_filled' })).toBe(50);
});

test('a market order that the book could not fill is not shown as filled', () => {
  const ended = { status: 'filled', cancel_reason: 'market_end' } as const;
  expect(shownStatus({ ...ended, deal_stock: '15' })).toBe('partially_filled');
  expect(shownStatus({ ...ended, deal_stock: '0' })).toBe('canceled');
  expect(shownStatus({ status: 'filled', deal_stock: '15' })).toBe('filled');
});
