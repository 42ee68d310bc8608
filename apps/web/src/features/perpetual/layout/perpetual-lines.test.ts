// @vitest-environment node
import type { OpenPosition, PerpetualOrder } from '@pelican/shared/contracts/perpetual';
import { expect, test } from 'vitest';
import { countdown } from '../strip/countdown.ts';
import { moveRequest, perpetualLines } from './perpetual-lines.ts';

const order = {
  id: 5,
  order_id: 5,
  algo_id: null,
  market: 'BTC_USDT',
  side: 'buy',
  position: 'long',
  type: 'limit',
  status: 'live',
  price: '59000',
  sz: '2',
  tp_trigger_price: '63000',
  sl_trigger_price: '',
  trigger_price: '',
} as PerpetualOrder;
const algo: PerpetualOrder = {
  ...order,
  order_id: null,
  algo_id: 5,
  type: 'conditional',
  price: '',
  sz: '',
  side: 'sell',
};
const position = {
  position_id: 3,
  market: 'BTC_USDT',
  position: 'long',
  sz: '10',
  open_price: '60000',
  liq_price: '54244',
} as OpenPosition;

const shown = (positions: OpenPosition[], orders: PerpetualOrder[]) =>
  perpetualLines('BTC_USDT', positions, orders).map(({ kind, price }) => `${kind} ${price}`);

test('positions stay, orders and their triggers can be moved', () => {
  expect(shown([position], [order])).toEqual(['entry 60000', 'liquidation 54244', 'order 59000', 'takeProfit 63000']);
  const lines = perpetualLines('BTC_USDT', [position], [order, algo]);
  expect(lines.map(({ moves }) => moves?.field ?? null)).toEqual([
    null,
    null,
    'price',
    'tp_trigger_price',
    'tp_trigger_price',
  ]);
  expect(new Set(lines.map(({ id }) => id)).size).toBe(lines.length);
});

test('other markets, fired algos and prices that do not exist have no line', () => {
  expect(shown([{ ...position, market: 'ETH_USDT' }], [])).toEqual([]);
  expect(shown([{ ...position, liq_price: '' }], [{ ...algo, status: 'effective' }])).toEqual(['entry 60000']);
});

test('a moved line amends the order or the algo it belongs to', () => {
  expect(moveRequest({ order, field: 'price' }, '59100')).toEqual({
    call: 'order',
    request: { market: 'BTC_USDT', order_id: 5, price: '59100' },
  });
  expect(moveRequest({ order: algo, field: 'tp_trigger_price' }, '63100')).toEqual({
    call: 'algo',
    request: { market: 'BTC_USDT', algo_id: 5, tp_trigger_price: '63100' },
  });
});

test('the time until the funding', () => {
  expect(countdown(14_347.9)).toBe('03:59:07');
  expect(countdown(-3)).toBe('00:00:00');
});
