/** Postgres goes back to an older state, further than the event stream reaches: the missing events are derived again. */

import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { Listings, startLiveMarketData } from '@pelican/api/src/live/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { missingEvents, readCursor } from '@pelican/api/src/shards/index.ts';
import { RegenerationField, shardKeys } from '@pelican/shared/engine';
import pg from 'pg';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { faultsOfBooks } from '../../support/books.ts';
import { awaitRole } from '../../support/processes.ts';
import { type SettledShard, startSettledShard } from '../../support/settled-shard.ts';
import { spotShard } from '../../support/shards.ts';
import { runFlow } from './flow.ts';

const { events, commands, regenerated, regeneration } = shardKeys(spotShard);
const money = { USDT: '1000000', LTC: '100000' };
/** What settlement writes; times of writing aside, two databases that settled the same events hold the same. */
const settledTables = {
  spot_orders: '*',
  spot_deals: '*',
  trade_balances: '*',
  klines: '*',
  settlement_cursors: 'shard_id, position, seq',
};

vi.setConfig({ testTimeout: 160_000 });

let shard: SettledShard;
let market: number;
let users: number[];
let pools: pg.Pool[];

beforeEach(async () => {
  pools = [];
  shard = await startSettledShard({ SNAPSHOT_EVERY_COMMANDS: '400' });
  users = [await shard.person('alice@test.local', money), await shard.person('bob@test.local', money)];
  const { rows } = await shard.pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
  market = rows[0]?.id ?? 0;
});

afterEach(async () => {
  for (const pool of pools) await pool.end();
  await shard.stop();
});

function openPool(databaseUrl: string): pg.Pool {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  pool.on('error', () => undefined);
  pools.push(pool);
  return pool;
}

function trade(count: number, seed: number): Promise<void> {
  return runFlow(shard, { market, users, commands: count, seed });
}

/** The database as it is now; trading goes on, and the event stream forgets what lies between. */
async function olderDatabase(): Promise<string> {
  await shard.settled();
  await shard.settlement.stop();
  const url = await shard.copyOfDatabase();
  shard.settlement.start();
  await trade(800, 2);
  await shard.settled();
  const { position } = await readCursor(shard.pool, spotShard);
  await shard.client.redis.xtrim(events, 'MINID', position);
  return url;
}

async function contentOf(pool: pg.Pool): Promise<Record<string, unknown[]>> {
  const content: Record<string, unknown[]> = {};
  for (const [table, columns] of Object.entries(settledTables))
    content[table] = (await pool.query(`SELECT ${columns} FROM ${table} ORDER BY 1, 2, 3`)).rows;
  return content;
}

async function settledUpTo(pool: pg.Pool, position: string): Promise<void> {
  await until('everything is settled', async () => (await readCursor(pool, spotShard)).position === position, 60_000);
}

test('an older Postgres gets every missing event once, and is then what it would have been', async () => {
  await trade(400, 1);
  const older = openPool(await olderDatabase());
  await shard.settlement.stop();
  const { position } = await readCursor(shard.pool, spotShard);
  const settlement = shard.startSettlement('settlement-older', older.options.connectionString);
  await settledUpTo(older, position);
  expect(await contentOf(older)).toEqual(await contentOf(shard.pool));
  expect(await faultsOfBooks(older)).toEqual({});
  await until(
    'the request is withdrawn',
    async () => (await missingEvents(shard.client.redis, spotShard)) === undefined,
    60_000,
  );
  expect(await shard.client.redis.exists(regenerated)).toBe(0);
  expect(await settlement.stop()).toBe(0);
});

test('engine and settlement may die while events are derived again', async () => {
  await trade(400, 1);
  const older = openPool(await olderDatabase());
  await shard.settlement.stop();
  const { position } = await readCursor(shard.pool, spotShard);
  const settlement = shard.startSettlement('settlement-older', older.options.connectionString);
  const someAreThere = () =>
    until('events are derived again', async () => (await shard.client.redis.exists(regenerated)) === 1, 60_000, 1);
  await someAreThere();
  await shard.engine.kill();
  await settlement.kill();
  shard.engine.start();
  settlement.start();
  await someAreThere();
  await settlement.kill();
  settlement.start();
  await settledUpTo(older, position);
  expect(await contentOf(older)).toEqual(await contentOf(shard.pool));
  expect(await settlement.stop()).toBe(0);
});

test('a request that Redis has lost is made again', async () => {
  await trade(400, 1);
  const older = openPool(await olderDatabase());
  await shard.settlement.stop();
  await shard.engine.stop();
  const { position } = await readCursor(shard.pool, spotShard);
  const settlement = shard.startSettlement('settlement-older', older.options.connectionString);
  const request = () => shard.client.redis.hget(regeneration, RegenerationField.request);
  await until('settlement asks', async () => (await request()) !== null, 60_000);
  await shard.client.redis.del(regeneration);
  await until('settlement asks again', async () => (await request()) !== null, 60_000);
  shard.engine.start();
  await settledUpTo(older, position);
  expect(await contentOf(older)).toEqual(await contentOf(shard.pool));
  await settlement.stop();
});

test('a live view over an older Postgres waits for settlement', async () => {
  await trade(400, 1);
  const older = openPool(await olderDatabase());
  await shard.settlement.stop();
  const { position } = await readCursor(shard.pool, spotShard);
  const starting = startLiveMarketData({
    pool: older,
    shard: spotShard,
    listings: new Listings(older, [spotShard]),
    connectRedis: () => connectRedis(shard.redisUrl, { warn: () => undefined }),
    log: pino({ level: 'silent' }),
    resolve: () => undefined,
  });
  const settlement = shard.startSettlement('settlement-older', older.options.connectionString);
  const live = await starting;
  try {
    await live.waitUntilCurrent();
    expect(live.view.position).toBe(position);
    // The view may be ahead of settlement by the entries that the event stream still holds.
    await settledUpTo(older, position);
    const { rows } = await older.query('SELECT 1 FROM spot_orders WHERE status <= 2');
    expect(live.view.orders.size).toBe(rows.length);
  } finally {
    await live.close();
    expect(await settlement.stop()).toBe(0);
  }
});

test('with a part of the journal gone, settlement stays where it is and says what is missing', async () => {
  await trade(400, 1);
  const older = openPool(await olderDatabase());
  await shard.settlement.stop();
  await shard.engine.stop();
  const { position } = await readCursor(older, spotShard);
  rmSync(join(shard.dataDir, 'engine/spot/archive'), { recursive: true, force: true });
  const [oldest = ['']] = await shard.client.redis.xrange(events, '-', '+', 'COUNT', 1);
  // As the leader has trimmed it: a trim by anybody else halts the exchange.
  await shard.client.redis.set(shardKeys(spotShard).trimmed, oldest[0]);
  await shard.client.redis.xtrim(commands, 'MINID', oldest[0]);
  shard.engine.start();
  await awaitRole(shard.engine, shard.dataDir, 'leader');
  const settlement = shard.startSettlement('settlement-older', older.options.connectionString);
  const reason = () => missingEvents(shard.client.redis, spotShard);
  await until('the reason is known', async () => (await reason())?.startsWith('events are lost') === true, 60_000);
  expect(await reason()).toContain('does not reach back');
  expect((await readCursor(older, spotShard)).position).toBe(position);
  expect(settlement.isRunning()).toBe(true);
});
