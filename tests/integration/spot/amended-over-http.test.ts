/** A change of an open spot order over HTTP. */
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
  [alice, bob] = await Promise.all([
    api.trader('alice@test.local', { USDT: '100000' }),
    api.trader('bob@test.local', { LTC: '1000' }),
  ]);
}, 150_000);
afterAll(() => api.close());

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

test('an order that is changed keeps its id and its money, is in the books at once and in Postgres soon', async () => {
  const { body: order } = await alice.post<SpotOrder>('/v2/order', buy('50', '2'));
  const smaller = await modify(alice, { order_id: order.id, amount: '1.5' });
  expect(smaller).toMatchObject({ status: 200, body: { id: order.id, price: '50', amount: '1.5', left: '1.5' } });
  const moved = await modify(alice, { order_id: order.id, price: '51', amount: '3' });
  expect(moved.body).toMatchObject({ id: order.id, price: '51', amount: '3', left: '3', status: 'open' });
  expect(await openOrder(alice, order.id)).toEqual(moved.body);
  await expect.poll(() => stored(order.id)).toEqual({ price: 51, amount: 3, remaining: 3 });
  await alice.delete(`/v2/order/${order.id}`);
});

test('a change to a price that meets the book trades, and the order is then as history says', async () => {
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

test('a change is refused whole and by its field, and leaves the order', async () => {
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

test('a change is repeated under its client id without a second effect, also behind the end of the order', async () => {
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

test('of many changes at once with fills and a cancellation, each is answered and the money adds up', async () => {
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
