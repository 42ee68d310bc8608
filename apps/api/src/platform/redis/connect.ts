/** Connections to Redis, and what we demand of the server that keeps the journal. */
import { readDurability, redisSetting } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';

/**
 * A connection that never gives a command up: after a reconnect it sends again what has had no answer.
 * Commands that must not run twice carry their own protection (the journal: sender and counter).
 */
export function connectRedis(redisUrl: string, log: Pick<Logger, 'warn'>): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    // Under RESP3 a raw XREAD answers in another shape.
    protocol: 2,
    retryStrategy: (attempts) => Math.min(50 * attempts, 1000),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'Redis'));
  return redis;
}

/**
 * Checks that Redis keeps what it acknowledges. One that does not disclose its settings, as managed ones do not, is taken with a warning.
 * @throws Error naming the settings that are wrong, in production; elsewhere they are logged
 */
export async function checkRedisSettings(redis: Redis, production: boolean, log: Pick<Logger, 'warn'>): Promise<void> {
  const { faults, unknown } = await readDurability(redis);
  if (unknown.length > 0) {
    const names = unknown.join(', ');
    log.warn(`Redis does not disclose its settings (${names}): see to it that they are as docs/operations.md says`);
  }
  if ((await redisSetting(redis, 'maxmemory')) === '0')
    log.warn('Redis has no maxmemory: the system may end it before new orders are refused');
  if (faults.length === 0) return;
  const message = `Redis would lose acknowledged orders: ${faults.join('; ')}`;
  if (production) throw new Error(message);
  log.warn(message);
}
