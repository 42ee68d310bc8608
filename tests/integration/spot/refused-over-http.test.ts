/** Spot orders over HTTP that change nothing, and say why. */
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
    api.trader('alice@test.local', { USDT: '100000', PLC: '1000' }),
    api.trader('bob@test.local', { LTC: '1000', USDT: '1000' }),
  ]);
}, 150_000);
afterAll(() => api.close());

test('an order of more than one has is refused', async () => {
  const answer = await bob.post('/v2/order', sell('100', '5000'));
  expect(answer).toMatchObject({
    status: 422,
    body: { code: 'insufficient_balance', errors: { message: ['Insufficient balance'] } },
  });
});

test('an order below the minimum, above the maximum, or of too small a total is refused', async () => {
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

test('post-only, fill-or-kill and market orders are refused where the book does not suit them', async () => {
  await bob.post('/v2/order', sell('200', '1'));
  expect(await alice.post('/v2/order', buy('200', '1', { post_only: true }))).toMatchObject({
    status: 422,
    body: { code: 'would_take' },
  });
  expect(await alice.post('/v2/order', buy('200', '3', { tif: 'fok' }))).toMatchObject({
    status: 422,
    body: { code: 'cannot_fill' },
  });
  expect(await alice.post('/v2/order/put_market', { pair: 'ETH_BTC', direction: 'sell', amount: '1' })).toMatchObject({
    status: 422,
  });
  expect(await bob.delete('/v2/order/deleteall')).toMatchObject({ body: { cancelled: 1 } });
});
