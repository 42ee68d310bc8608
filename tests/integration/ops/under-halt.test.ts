import { underHalt } from '@pelican/api/src/adapters/cli/under-halt.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { halt, readHalts } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';

const reason = 'maintenance';
const shards = [spotShard];
const { name } = spotShard;

let server: Service;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = connectRedis(server.url, { warn: () => undefined });
});

afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

beforeEach(() => redis.flushall());

async function haltReasons(): Promise<string[]> {
  return (await readHalts(redis)).map((raised) => raised.reason).sort();
}

test('the exchange is halted during the work and goes on after it', async () => {
  const isDone = await underHalt(redis, shards, reason, async () => {
    expect(await haltReasons()).toEqual([reason]);
    return true;
  });
  expect(isDone).toBe(true);
  expect(await haltReasons()).toEqual([]);
});

test('the halt that the work is for ends with it; one that is raised during the work stays', async () => {
  await halt(redis, name, { position: '5-0', reason: 'the first loss' });
  await underHalt(redis, shards, reason, async () => {
    await halt(redis, name, { position: '7-0', reason: 'a second loss' });
    return true;
  });
  expect(await haltReasons()).toEqual(['a second loss']);
});

test('all halts stay when the work is not done, or fails', async () => {
  await halt(redis, name, { position: '5-0', reason: 'the loss' });
  expect(await underHalt(redis, shards, reason, async () => false)).toBe(false);
  const failed = underHalt(redis, shards, reason, () => Promise.reject(new Error('no disk')));
  await expect(failed).rejects.toThrow('no disk');
  expect(await haltReasons()).toEqual(['the loss']);
});
