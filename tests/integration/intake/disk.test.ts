/** A disk with less free space than its watermark, and with room again. */
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type PerpetualApi, startPerpetualApi } from '../../support/perpetual-api.ts';
import { canMountDisks, mountDisk, type SmallDisk } from '../../support/small-disk.ts';
import type { TestUser } from '../../support/test-api.ts';

const openLong = { market: 'BTC_USDT', mode: 'cross', side: 'buy', position: 'long', type: 'limit' } as const;
const closeLong = { ...openLong, side: 'sell' } as const;

/** Where no disk can be mounted it is the machine's, which has no petabyte free. */
const folder = canMountDisks ? mkdtempSync(join(tmpdir(), 'pelican-disk-')) : '/';
const limitMb = canMountDisks ? 100 : 1_000_000_000;

const waitMsMax = 60_000;

let disk: SmallDisk | undefined;
let exchange: PerpetualApi;
let alice: TestUser;

beforeAll(async () => {
  if (canMountDisks) disk = mountDisk(folder);
  exchange = await startPerpetualApi({ INTAKE_DISK_FREE_MB: String(limitMb), INTAKE_FOLDERS: folder });
  await exchange.tick({ BTC_USDT: '60000' });
  alice = await exchange.trader('alice@test.local', '10000');
  disk?.fill();
  await until('an order is refused', async () => (await open()).status === 503, waitMsMax);
}, 180_000);

afterAll(async () => {
  await exchange?.close();
  disk?.unmount();
}, 60_000);

function open() {
  return alice.post('/v3/order', { ...openLong, price: '60000', sz: '1' });
}

test('orders that open are refused, in both shards', async () => {
  expect(await open()).toMatchObject({ status: 503, body: { code: 'overloaded' }, headers: { 'retry-after': '2' } });
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
    detail: expect.stringMatching(
      new RegExp(`takes no new orders: ${folder} has \\d+ MB free \\(limit ${limitMb} MB\\)`),
    ),
  });
  const metrics = await exchange.call('GET', '/metrics');
  expect(String(metrics.body)).toContain('intake_open{shard="perpetual"} 0');
});

test.skipIf(!canMountDisks)('both shards take orders again by themselves once there is room', async () => {
  disk?.free();
  await until('an order is taken', async () => (await open()).status === 200, waitMsMax);
  const isOpen = async () => {
    const { body } = await exchange.call('GET', '/metrics');
    return /intake_open{shard="spot"} 1/.test(String(body)) && /intake_open{shard="perpetual"} 1/.test(String(body));
  };
  await until('both shards take orders', isOpen, waitMsMax);
});
