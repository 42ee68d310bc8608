import { setTimeout as delay } from 'node:timers/promises';
import type { TradeSettings } from '@pelican/shared/contracts/settings';
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { configureEngine, fund } from '../../support/fund-engine.ts';
import { type ShardProcesses, startShardProcesses } from '../../support/shard-processes.ts';
import { buy, type Page, sell } from '../../support/spot-orders.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let shard: ShardProcesses;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTestApi({ ORDERS_PER_SECOND: '40' });
  shard = startShardProcesses(api);
  await configureEngine(api);
  [alice, bob] = await Promise.all([api.signUp('alice@test.local'), api.signUp('bob@test.local')]);
  await fund(api, alice, { USDT: '100000', PLC: '1000' });
  await fund(api, bob, { LTC: '1000', USDT: '1000' });
}, 150_000);
afterAll(async () => {
  await shard.stop();
  await api.close();
});

describe('a trade between two people', () => {
  test('is seen by both with its fees, and history says so right after the answer', async () => {
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
});

describe('what changes nothing', () => {
  test('more than one has', async () => {
    const answer = await bob.post('/v2/order', sell('100', '5000'));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'insufficient_balance', errors: { message: ['Insufficient balance'] } },
    });
  });

  test('below the minimum, above the maximum, total too small', async () => {
    expect(await alice.post('/v2/order', buy('100', '0.0005'))).toMatchObject({
      status: 422,
      body: { code: 'amount_too_small' },
    });
    expect(await alice.post('/v2/order', buy('1', '8001'))).toMatchObject({
      status: 422,
      body: { code: 'amount_too_large' },
    });
    expect(await alice.post('/v2/order', buy('0.01', '1'))).toMatchObject({
      status: 422,
      body: { code: 'total_too_small' },
    });
    expect(await alice.post('/v2/order', buy('10000.01', '1'))).toMatchObject({
      status: 422,
      body: { code: 'price_too_high' },
    });
  });

  test('an order of somebody else does not exist, and stays', async () => {
    const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '1'));
    expect(await bob.delete(`/v2/order/${order.id}`)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found', errors: { message: ['Order does not exist'] } },
    });
    expect(await bob.delete('/v2/order/deleteall/LTC_USDT')).toMatchObject({ body: { cancelled: 0 } });
    const open = await alice.get<Page<SpotOrder>>('/v2/order');
    expect(open.body.result.map(({ id }) => id)).toContain(order.id);
    expect(await alice.delete(`/v2/order/${order.id}`)).toMatchObject({
      status: 200,
      body: { id: order.id, status: 'canceled', cancel_reason: 'user' },
    });
    expect(await alice.delete(`/v2/order/${order.id}`)).toMatchObject({
      status: 404,
      body: { code: 'order_not_found' },
    });
  });

  test('a repeat with the same client id is the first order, with other content a conflict', async () => {
    const first = await alice.post<SpotOrder>('/v2/order', buy('40', '1', { client_id: 'repeat-1' }));
    const again = await alice.post<SpotOrder>('/v2/order', buy('40', '1', { client_id: 'repeat-1' }));
    expect(again).toMatchObject({ status: 200, body: { id: first.body.id, client_id: 'repeat-1' } });
    expect(await alice.post('/v2/order', buy('41', '1', { client_id: 'repeat-1' }))).toMatchObject({
      status: 409,
      body: { code: 'repeated_with_other_content' },
    });
    expect((await alice.get<Page<SpotOrder>>('/v2/order')).body.total).toBe(1);
    expect(await alice.delete('/v2/order/deleteallbycoin/LTC')).toMatchObject({ status: 200, body: { cancelled: 1 } });
  });

  test('post-only, fill-or-kill and market orders without a partner', async () => {
    await bob.post('/v2/order', sell('200', '1'));
    expect(await alice.post('/v2/order', buy('200', '1', { post_only: true }))).toMatchObject({
      status: 422,
      body: { code: 'would_take' },
    });
    expect(await alice.post('/v2/order', buy('200', '3', { tif: 'fok' }))).toMatchObject({
      status: 422,
      body: { code: 'cannot_fill' },
    });
    expect(await alice.post('/v2/order/put_market', { pair: 'ETH_BTC', direction: 'sell', amount: '1' })).toMatchObject(
      { status: 422 },
    );
    expect(await bob.delete('/v2/order/deleteall')).toMatchObject({ body: { cancelled: 1 } });
  });
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

