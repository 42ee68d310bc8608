import { Redis } from 'ioredis';
import pg from 'pg';
import type { Logger } from 'pino';
import { checkRedisSettings } from '../../apps/api/src/platform/redis/index.ts';
import { haltOrFault } from '../../apps/api/src/settlement/journal-fault.ts';
import { ExchangeMismatch, ensureExchangeId, readCursor } from '../../apps/api/src/shards/index.ts';
import { registerShards, ShardMismatch } from '../../apps/api/src/shards/register-shards.ts';
import type { Shard } from '../../packages/shared/src/engine/index.ts';
import { StartError } from './start-error.ts';

/**
 * Checks that Redis keeps what it acknowledges (outside production only a warning), and that it and Postgres are of the
 * same exchange; a new pair is given its id, and a new shard its rows.
 *
 * @throws StartError naming what is wrong
 */
export async function checkPair(
  databaseUrl: string,
  redisUrl: string,
  shards: readonly Shard[],
  production: boolean,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  const redis = new Redis(redisUrl, { lazyConnect: true, retryStrategy: () => null, connectTimeout: 5_000 });
  redis.on('error', () => undefined);
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 1 });
  pool.on('error', () => undefined);
  try {
    await redis.connect();
    await checkRedisSettings(redis, production, log);
    await ensureExchangeId(redis, pool);
    await registerShards(pool, shards);
    const fault = await haltOrFault(redis, shards, (shard) => readCursor(pool, shard));
    if (fault !== undefined) throw new StartError(`${fault}\nThe way on: npm run ops -- recover-journal`);
  } catch (error) {
    if (error instanceof ExchangeMismatch || error instanceof ShardMismatch || redis.status === 'ready')
      throw new StartError((error as Error).message);
    throw new StartError(`REDIS_URL does not answer: ${(error as Error).message}`);
  } finally {
    redis.disconnect();
    await pool.end();
  }
}
