/** Connections to Redis, and what we demand of the server that keeps the journal. */
import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { Queryable } from './database.ts';

/**
 * A connection that never gives a command up: after a reconnect it sends again what has had no answer.
 * Commands that must not run twice carry their own protection (the journal: sender and counter).
 */
export function connectRedis(redisUrl: string, log: Pick<Logger, 'warn'>): Redis {
  const redis = new Redis(redisUrl, {
    maxRetriesPerRequest: null,
    retryStrategy: (attempts) => Math.min(50 * attempts, 1000),
  });
  redis.on('error', (error) => log.warn({ err: error }, 'Redis'));
  return redis;
}

const demands = { appendonly: 'yes', appendfsync: 'always', 'maxmemory-policy': 'noeviction' } as const;

/**
 * Checks that Redis keeps what it acknowledges.
 * @throws Error naming the settings that are wrong, in production; elsewhere they are logged
 */
export async function checkRedisSettings(redis: Redis, production: boolean, log: Pick<Logger, 'warn'>): Promise<void> {
  const faults: string[] = [];
  for (const [name, wanted] of Object.entries(demands)) {
    const [, value] = (await redis.config('GET', name)) as string[];
    if (value !== wanted) faults.push(`${name} is ${value}, must be ${wanted}`);
  }
  if (faults.length === 0) return;
  const message = `Redis would lose acknowledged orders: ${faults.join('; ')}`;
  if (production) throw new Error(message);
  log.warn(message);
}

const exchangeIdKey = 'exchange:id';

/**
 * Makes sure that this Redis and this Postgres belong to one exchange: both carry its id. The first start writes it.
 * @throws Error when only one of them knows an exchange, or they know different ones
 */
export async function ensureExchangeId(redis: Redis, db: Queryable): Promise<string> {
  await db.query(
    `INSERT INTO system_settings (key, value, updated_at) VALUES ('exchange_id', to_jsonb($1::text), now())
     ON CONFLICT (key) DO NOTHING`,
    [randomUUID()],
  );
  const { rows } = await db.query<{ id: string; settled: string }>(
    `SELECT value #>> '{}' AS id,
            (SELECT coalesce(max(seq), 0) FROM settlement_cursors)::text AS settled
       FROM system_settings WHERE key = 'exchange_id'`,
  );
  const { id, settled } = rows[0] as { id: string; settled: string };
  const known = await redis.get(exchangeIdKey);
  if (known === null && settled === '0') await redis.set(exchangeIdKey, id, 'NX');
  const found = known ?? (await redis.get(exchangeIdKey));
  if (found === id) return id;
  throw new Error(
    found === null
      ? 'Postgres holds an exchange but Redis is empty: the journal is missing. Restore Redis, or start with an empty database.'
      : `Postgres belongs to exchange ${id} but Redis to ${found}: one of the two addresses is wrong.`,
  );
}