describe('a change of an open order', () => {
  const modify = (person: TestUser, body: object) => person.post<SpotOrder>('/v2/order/modify', body);
  const openOrder = async (person: TestUser, id: number) =>
    (await person.get<Page<SpotOrder>>('/v2/order')).body.result.find((order) => order.id === id);
  const stored = async (id: number) => {
    const { rows } = await api.parts.pool.query<{ price: string; amount: string; remaining: string }>(
      'SELECT price::float8, amount::float8, remaining::float8 FROM spot_orders WHERE id = $1',
      [id],
    );
    return rows[0];
  };

  test('keeps its id and its money, is in the books at once and in Postgres soon', async () => {
    const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '2'));
    const smaller = await modify(alice, { order_id: order.id, amount: '1.5' });
    expect(smaller).toMatchObject({ status: 200, body: { id: order.id, price: '50', amount: '1.5', left: '1.5' } });
    const moved = await modify(alice, { order_id: order.id, price: '51', amount: '3' });
    expect(moved.body).toMatchObject({ id: order.id, price: '51', amount: '3', left: '3', status: 'open' });
    expect(await openOrder(alice, order.id)).toEqual(moved.body);
    await expect.poll(() => stored(order.id)).toEqual({ price: 51, amount: 3, remaining: 3 });
    await alice.delete(`/v2/order/${order.id}`);
  });

  test('trades at a price that meets the book, and is then as history says', async () => {
    const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '2'));
    await bob.post('/v2/order', sell('55', '0.5'));
    const { body } = await modify(alice, { order_id: order.id, price: '56' });
    expect(body).toMatchObject({
      price: '56',
      amount: '2',
      left: '1.5',
      deal_money: '27.5',
      status: 'partially_filled',
    });
    const below = await modify(alice, { order_id: order.id, amount: '0.4' });
    expect(below).toMatchObject({ status: 422, body: { code: 'size_below_filled' } });
    const ended = await modify(alice, { order_id: order.id, amount: '0.5' });
    expect(ended.body).toMatchObject({ amount: '0.5', left: '0', status: 'filled' });
    const { body: history } = await alice.get<Page<SpotOrder>>('/v2/order/finished');
    expect(history.result[0]).toEqual(ended.body);
  });

  test('is refused whole and by its field, and leaves the order', async () => {
    const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '2'));
    const cases: [object, number, string][] = [
      [{ price: '50', amount: '3000' }, 422, 'insufficient_balance'],
      [{ price: '50.001' }, 422, 'wrong_step'],
      [{ amount: '0.0000001' }, 422, 'wrong_step'],
      [{}, 422, 'invalid_argument'],
      [{ order_id: order.id + 1_000_000, price: '51' }, 404, 'order_not_found'],
    ];
    for (const [changes, status, code] of cases) {
      const answer = await modify(alice, { order_id: order.id, ...changes });
      expect(answer, JSON.stringify(changes)).toMatchObject({ status, body: { code } });
    }
    expect(await modify(bob, { order_id: order.id, price: '51' })).toMatchObject({ status: 404 });
    expect(await openOrder(alice, order.id)).toEqual(order);
    await alice.delete(`/v2/order/${order.id}`);
  });

  test('is repeated under its client id without a second effect, also behind the end of the order', async () => {
    const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '2'));
    const change = { order_id: order.id, amount: '3', client_id: 'change-1' };
    await modify(alice, change);
    await modify(alice, { order_id: order.id, amount: '2.5' });
    expect((await modify(alice, change)).body).toMatchObject({ amount: '2.5', left: '2.5' });
    expect(await modify(alice, { ...change, amount: '4' })).toMatchObject({ status: 409 });
    await alice.delete(`/v2/order/${order.id}`);
    expect((await modify(alice, change)).body).toMatchObject({ id: order.id, status: 'canceled', amount: '2.5' });
    expect(await modify(alice, { order_id: order.id, amount: '2' })).toMatchObject({ status: 404 });
  });

  test('of many at once with fills and a cancellation, each is answered and the money adds up', async () => {
    const balances = async () =>
      (
        await api.parts.pool.query(
          'SELECT asset_id, sum(available + frozen)::float8 AS sum FROM trade_balances GROUP BY 1 ORDER BY 1',
        )
      ).rows;
    const before = await balances();
    const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '1'));
    const answers = await Promise.all([
      ...['0.4', '0.9', '1.2', '0.1'].map((amount) => modify(alice, { order_id: order.id, amount })),
      bob.post<SpotOrder>('/v2/order', sell('50', '0.3', { tif: 'ioc' })),
      modify(alice, { order_id: order.id, price: '50.5' }),
      bob.post<SpotOrder>('/v2/order', sell('50', '0.3', { tif: 'ioc' })),
      alice.delete(`/v2/order/${order.id}`),
      modify(alice, { order_id: order.id, amount: '5' }),
    ]);
    for (const { status } of answers) expect([200, 404, 422]).toContain(status);
    const { body: open } = await alice.get<Page<SpotOrder>>('/v2/order');
    expect(open.result.filter(({ id }) => id === order.id)).toEqual([]);
    await alice.get('/v2/order/finished');
    expect(await balances()).toEqual(before);
    const frozen = await api.parts.pool.query(
      'SELECT sum(frozen)::float8 AS sum FROM trade_balances WHERE user_id = $1',
      [alice.id],
    );
    expect(frozen.rows).toEqual([{ sum: 0 }]);
  });
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
