/** A user's orders one by one: by their id with their fills, by filters, cancelled together, and as a file. */
import type { OwnExport } from '@pelican/shared/contracts/exports';
import type { SpotOrder, SpotTrade } from '@pelican/shared/contracts/spot';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { parseCsv } from '../../support/csv.ts';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

interface Page<Item> {
  result: Item[];
  total: number;
  net: string;
}

let api: TradingApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startTradingApi();
  alice = await api.trader('alice@test.local', { USDT: '100000' });
  bob = await api.trader('bob@test.local', { LTC: '1000' });
}, 180_000);
afterEach(async () => {
  for (const user of [alice, bob]) await user.delete('/v2/order/deleteall');
});
afterAll(() => api.close());

async function place(user: TestUser, direction: 'buy' | 'sell', price: string, amount: string, more = {}) {
  const body = { pair: 'LTC_USDT', direction, price, amount, ...more };
  const answer = await user.post<SpotOrder>('/v2/order', body);
  expect(answer).toMatchObject({ status: 200 });
  return answer.body;
}
const byId = (user: TestUser, id: number | string) => user.get<SpotOrder>(`/v2/order/${id}`);
const fillsOf = (user: TestUser, id: number, query = '') => user.get<Page<SpotTrade>>(`/v2/order/${id}/deals${query}`);
const sum = (values: string[]) => values.reduce((total, value) => total + Number(value), 0);

describe('an order by its id', () => {
  test('is what it is now, from its placement to its end, with its own fills', async () => {
    const other = await place(alice, 'buy', '100', '1');
    const order = await place(alice, 'buy', '101', '2');
    expect((await byId(alice, order.id)).body).toEqual(order);
    expect((await fillsOf(alice, order.id)).body).toMatchObject({ result: [], total: 0 });

    const first = await place(bob, 'sell', '101', '0.5');
    expect((await byId(alice, order.id)).body).toMatchObject({ status: 'partially_filled', deal_stock: '0.5' });
    await place(bob, 'sell', '100', '1.75');
    const { body: ended } = await byId(alice, order.id);
    expect(ended).toMatchObject({ status: 'filled', deal_stock: '2', ftime: expect.any(Number) });
    const { body: fills } = await fillsOf(alice, order.id);
    expect(fills.total).toBe(2);
    expect(fills.result.map(({ amount, deal_order_id }) => [amount, deal_order_id])).toEqual([
      ['1.5', order.id],
      ['0.5', order.id],
    ]);
    expect(sum(fills.result.map(({ fee }) => fee))).toBeCloseTo(Number(ended.deal_fee), 12);
    expect(sum(fills.result.map(({ net }) => net))).toBeCloseTo(Number(fills.net), 12);
    expect((await fillsOf(alice, order.id, '?offset=1&limit=1')).body).toMatchObject({
      total: 2,
      net: fills.net,
      offset: 1,
      limit: 1,
      result: [{ amount: '0.5' }],
    });
    expect((await fillsOf(bob, first.id)).body).toMatchObject({
      total: 1,
      result: [{ side: 1, role: 2, amount: '0.5' }],
    });

    await alice.delete(`/v2/order/${other.id}`);
    expect((await byId(alice, other.id)).body).toMatchObject({ status: 'canceled', cancel_reason: 'user' });
  });

  test('of somebody else does not exist, as one that there never was', async () => {
    const open = await place(alice, 'buy', '90', '1');
    const ended = await place(alice, 'buy', '90', '1');
    await alice.delete(`/v2/order/${ended.id}`);
    const missing = { status: 404, body: { code: 'order_not_found' } };
    for (const id of [open.id, ended.id, ended.id + 1_000_000, 0, '9999999999999999']) {
      expect(await byId(bob, id), `${id}`).toMatchObject(missing);
      expect(await bob.get(`/v2/order/${id}/deals`), `${id}`).toMatchObject(missing);
    }
    for (const id of ['1.0', '0x10', 'mine']) expect((await byId(bob, id)).status, id).toBe(422);
    expect(await api.call('GET', `/v2/order/${open.id}`)).toMatchObject({ status: 401 });
  });

  test('is one with its fills while it is changed and filled at once', async () => {
    const order = await place(alice, 'buy', '80', '3');
    await Promise.all([
      ...['2.5', '2.8', '1.9'].map((amount) => alice.post('/v2/order/modify', { order_id: order.id, amount })),
      ...Array.from({ length: 4 }, () => place(bob, 'sell', '80', '0.25', { tif: 'ioc' })),
      alice.post('/v2/order/modify', { order_id: order.id, price: '80.5' }),
      byId(alice, order.id),
    ]);
    const { body: now } = await byId(alice, order.id);
    const { body: fills } = await fillsOf(alice, order.id);
    expect(now.status).toBe('partially_filled');
    expect(sum(fills.result.map(({ amount }) => amount))).toBeCloseTo(Number(now.deal_stock), 12);
    expect(sum([now.deal_stock, now.left])).toBeCloseTo(Number(now.amount), 12);
    const { body: ended } = await alice.delete<SpotOrder>(`/v2/order/${order.id}`);
    expect((await byId(alice, order.id)).body).toEqual(ended);
  });
});

