/**
 * An engine and a settlement on a Redis that loses entries of the journal, with two people who trade. What is exported belongs to
 * the test that runs.
 */
import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { relayOutbox } from '@pelican/api/src/jobs/upkeep/relay-outbox.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { ensureExchangeId } from '@pelican/api/src/shards/index.ts';
import { encodeEntry } from '@pelican/engine/src/host/archive.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { tailFileName } from '@pelican/engine/src/host/copied-entries.ts';
import { haltKey, shardKeys } from '@pelican/shared/engine';
import { type Command, RejectCode, spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { freePort, until } from '../../scripts/services/process.ts';
import { type RedisServer, startRedisServer } from '../../scripts/services/redis-server.ts';
import { faultsOfBooks } from './books.ts';
import { openJournalClient, type SpotJournalClient } from './journal-client.ts';
import { creditShard, insertUser } from './ledger-users.ts';
import { insertListings } from './listings.ts';
import { awaitRole, type PartProcess, startEngine, startPart } from './processes.ts';
import { createDatabase, type TestDatabase } from './services.ts';
import { spotShard } from './shards.ts';
import { buys as buysOf, sells as sellsOf } from './spot-commands.ts';

const { commands } = shardKeys(spotShard);
const root = resolve(import.meta.dirname, '../..');
const run = promisify(execFile);
export const silent = { warn: () => undefined };

export let folder: string;
export let database: TestDatabase;
export let pool: pg.Pool;
let port: number;
export let server: RedisServer;
export let redis: Redis;
export let client: SpotJournalClient;
let market: number;
export let alice: number;
export let bob: number;
export let engine: PartProcess;
export let settlement: PartProcess;

function startServer(name: string, at: number): Promise<RedisServer> {
  return startRedisServer({
    dataDir: join(folder, name),
    port: at,
    password: 'test',
    logFile: join(folder, `${name}.log`),
  });
}

/** Starts everything before each test of a file, and ends it afterwards. */
export function openJournalForEachTest(): void {
  vi.setConfig({ testTimeout: 180_000 });
  beforeEach(open);
  afterEach(close);
}

async function open(): Promise<void> {
  folder = mkdtempSync(join(tmpdir(), 'pelican-lost-'));
  port = await freePort();
  [database, server] = await Promise.all([createDatabase(), startServer('redis', port)]);
  await insertListings(database.url);
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  pool.on('error', () => undefined);
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM markets WHERE name = 'LTC_USDT'`);
  market = rows[0]?.id ?? 0;
  redis = connectRedis(server.url, silent);
  await ensureExchangeId(redis, pool);
  engine = startEngine({ redisUrl: server.url, dataDir: folder, env: { LEASE_MS: '1000' } });
  settlement = startPart({
    name: 'settlement-spot',
    entry: 'apps/api/src/processes/settlement.ts',
    dataDir: folder,
    env: { SHARD: 'spot', DATABASE_URL: database.url, REDIS_URL: server.url },
  });
  await awaitRole(engine, folder, 'leader');
  client = await openJournalClient(server.url, spotWire);
  await inTransaction(pool, publishListings);
  await until('the engine knows the listings', isOutboxDone, 60_000);
  [alice, bob] = [await person('alice@test.local'), await person('bob@test.local')];
}

async function close(): Promise<void> {
  await client.close();
  client.journal.close();
  for (const part of [engine, settlement]) if (part.isRunning()) await part.kill();
  redis.disconnect();
  await pool.end();
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
}

export const buys = (user: number, priceTicks: number, lots: number) => buysOf(user, priceTicks, lots * 10, { market });
export const sells = (user: number, priceTicks: number, lots: number) =>
  sellsOf(user, priceTicks, lots * 10, { market });

async function isOutboxDone(): Promise<boolean> {
  await relayOutbox({ pool, redis: client.redis, journal: client.journal, shard: spotShard });
  return (
    (await pool.query(`SELECT 1 FROM outbox_commands WHERE done_at IS NULL AND shard_id = 1 LIMIT 1`)).rows.length === 0
  );
}

/** A new user with money in the trade wallet, which came through the ledger. */
async function person(email: string): Promise<number> {
  const userId = await insertUser(pool, email);
  const assets = await pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker IN ('LTC', 'USDT')`);
  for (const { id: assetId } of assets.rows) await creditShard(pool, { userId, assetId, amount: '10000', to: 'trade' });
  await until('the engine has the money', isOutboxDone, 60_000);
  return userId;
}

