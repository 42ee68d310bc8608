/** One exchange is one Postgres and one Redis that belong together: both carry the same id. */
import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Queryable } from '../platform/database/index.ts';

const redisKey = 'exchange:id';
const settingKey = 'exchange_id';

/** Postgres and Redis are of different exchanges, or one of them has lost its data. The message says what to do. */
export class ExchangeMismatch extends Error {}

/**
 * Gives a new pair its id, and checks that of an old one. Call before the first read or write at start.
 * @returns the id
 * @throws ExchangeMismatch when the two do not belong together
 */
export async function ensureExchangeId(redis: Redis, pool: Queryable): Promise<string> {
  const inPostgres = await postgresExchangeId(pool);
  const inRedis = await readExchangeId(redis);
  if (inPostgres !== undefined && inPostgres === inRedis) return inPostgres;
  if (inPostgres === undefined && inRedis === null) return create(redis, pool);
  // Two processes may meet at the very first start: Postgres has the id, Redis is about to get it.
  if (inPostgres !== undefined && inRedis === null && (await isFresh(pool))) {
    await redis.set(redisKey, inPostgres, 'NX');
    return ensureExchangeId(redis, pool);
  }
  throw new ExchangeMismatch(mismatchText(inPostgres, inRedis));
}

/** The id that Redis carries; null when it carries none. */
export function readExchangeId(redis: Redis): Promise<string | null> {
  return redis.get(redisKey);
}

/** Makes Redis belong to an exchange: what a restore does last. */
export async function writeExchangeId(redis: Redis, id: string): Promise<void> {
  await redis.set(redisKey, id);
}

async function create(redis: Redis, pool: Queryable): Promise<string> {
  await pool.query(
    `INSERT INTO system_settings (key, value, updated_at) VALUES ($1, to_jsonb($2::text), now()) ON CONFLICT DO NOTHING`,
    [settingKey, randomUUID()],
  );
  const id = await postgresExchangeId(pool);
  if (id === undefined) throw new Error('the id of the exchange could not be stored');
  await redis.set(redisKey, id, 'NX');
  return ensureExchangeId(redis, pool);
}

/** The id that Postgres carries; undefined when it carries none. */
export async function postgresExchangeId(pool: Queryable): Promise<string | undefined> {
  const { rows } = await pool.query<{ value: string }>('SELECT value FROM system_settings WHERE key = $1', [
    settingKey,
  ]);
  return rows[0]?.value;
}

/** True while nothing has been settled: an empty journal is then right. */
async function isFresh(pool: Queryable): Promise<boolean> {
  const { rows } = await pool.query("SELECT 1 FROM settlement_cursors WHERE position <> '0-0' LIMIT 1");
  return rows.length === 0;
}

function mismatchText(inPostgres: string | undefined, inRedis: string | null): string {
  if (inRedis === null)
    return `Postgres belongs to exchange ${inPostgres} and has settled trades, but this Redis is empty: the journal is missing. Point REDIS_URL at the Redis of this exchange, or put the journal back from the engines' own copies: npm run ops -- recover-journal (docs/operations.md, "Redis lost entries"). Starting on an empty journal would lose orders.`;
  if (inPostgres === undefined)
    return `Redis belongs to exchange ${inRedis}, but this Postgres has no exchange yet. Point DATABASE_URL at the database of that exchange, or use an empty Redis for a new one.`;
  return `Postgres belongs to exchange ${inPostgres}, Redis to exchange ${inRedis}. Point DATABASE_URL and REDIS_URL at servers that belong together.`;
}
