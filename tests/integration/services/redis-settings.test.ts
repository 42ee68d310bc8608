/** What the API demands of the Redis that keeps the journals. */
import { checkRedisSettings } from '@pelican/api/src/platform/redis/index.ts';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { Service } from '../../support/service.ts';
import { startRedis } from '../../support/services.ts';

let server: Service;
let redis: Redis;

beforeAll(async () => {
  server = await startRedis();
  redis = new Redis(server.url);
  await redis.config('SET', 'maxmemory', '100mb');
});
afterAll(async () => {
  redis.disconnect();
  await server.stop();
});

test('a setting by which acknowledged orders could be lost is refused in production and said elsewhere', async () => {
  const warn = vi.fn();
  await checkRedisSettings(redis, true, { warn });
  expect(warn).not.toHaveBeenCalled();
  await redis.config('SET', 'appendfsync', 'everysec');
  const fault = 'Redis would lose acknowledged orders: appendfsync is everysec and must be always';
  await expect(checkRedisSettings(redis, true, { warn })).rejects.toThrow(fault);
  await checkRedisSettings(redis, false, { warn });
  expect(warn.mock.calls).toEqual([[fault]]);
  await redis.config('SET', 'appendfsync', 'always');
});

test('a Redis that does not disclose its settings, as a managed one, is taken with a warning', async () => {
  await redis.call('ACL', 'SETUSER', 'app', 'on', '>secret', '~*', '&*', '+@all', '-config');
  const url = new URL(server.url);
  [url.username, url.password] = ['app', 'secret'];
  const managed = new Redis(url.href);
  const warn = vi.fn();
  await checkRedisSettings(managed, true, { warn });
  managed.disconnect();
  expect(warn.mock.calls.flat()).toEqual([
    'Redis does not disclose its settings (appendonly, appendfsync, maxmemory-policy): see to it that they are as docs/operations.md says',
  ]);
});
