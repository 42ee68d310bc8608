import { ensureExchangeId } from '@pelican/api/src/shards/index.ts';
import { registerShards } from '@pelican/api/src/shards/register-shards.ts';
import type { Shard } from '@pelican/shared/engine';
import { Redis } from 'ioredis';
import pg from 'pg';

/** Gives a migrated database and its Redis their shards and their id, as scripts/prepare.ts does before the first start. */
export async function prepareExchange(servers: {
  databaseUrl: string;
  redisUrl: string;
  shards: readonly Shard[];
}): Promise<void> {
  const pool = new pg.Pool({ connectionString: servers.databaseUrl, max: 1 });
  const redis = new Redis(servers.redisUrl);
  await registerShards(pool, servers.shards);
  await ensureExchangeId(redis, pool);
  redis.disconnect();
  await pool.end();
}
