import { expect, test } from 'vitest';
import { averagePrice, filledPercent, shownStatus } from './order-figures.ts';

test('the average price is what was paid over what was bought', () => {
  expect(averagePrice({ deal_money: '168.3', deal_stock: '2' })).toBe('84.15');
  expect(averagePrice({ deal_money: '0', deal_stock: '0' })).toBeNull();
});

test('a market buy is measured in the money it was to spend', () => {
  const buy = { amount: '100', amount_type: 'money', deal_stock: '1', left: '84' } as const;
  expect(filledPercent({ ...buy, deal_money: '99.7', status: 'filled' }, '0.01')).toBe(100);
  const ended = { status: 'filled', cancel_reason: 'market_end' } as const;
  expect(filledPercent({ ...buy, ...ended, deal_money: '15.8' }, '0.01')).toBe(15);
  const sell = { amount: '2', amount_type: 'stock', deal_money: '99', left: '1' } as const;
  expect(filledPercent({ ...sell, deal_stock: '1', status: 'partially_filled' }, '0.01')).toBe(50);
});

test('a market order that the book could not fill is not shown as filled', () => {
  const ended = { status: 'filled', cancel_reason: 'market_end', amount_type: 'money', deal_money: '1500' } as const;
  expect(shownStatus({ ...ended, deal_stock: '15', left: '2.01' }, '0.01')).toBe('partially_filled');
  expect(shownStatus({ ...ended, deal_stock: '0', deal_money: '0', left: '2' }, '0.01')).toBe('canceled');
  expect(shownStatus({ ...ended, amount_type: 'stock', deal_stock: '15', left: '5' }, '0.01')).toBe('partially_filled');
  const { cancel_reason: _none, ...whole } = ended;
  expect(shownStatus({ ...whole, deal_stock: '15', left: '0' }, '0.01')).toBe('filled');
});

test('a market order whose rest does not pay for another lot is filled', () => {
  const ended = { status: 'filled', cancel_reason: 'market_end', amount_type: 'money', deal_money: '1500' } as const;
  expect(shownStatus({ ...ended, deal_stock: '15', left: '0.99' }, '0.01')).toBe('filled');
});
