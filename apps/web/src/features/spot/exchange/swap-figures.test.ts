import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { expect, test } from 'vitest';
import { figuresOf } from './swap-figures.ts';

const order = {
  market: 'LTC_USDT',
  deal_money: '100',
  deal_fee: '0.2',
  gst: '0.036',
  tds: '0',
  fee_asset: 'USDT',
  deal_stock: '1',
  left: '0.5',
} as SpotOrder;

test('a purchase gave money with its charges, and what is left of the money was not used', () => {
  expect(figuresOf({ ...order, side: 2, amount: '150', amount_type: 'money' })).toEqual({
    from: 'USDT',
    to: 'LTC',
    gave: '100.236',
    received: '1',
    unused: '49.764',
  });
  expect(figuresOf({ ...order, side: 2, amount: '1', amount_type: 'stock' }).unused).toBe('0');
});

test('a sale received money without charges and TDS; a fee in the token is not of that money', () => {
  const sale = { ...order, side: 1, amount: '1.5', amount_type: 'stock' as const, tds: '0.99' };
  expect(figuresOf(sale)).toMatchObject({ from: 'LTC', to: 'USDT', gave: '1', received: '98.774', unused: '0.5' });
  expect(figuresOf({ ...sale, fee_asset: 'PLC', tds: '1' }).received).toBe('99');
});
