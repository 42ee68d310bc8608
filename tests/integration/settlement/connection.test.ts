import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { connectPostgres, openSettler, Settlement, SettlementMetrics } from '@pelican/api/src/settlement/index.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { insertListings } from '../../support/listings.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';

const log = pino({ level: 'silent' });

let database: TestDatabase;
let redis: Service;

beforeEach(async () => {
  [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  await insertListings(database.url);
});

afterEach(async () => {
  await redis.stop();
  await database.drop();
});

test('a connection that ends while settlement begins is noticed, even with nothing to settle', async () => {
  let begun = 0;
  const settlement = new Settlement({
    shard: spotShard,
    commandsMax: 100,
    keptEventsMs: 1_000,
    connectRedis: () => connectRedis(redis.url, log),
    connectPostgres: () => connectPostgres(database.url, 'test', log),
    openSettler: async (client, withConnection) => {
      const settler = await openSettler.spot(client, withConnection);
      if (++begun === 1) {
        const ended = new Promise<void>((resolve) => client.once('end', resolve));
        await client.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => undefined);
        await ended;
      }
      return settler;
    },
    log,
    metrics: new SettlementMetrics('spot'),
  });
  const stopping = new AbortController();
  const running = settlement.run(stopping.signal);
  await until('settlement begins again', async () => begun >= 2, 60_000);
  stopping.abort();
  await running;
  expect(begun).toBe(2);
});
