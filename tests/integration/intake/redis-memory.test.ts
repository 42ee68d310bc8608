/** Redis near its maxmemory, and at it: intake stops, nobody loses the lead, and all goes on once there is room. */
import type { SpotOrder } from '@pelican/shared/contracts/spot';
import { shardKeys } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { spotShard } from '../../support/shards.ts';
import type { TestUser } from '../../support/test-api.ts';
import { startTradingApi, type TradingApi } from '../../support/trading-api.ts';

const waitMsMax = 60_000;
const leaseMs = 2_500;

let exchange: TradingApi;
let redis: Redis;
let alice: TestUser;

beforeAll(async () => {
  exchange = await startTradingApi({ LEASE_MS: String(leaseMs) });
  redis = new Redis(exchange.redisUrl);
  alice = await exchange.trader('alice@test.local', { USDT: '100000' });
}, 180_000);

afterAll(async () => {
  await setMaxmemory(0);
  redis.disconnect();
  await exchange.close();
}, 120_000);

beforeEach(async () => {
  await setMaxmemory(0);
  await until('orders are taken', async () => (await place()).status === 200, waitMsMax);
});

function place() {
  return alice.post<SpotOrder>('/v2/order', { pair: 'LTC_USDT', direction: 'buy', price: '10', amount: '0.1' });
}

async function setMaxmemory(bytes: number): Promise<void> {
  await redis.config('SET', 'maxmemory', String(bytes));
}

async function usedMemory(): Promise<number> {
  return Number(/used_memory:(\d+)/.exec(await redis.info('memory'))?.[1]);
}

test('past the watermark orders are refused and cancels go on', async () => {
  const resting = await place();
  await setMaxmemory(Math.round((await usedMemory()) / 0.85));
  await until('an order is refused', async () => (await place()).status === 503, waitMsMax);
  expect((await place()).body).toMatchObject({ code: 'overloaded' });
  expect(await alice.delete(`/v2/order/${resting.body.id}`)).toMatchObject({ status: 200 });
});

test('a Redis that refuses every write ends no process and no lead', async () => {
  const { lease } = shardKeys(spotShard);
  const leader = await redis.get(lease);
  expect(leader).not.toBeNull();
  await setMaxmemory(1);
  await until('an order is refused', async () => (await place()).status === 503, waitMsMax);
  // A lease that is not renewed is gone after its time.
  const from = performance.now();
  await until('the lease has been renewed', async () => performance.now() - from > 2 * leaseMs, waitMsMax);
  expect(await redis.get(lease)).toBe(leader);

  await setMaxmemory(0);
  await until('orders are taken again', async () => (await place()).status === 200, waitMsMax);
  await exchange.parts.spot.shards[0].settled.waitUntilSettled(exchange.parts.spot.shards[0].live.view.seq, waitMsMax);
}, 120_000);