export async function submit(...orders: Command[]): Promise<number[]> {
  const answers = await Promise.all(orders.map((order) => client.engine.submit(order)));
  for (const { code } of answers) expect(code).toBe(RejectCode.none);
  return answers.map(({ orderId }) => orderId);
}

export async function settledOrders(): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM spot_orders ORDER BY id');
  return rows.map(({ id }) => Number(id));
}

export function settles(...orders: number[]): Promise<void> {
  const areThere = async () => {
    const settled = new Set(await settledOrders());
    return orders.every((order) => settled.has(order));
  };
  return until('the orders are settled', areThere, 60_000);
}

export async function isHalted(): Promise<boolean> {
  return (await redis.exists(haltKey)) === 1;
}

export async function ops(...args: string[]): Promise<{ code: number; output: string }> {
  const env = {
    ...process.env,
    DATABASE_URL: database.url,
    REDIS_URL: server.url,
    DATA_DIR: folder,
    SHARDS: 'spot=1:spot,perpetual=2:perpetual',
  };
  try {
    const { stdout } = await run(process.execPath, ['apps/api/src/processes/ops.ts', ...args], {
      cwd: root,
      env,
    });
    return { code: 0, output: stdout };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, output: stdout + stderr };
  }
}

export async function closeClient(): Promise<void> {
  await client.close();
  client.journal.close();
}

/** A client that opens now, as a process does that starts now. */
export async function openClient(): Promise<void> {
  client = await openJournalClient(server.url, spotWire);
}

async function reopenClient(): Promise<void> {
  await closeClient();
  await openClient();
}

/** Neither engine nor settlement nor a writer that starts again makes another history. */
export async function expectNoRestart(): Promise<void> {
  expect(await engine.ended()).toBe(1);
  const before = await redis.xrevrange(commands, '+', '-', 'COUNT', 1);
  await settlement.kill();
  settlement.start();
  engine.start();
  expect(await engine.ended()).toBe(1);
  await reopenClient();
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'exchange_halted' });
  expect(await redis.xrevrange(commands, '+', '-', 'COUNT', 1)).toEqual(before);
}

/** Everything starts on what is there now, and trades. */
export async function goesOn(): Promise<void> {
  expect(await isHalted()).toBe(false);
  await settlement.kill();
  settlement.start();
  engine.start();
  await awaitRole(engine, folder, 'leader');
  await reopenClient();
  const orders = await submit(buys(bob, 9_900, 1000), sells(alice, 10_100, 1000));
  await settles(...orders);
  expect(await faultsOfBooks(pool)).toEqual({});
  const { code, output } = await ops('replay', '--shard', 'spot');
  expect(output).toContain('OK: no difference');
  expect(code).toBe(0);
}

/** The server goes down, and the copy takes its address. */
export async function failOverTo(copy: string): Promise<void> {
  await server.stop();
  server = await startServer(copy, port);
}

/** A replica that is up to date at this moment and hears nothing from now on. */
export async function makeLateReplica(): Promise<void> {
  const replica = await startServer('replica', await freePort());
  const link = connectRedis(replica.url, silent);
  await link.config('SET', 'masterauth', 'test');
  await redis.config('SET', 'repl-diskless-sync-delay', 0);
  await link.call('REPLICAOF', '127.0.0.1', port);
  const follows = async () => /master_link_status:up/.test(await link.info('replication'));
  await until('the replica follows', follows, 30_000);
  await redis.call('WAIT', 1, 10_000);
  await link.call('REPLICAOF', 'NO', 'ONE');
  // A server does not stop while it writes the file that it will start from.
  const isWritten = async () =>
    /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/.test(await link.info('persistence'));
  await until('the replica is on its disk', isWritten, 30_000);
  link.disconnect();
  await replica.stop();
}

export async function journalIds(): Promise<string[]> {
  return (await redis.xrange(commands, '-', '+')).map(([id]) => id);
}

interface JournalEntry {
  position: string;
  bytes: Buffer;
}

export async function newestEntry(): Promise<JournalEntry> {
  const [found] = (await redis.callBuffer('XREVRANGE', commands, '+', '-', 'COUNT', 1)) as [Buffer, Buffer[]][];
  return { position: String(found?.[0]), bytes: found?.[1][1] ?? Buffer.alloc(0) };
}

/** The copy of a standby of this machine that has read an entry behind one of the journal. */
export function copyAsStandby(after: string, { position, bytes }: JournalEntry): void {
  const { tail } = engineFolders(folder, spotShard);
  const part = join(tail, 'engine-spot-standby');
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, tailFileName(after, Date.now())), Buffer.concat(encodeEntry(position, bytes)));
}
