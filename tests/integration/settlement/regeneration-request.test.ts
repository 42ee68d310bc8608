import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { requestRegeneration, shardKeys } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';

let service: Service;
let redis: Redis;

beforeAll(async () => {
  service = await startRedis();
  redis = connectRedis(service.url, { warn: () => undefined });
});

afterAll(async () => {
  redis.disconnect();
  await service.stop();
});

test('a request that a new connection sends again keeps what was derived for it; another request begins anew', async () => {
  const { regenerated, regeneration } = shardKeys(spotShard);
  const ask = (request: string, from: string) => requestRegeneration(redis, spotShard, { request, from });
  await ask('first', '5-0');
  await redis.xadd(regenerated, '6-0', 'e', 'derived');
  await ask('first', '5-0');
  expect(await redis.xlen(regenerated)).toBe(1);
  await ask('second', '7-0');
  expect(await redis.xlen(regenerated)).toBe(0);
  expect(await redis.hgetall(regeneration)).toEqual({ request: 'second', from: '7-0' });
});
