/** Spot orders over HTTP: what their trades say and cost, and how many there may be. */
import { setTimeout as delay } from 'node:timers/promises';
import type { TradeSettings } from '@pelican/shared/contracts/settings';
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buy, type Page, sell } from '../../support/spot-orders.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

let api: TradingApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTradingApi({ ORDERS_PER_SECOND: '40' });
  [alice, bob] = await Promise.all([
    api.trader('alice@test.local', { USDT: '100000', PLC: '1000' }),
    api.trader('bob@test.local', { LTC: '1000', USDT: '1000' }),
  ]);
}, 150_000);
afterAll(() => api.close());

test('a trade is seen by both with its fees, and history says so right after the answer', async () => {
  const resting = await alice.post<SpotOrder>('/v2/order', buy('100', '2'));
  expect(resting).toMatchObject({
    status: 200,
    body: {
      market: 'LTC_USDT',
      side: 2,
      type: 1,
      price: '100',
      amount: '2',
      left: '2',
      status: 'open',
      source: 'web',
    },
  });

  const taking = await bob.post<SpotOrder>('/v2/order', sell('99', '0.5'));
  expect(taking).toMatchObject({
    status: 200,
    body: { status: 'filled', deal_stock: '0.5', deal_money: '50', deal_fee: '0.1', gst: '0.018', fee_asset: 'USDT' },
  });

  const sold = await bob.get<Page<SpotTrade>>('/v2/history');
  expect(sold.body).toMatchObject({
    total: 1,
    result: [
      {
        deal_order_id: taking.body.id,
        side: 1,
        role: 2,
        price: '100',
        amount: '0.5',
        gross_amount: '50',
        fee: '0.1',
        gst: '0.018',
        tds: '0',
        net: '49.882',
      },
    ],
  });
  const bought = await alice.get<Page<SpotTrade>>('/v2/history/LTC_USDT');
  expect(bought.body).toMatchObject({
    total: 1,
    result: [{ side: 2, role: 1, fee: '0.1', gst: '0.018', net: '50.118' }],
  });

  const open = await alice.get<Page<SpotOrder>>('/v2/order?pair=LTC_USDT');
  expect(open.body).toMatchObject({
    total: 1,
    result: [{ id: resting.body.id, left: '1.5', status: 'partially_filled' }],
  });
  const finished = await bob.get<Page<SpotOrder>>('/v2/order/finished');
  expect(finished.body).toMatchObject({ total: 1, result: [{ id: taking.body.id, status: 'filled' }] });
  await alice.delete('/v2/order/deleteall/');
});

test('history is filtered by pair, side and time, and paged', async () => {
  const ask = async (query: string) => (await bob.get<Page<SpotTrade>>(`/v2/history?${query}`)).body.total;
  expect(await ask('side=sell')).toBe(1);
  expect(await ask('side=buy')).toBe(0);
  expect(await ask('pair=BTC_USDT')).toBe(0);
  expect(await ask(`start=${Math.floor(Date.now() / 1000) + 60}`)).toBe(0);
  expect(await ask(`end=${Math.floor(Date.now() / 1000) + 60}`)).toBe(1);
  const beyond = await bob.get<Page<SpotTrade>>('/v2/history?offset=5&limit=10');
  expect(beyond.body).toMatchObject({ result: [], total: 1, offset: 5, limit: 10 });
});

test('the market list carries the last price', async () => {
  const { body } = await api.call<{ marketList: Page<{ name: string; market: { price: string; volume: string } }> }>(
    'GET',
    '/v2/market-list',
  );
  const market = body.marketList.result.find(({ name }) => name === 'LTC_USDT');
  expect(market?.market).toMatchObject({ price: '100', volume: '0.5', volumeInMoney: '50', high: '100', low: '100' });
});

test('a market buy spends money, fees included', async () => {
  await bob.post('/v2/order', sell('100', '1'));
  const answer = await alice.post<SpotOrder>('/v2/order/put_market', {
    pair: 'LTC_USDT',
    direction: 'buy',
    amount: '50.118',
  });
  expect(answer).toMatchObject({
    status: 200,
    body: { type: 2, amount_type: 'money', deal_stock: '0.5', deal_money: '50', status: 'filled' },
  });
  await bob.delete('/v2/order/deleteall');
});

test('the custom fee is charged from the answer on', async () => {
  const settings = await alice.get<TradeSettings>('/v2/trade/settings');
  expect(settings.body).toMatchObject({ fee: '0.002', isCustomFeeEnabled: false });
  expect(settings.body.coins_fee.LTC_USDT).toMatchObject({
    taker_fee: '0.002',
    fee_plc: '0.0015',
    gst: '0.18',
    tds: '0',
  });

  await bob.post('/v2/order', { pair: 'PLC_USDT', direction: 'buy', price: '0.5', amount: '100' });
  await alice.post('/v2/order', { pair: 'PLC_USDT', direction: 'sell', price: '0.5', amount: '100' });
  expect(await alice.post('/v2/settings/customfee', { customfee: 1 })).toMatchObject({
    status: 200,
    body: { customfee: 1 },
  });
  expect(await alice.get('/v2/trade/settings')).toMatchObject({ body: { isCustomFeeEnabled: true } });

  await bob.post('/v2/order', sell('100', '1'));
  const paid = await alice.post<SpotOrder>('/v2/order', buy('100', '1'));
  expect(paid.body).toMatchObject({ fee_asset: 'PLC', deal_fee: '0.3', gst: '0.054' });
  expect(await alice.post('/v2/settings/customfee', { customfee: 0 })).toMatchObject({ body: { customfee: 0 } });
  await expect
    .poll(
      () =>
        api.parts.pool
          .query('SELECT count(*)::int AS waiting FROM outbox_commands WHERE done_at IS NULL')
          .then(({ rows }) => rows[0]),
      { timeout: 60_000 },
    )
    .toEqual({ waiting: 0 });
  for (const customfee of [2, null, [1], true, '', ' 1', 0.5, undefined]) {
    expect(await alice.post('/v2/settings/customfee', { customfee }), `${customfee}`).toMatchObject({ status: 422 });
  }
  const changes = await Promise.all(
    Array.from({ length: 30 }, () => alice.post('/v2/settings/customfee', { customfee: 0 })),
  );
  expect(changes.filter(({ status }) => status === 429).length).toBeGreaterThan(5);
});

test('health says which parts run: here those of spot, and none of perpetuals', async () => {
  const isOk = (ok: boolean) => expect.objectContaining({ ok });
  await expect
    .poll(() => api.call('GET', '/health'))
    .toMatchObject({
      status: 503,
      body: {
        status: 'degraded',
        parts: {
          postgres: isOk(true),
          redis: isOk(true),
          'engine-spot': isOk(true),
          'live-view-spot': isOk(true),
          'settlement-spot': isOk(true),
          'engine-perpetual': isOk(false),
          ticker: isOk(false),
        },
      },
    });
});

test('more orders than allowed in a second are refused, and only those', async () => {
  // The tests before have used part of the allowance of this second.
  await delay(1_000);
  const answers = await Promise.all(
    Array.from({ length: 80 }, (_, index) => alice.post('/v2/order', buy(`${index + 1}`, '1'))),
  );
  const placed = answers.filter((answer) => answer.status === 200).length;
  expect(answers.find((answer) => answer.status !== 200)).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
  expect(placed).toBeGreaterThanOrEqual(20);
  expect(placed).toBeLessThan(80);
  expect((await alice.get<Page<SpotOrder>>('/v2/order')).body.total).toBe(placed);
});
