/** A disk with less free space than its watermark. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import type { TestUser } from '../../support/test-api.ts';

const openLong = { market: 'BTC_USDT', mode: 'cross', side: 'buy', position: 'long', type: 'limit' } as const;
const closeLong = { ...openLong, side: 'sell' } as const;

let exchange: PerpetualApi;
let alice: TestUser;

beforeAll(async () => {
  // No disk has a petabyte free.
  exchange = await startPerpetualApi({ INTAKE_DISK_FREE_MB: '1000000000', INTAKE_FOLDERS: '/' });
  await exchange.tick({ BTC_USDT: '60000' });
  alice = await exchange.trader('alice@test.local', '10000');
}, 180_000);

afterAll(() => exchange?.close(), 60_000);

test('orders that open are refused, in both shards', async () => {
  const opened = await alice.post('/v3/order', { ...openLong, price: '60000', sz: '1' });
  expect(opened).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } });
  const spot = await alice.post('/v2/order', { pair: 'LTC_USDT', direction: 'buy', price: '10', amount: '0.1' });
  expect(spot).toMatchObject({ status: 503, body: { code: 'overloaded' } });
});

test('orders that close reach the engine, which judges them', async () => {
  const closed = await alice.post('/v3/order', { ...closeLong, price: '60000', sz: '1' });
  expect(closed).toMatchObject({ status: 422, body: { code: 'insufficient_position' } });
  const position = { market: 'BTC_USDT', mode: 'cross', position: 'long' };
  expect(await alice.post('/v3/close-position', position)).toMatchObject({ body: { code: 'position_not_found' } });
});

test('health and metrics name the shard and the disk', async () => {
  const health = await exchange.call<{ parts: Record<string, unknown> }>('GET', '/health');
  expect(health.status).toBe(503);
  expect(health.body.parts['intake-perpetual']).toMatchObject({
    ok: false,
    detail: expect.stringMatching(/takes no new orders: \/ has \d+ MB free \(limit 1000000000 MB\)/),
  });
  const metrics = await exchange.call('GET', '/metrics');
  expect(String(metrics.body)).toContain('intake_open{shard="perpetual"} 0');
});
