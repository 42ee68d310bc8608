/** Market orders over HTTP: their limit, and those of the quick swap with its source, its pause and its TDS. */
import { changeUserSettings } from '@pelican/api/src/modules/settings/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { MarketListResponse } from '@pelican/shared/contracts/markets';
import type { TradeSettings } from '@pelican/shared/contracts/settings';
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, type Page, sell } from '../../support/spot-orders.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let api: TradingApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTradingApi();
  alice = await api.trader('alice@test.local', { USDT: '100000' });
  bob = await api.trader('bob@test.local', { LTC: '1000' });
}, 180_000);
afterAll(() => api.close());

test('a market order with a limit trades nothing beyond it, and shows it', async () => {
  await bob.post('/v2/order', sell('55', '0.5'));
  await bob.post('/v2/order', sell('60', '0.5'));
  const market = (limit_price: string) =>
    alice.post<SpotOrder>('/v2/order/put_market', {
      pair: 'LTC_USDT',
      direction: 'buy',
      amount: '1',
      amount_type: 'stock',
      limit_price,
    });
  expect(await market('54')).toMatchObject({ status: 422, body: { code: 'outside_band' } });
  expect(await market('55.001')).toMatchObject({
    body: { code: 'wrong_step', errors: { limit_price: [expect.any(String)] } },
  });
  const { body: order } = await market('56');
  expect(order).toMatchObject({
    price: '0',
    limit_price: '56',
    deal_stock: '0.5',
    left: '0.5',
    status: 'filled',
    cancel_reason: 'market_end',
  });
  const { body: history } = await alice.get<Page<SpotOrder>>('/v2/order/finished');
  expect(history.result[0]).toEqual(order);
  await bob.delete('/v2/order/deleteall/LTC_USDT');
});

test('an order of the quick swap has its source, by which history finds it', async () => {
  await alice.post('/v2/order', buy('50', '0.5'));
  const swap = { pair: 'LTC_USDT', direction: 'sell', amount: '0.1', limit_price: '49', purpose: 'exchange' };
  const { body: order } = await bob.post<SpotOrder>('/v2/order/put_market', { ...swap, source: 'mine' });
  expect(order).toMatchObject({ status: 'filled', source: 'exchange', deal_stock: '0.1', tds: '0' });
  const found = async (source: string) =>
    (await bob.get<Page<SpotOrder>>(`/v2/order/finished?source=${source}`)).body.result.map(({ id }) => id);
  expect(await found('exchange')).toEqual([order.id]);
  expect(await found('nowhere')).toEqual([]);
  expect(await found('')).toContain(order.id);
  await alice.delete('/v2/order/deleteall/LTC_USDT');
});

test('a pause refuses new swaps and orders; one that was placed before is answered by its id', async () => {
  await alice.post('/v2/order', buy('50', '0.5'));
  const swap = { pair: 'LTC_USDT', direction: 'sell', amount: '0.1', limit_price: '49', purpose: 'exchange' };
  const place = (more: object) => bob.post<SpotOrder>('/v2/order/put_market', { ...swap, ...more });
  const rest = (client_id: string) => bob.post<SpotOrder>('/v2/order', sell('90', '0.1', { client_id }));
  const [swapped, resting] = [await place({ client_id: 'swap-1' }), await rest('rest-1')];
  expect([swapped.body.status, resting.body.status]).toEqual(['filled', 'open']);
  const { pool } = api.parts;
  const pause = (key: string, value: object) =>
    pool.query(`INSERT INTO system_flags (key, value, updated_by) VALUES ($1, $2, 'test')`, [key, value]);
  const seen = (trading: boolean, swaps: boolean) =>
    expect
      .poll(async () => (await api.call('GET', '/systemParams')).body, { timeout: 10_000 })
      .toMatchObject({ trading_pause: { spot: trading }, quick_swap: { paused: swaps } });
  const refused = (code: string) => ({ status: 503, body: { code } });
  const first = (answer: { body: SpotOrder }) => ({ status: 200, body: { id: answer.body.id } });
  try {
    await pause('quick_swap', { paused: true });
    await seen(false, true);
    expect(await place({ client_id: 'swap-2' })).toMatchObject(refused('quick_swap_paused'));
    expect(await place({})).toMatchObject(refused('quick_swap_paused'));
    expect(await place({ client_id: 'swap-1' })).toMatchObject(first(swapped));
    const other = await place({ client_id: 'swap-1', amount: '0.2' });
    expect(other).toMatchObject({ status: 409, body: { code: 'repeated_with_other_content' } });
    await pause('trading_pause', { spot: true, perpetual: false });
    await seen(true, true);
    expect(await rest('rest-2')).toMatchObject(refused('trading_paused'));
    expect(await rest('rest-1')).toMatchObject(first(resting));
    expect(await place({ client_id: 'swap-1' })).toMatchObject(first(swapped));
  } finally {
    await pool.query('TRUNCATE system_flags');
    await seen(false, false);
  }
  await Promise.all([alice, bob].map((person) => person.delete('/v2/order/deleteall/LTC_USDT')));
});

test('TDS is withheld from a quick swap by who is taxable, not from a plain market order, and the client can tell before', async () => {
  const taxable = await api.trader('taxable@test.local', { LTC: '10', USDT: '1000' });
  const rateOf = async () =>
    (await taxable.get<TradeSettings>('/v2/trade/settings')).body.coins_fee.LTC_USDT?.tds_exchange;
  expect(await rateOf()).toBe('0');
  const command = await inTransaction(api.parts.pool, (tx) => changeUserSettings(tx, taxable.id, { taxable: true }));
  await api.parts.spot.shards[0].engine.submit(command);
  expect(await rateOf()).toBe('0.01');
  const { body: list } = await taxable.get<MarketListResponse>('/v2/market-list');
  expect(list.marketList.result.find(({ name }) => name === 'LTC_USDT')).toMatchObject({
    tds: '0',
    tds_exchange: '0.01',
    price_band: '0.05',
  });

  await alice.post('/v2/order', buy('50', '3'));
  await bob.post('/v2/order', sell('51', '3'));
  const swap = async (more: object) => {
    const { body } = await taxable.post<SpotOrder>('/v2/order/put_market', { pair: 'LTC_USDT', amount: '1', ...more });
    return body;
  };
  // 50 less 0.1 fee and 0.018 GST, of which a hundredth.
  expect(await swap({ direction: 'sell', purpose: 'exchange', limit_price: '50' })).toMatchObject({
    source: 'exchange',
    deal_money: '50',
    tds: '0.49882',
  });
  expect(await swap({ direction: 'sell' })).toMatchObject({ source: 'web', tds: '0' });
  expect(await swap({ direction: 'buy', amount_type: 'stock', purpose: 'exchange', limit_price: '51' })).toMatchObject({
    source: 'exchange',
    deal_stock: '1',
    tds: '0',
  });
  await Promise.all([alice, bob].map((person) => person.delete('/v2/order/deleteall/LTC_USDT')));
});
