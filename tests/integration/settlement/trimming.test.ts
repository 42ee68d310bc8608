import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { readCursor } from '@pelican/api/src/shards/index.ts';
import { eventField, eventHeaderLength, shardKeys } from '@pelican/shared/engine';
import pg from 'pg';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { startPart } from '../../support/processes.ts';
import { createDatabase, startRedis } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';

const { events } = shardKeys(spotShard);

test('the event stream keeps a minute behind the cursor and loses what is older, once it is settled', async () => {
  const [database, redisService] = await Promise.all([createDatabase(), startRedis()]);
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-trimming-'));
  const pool = new pg.Pool({ connectionString: database.url });
  const redis = connectRedis(redisService.url, { warn: () => undefined });
  const settlement = startPart({
    name: 'settlement-spot',
    entry: 'apps/api/src/processes/settlement.ts',
    dataDir,
    env: { DATABASE_URL: database.url, REDIS_URL: redisService.url, SHARD: spotShard.name },
  });
  try {
    // Answers to repeated entries: headers that count no command. One every 20 ms for three minutes, then one later.
    const startMs = Date.now() - 180_000;
    const ids = Array.from({ length: 9_000 }, (_, i) => `${startMs + i * 20}-0`);
    const publish = (id: string) => redis.xadd(events, id, eventField, Buffer.alloc(eventHeaderLength));
    await Promise.all(ids.map(publish));
    const reached = (id: string) =>
      until(`the cursor is at ${id}`, async () => (await readCursor(pool, spotShard)).position === id, 60_000);
    await reached(ids.at(-1) ?? '');
    await until(
      'old entries are gone',
      async () => {
        const last = `${Date.now()}-0`;
        await publish(last);
        await reached(last);
        return (await redis.xlen(events)) < 5_000;
      },
      60_000,
      300,
    );
    const cursorMs = Number((await readCursor(pool, spotShard)).position.split('-')[0]);
    const [oldest] = await redis.xrange(events, '-', '+', 'COUNT', 1);
    expect(Number(oldest?.[0].split('-')[0])).toBeLessThanOrEqual(cursorMs - 60_000);
    expect(await settlement.stop()).toBe(0);
  } finally {
    if (settlement.isRunning()) await settlement.kill();
    redis.disconnect();
    await pool.end();
    await redisService.stop();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }
});
