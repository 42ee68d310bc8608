import type { SpotOrder } from '@pelican/shared/contracts/spot';
import i18next from 'i18next';
import { expect, test } from 'vitest';
import { sentence } from './order-sentence.ts';

const cancelled = { market: 'LTC_USDT', price: '0', amount: '25', deal_stock: '0' } as SpotOrder;

test.each([
  [2, 'money', 'Buy for 25 USDT at market'],
  [2, 'stock', 'Buy 25 LTC at market'],
  [1, 'stock', 'Sell 25 LTC at market'],
  [1, 'money', 'Sell for 25 USDT at market'],
] as const)('a market order of side %i in %s that was cancelled: %s', (side, amountType, text) => {
  const order = { ...cancelled, side, amount_type: amountType };
  expect(sentence(order, undefined, i18next.getFixedT(null, 'spot-news'))).toBe(text);
});

test('a limit order that was cancelled is told with its price', () => {
  const order: SpotOrder = { ...cancelled, side: 2, amount_type: 'stock', price: '1200.5' };
  expect(sentence(order, undefined, i18next.getFixedT(null, 'spot-news'))).toBe('Buy 25 LTC at 1,200.5');
});
