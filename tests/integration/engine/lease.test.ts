/** The lease on a real Redis, and the halt that holds it back. */
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { halt, haltKey, Lease, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';

const { lease: leaseKey } = shardKeys(spotShard);
const silent = { warn: () => undefined };

let server: Service;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, silent);
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

test('while the exchange is halted no lease is gained or renewed, and each that asks learns of it', async () => {
  const gained: string[] = [];
  const lease = (name: string) => {
    let knowsOfHalt = false;
    const created = new Lease({
      ...{ redis, key: leaseKey, leaseMs: 600, log: silent },
      onGained: () => gained.push(name),
      onLost: () => gained.push(`${name} lost`),
      onRenewed: () => undefined,
      onHalted: () => {
        knowsOfHalt = true;
      },
    });
    onTestFinished(() => created.release());
    return { start: () => created.start(), release: () => created.release(), knowsOfHalt: () => knowsOfHalt };
  };
  const [leader, other] = [lease('leader'), lease('other')];
  leader.start();
  await until('one leads', () => gained.length === 1, 60_000);
  await halt(redis, 'spot', { position: '1-0', reason: 'a test' });
  await until('the leader knows', leader.knowsOfHalt, 60_000);
  await until('its lease has run out', async () => (await redis.exists(leaseKey)) === 0, 60_000);
  other.start();
  await until('the other knows', other.knowsOfHalt, 60_000);
  await until('the leader has lost its lease', () => gained.includes('leader lost'), 60_000);
  expect(await redis.exists(leaseKey)).toBe(0);
  await leader.release();
  await redis.del(haltKey);
  await until('the other leads', () => gained.at(-1) === 'other', 60_000);
  expect(gained).toEqual(['leader', 'leader lost', 'other']);
});