test('lists of open and finished orders are filtered by source and status', async () => {
  const bots = await place(alice, 'buy', '70', '1', { source: 'bot' });
  const untouched = await place(alice, 'buy', '69', '1');
  const cancelled = await place(alice, 'buy', '68', '1', { source: 'bot' });
  await alice.delete(`/v2/order/${cancelled.id}`);
  await place(bob, 'sell', '70', '0.5');
  const ids = async (path: string) => {
    const { status, body } = await alice.get<Page<SpotOrder>>(path);
    expect(status).toBe(200);
    expect(body.total).toBe(body.result.length);
    return body.result.map(({ id }) => id);
  };
  expect(await ids('/v2/order?source=bot')).toEqual([bots.id]);
  expect(await ids('/v2/order?status=partially_filled')).toEqual([bots.id]);
  expect(await ids('/v2/order?status=open')).toEqual([untouched.id]);
  expect(await ids('/v2/order?status=open&source=bot')).toEqual([]);
  expect(await ids('/v2/order?source=&status=')).toEqual([untouched.id, bots.id]);
  await place(bob, 'sell', '70', '0.5');
  expect(await ids('/v2/order/finished?source=bot&status=filled')).toEqual([bots.id]);
  expect(await ids('/v2/order/finished?source=bot&status=canceled')).toEqual([cancelled.id]);
  const market = await alice.post<SpotOrder>('/v2/order/put_market', {
    pair: 'LTC_USDT',
    direction: 'buy',
    amount: '10',
    source: 'bot',
  });
  expect(market).toMatchObject({ status: 422 });
  expect(await alice.get('/v2/order/finished?status=lost')).toMatchObject({ status: 422 });
});

test('a market order whose book ended counts as filled in the filter too', async () => {
  await place(bob, 'sell', '60', '0.1');
  const { body: order } = await alice.post<SpotOrder>('/v2/order/put_market', {
    pair: 'LTC_USDT',
    direction: 'buy',
    amount: '100',
    source: 'end-of-book',
  });
  expect(order).toMatchObject({ status: 'filled', cancel_reason: 'market_end' });
  const found = async (status: string) =>
    (await alice.get<Page<SpotOrder>>(`/v2/order/finished?source=end-of-book&status=${status}`)).body.total;
  expect([await found('filled'), await found('canceled')]).toEqual([1, 0]);
});

test('of 25 orders that are cancelled while two of them are filled, each has one end and no money stays frozen', async () => {
  const placed = await Promise.all(
    Array.from({ length: 25 }, (_, at) => place(alice, 'buy', `${50 + at / 100}`, '0.1')),
  );
  const [all] = await Promise.all([
    alice.delete<{ cancelled: number }>('/v2/order/deleteallbycoin/LTC'),
    place(bob, 'sell', '50.23', '0.2', { tif: 'ioc' }),
  ]);
  const ends = await Promise.all(placed.map(async ({ id }) => (await byId(alice, id)).body.status));
  const count = (status: string) => ends.filter((one) => one === status).length;
  expect(count('canceled')).toBe(all.body.cancelled);
  expect(count('canceled') + count('filled')).toBe(25);
  expect((await alice.get<Page<SpotOrder>>('/v2/order')).body.total).toBe(0);
  await alice.get('/v2/order/finished');
  const { rows } = await api.parts.pool.query(
    'SELECT sum(frozen)::float8 AS frozen FROM trade_balances WHERE user_id = $1',
    [alice.id],
  );
  expect(rows).toEqual([{ frozen: 0 }]);
});

test('orders become a file: open and finished, by source, status and side, with what they cost', async () => {
  const worker = startExportWorker(api);
  const carol = await api.trader('carol@test.local', { USDT: '10000' });
  const filled = await place(carol, 'buy', '40', '1', { source: 'bot', client_id: 'carols-1' });
  await place(bob, 'sell', '40', '1');
  const cancelled = await place(carol, 'buy', '39', '2');
  await carol.delete(`/v2/order/${cancelled.id}`);
  const open = await place(carol, 'buy', '38', '3');
  const rowsOf = async (params: object) => {
    const begun = await carol.post<OwnExport>('/v2/exports', { kind: 'spot.orders', params, format: 'csv' });
    expect(begun).toMatchObject({ status: 200 });
    expect(await endOf(carol, begun.body.id)).toMatchObject({ state: 'ready' });
    return parseCsv((await fileOf(api, carol, begun.body.id)).content);
  };
  const all = await rowsOf({});
  expect(all).toMatchObject([
    {
      Pair: 'LTC/USDT',
      Side: 'Buy',
      Type: 'Limit',
      Source: 'bot',
      Status: 'Filled',
      Price: '40',
      Amount: '1',
      'Amount in': 'LTC',
      Filled: '1',
      Value: '40',
      Fee: '0.08',
      GST: '0.0144',
      TDS: '0',
      'Currency of fee': 'USDT',
      Order: `${filled.id}`,
      'Client id': 'carols-1',
    },
    { Status: 'Cancelled', Filled: '0', Order: `${cancelled.id}` },
    { Status: 'Open', Order: `${open.id}`, 'Finished (Asia/Kolkata)': '' },
  ]);
  const ordersOf = async (params: object) => (await rowsOf(params)).map((row) => Number(row.Order));
  expect(await ordersOf({ state: 'finished', source: '', pair: 'LTC_USDT' })).toEqual([filled.id, cancelled.id]);
  expect(await ordersOf({ state: 'open', side: 'buy' })).toEqual([open.id]);
  expect(await ordersOf({ status: 'canceled', source: 'web' })).toEqual([cancelled.id]);
  expect(await ordersOf({ to: Math.floor(filled.ctime) - 60 })).toEqual([]);
  const refused = await carol.post('/v2/exports', { kind: 'spot.orders', params: { status: 'lost' }, format: 'csv' });
  expect(refused).toMatchObject({ status: 422, body: { errors: { status: expect.anything() } } });
  await worker.close();
}, 120_000);
