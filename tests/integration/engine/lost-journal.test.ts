/** Redis loses entries of the journal: the exchange halts, no restart makes another history, and one command goes on. */
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
import { haltKey } from '@pelican/shared/engine/journal-halt.ts';
import { shardKeys } from '@pelican/shared/engine/shards.ts';
import type { Command } from '@pelican/shared/engine/spot/commands.ts';
import { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { spotWire } from '@pelican/shared/engine/spot/wire.ts';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { freePort, until } from '../../../scripts/services/process.ts';
import { type RedisServer, startRedisServer } from '../../../scripts/services/redis-server.ts';
import { checkPair } from '../../../scripts/supervisor/pairing.ts';
import { faultsOfBooks } from '../../support/books.ts';
import { openJournalClient, type SpotJournalClient } from '../../support/journal-client.ts';
import { creditShard, insertUser } from '../../support/ledger-users.ts';
import { insertListings } from '../../support/listings.ts';
import { awaitRole, type PartProcess, startEngine, startPart } from '../../support/processes.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';
import { spotShard } from '../../support/shards.ts';
import { buys as buysOf, sells as sellsOf } from '../../support/spot-commands.ts';

vi.setConfig({ testTimeout: 180_000 });

const { commands, lease } = shardKeys(spotShard);
const root = resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);
const silent = { warn: () => undefined };

let folder: string;
let database: TestDatabase;
let pool: pg.Pool;
let port: number;
let server: RedisServer;
let redis: Redis;
let client: SpotJournalClient;
let market: number;
let alice: number;
let bob: number;
let engine: PartProcess;
let settlement: PartProcess;

function startServer(name: string, at: number): Promise<RedisServer> {
  return startRedisServer({
    dataDir: join(folder, name),
    port: at,
    password: 'test',
    logFile: join(folder, `${name}.log`),
  });
}

beforeEach(async () => {
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
  client = await openJournalClient(server.url, spotWire);
  await inTransaction(pool, publishListings);
  await until('the engine knows the listings', isOutboxDone, 60_000);
  [alice, bob] = [await person('alice@test.local'), await person('bob@test.local')];
});

afterEach(async () => {
  await client.close();
  client.journal.close();
  for (const part of [engine, settlement]) if (part.isRunning()) await part.kill();
  redis.disconnect();
  await pool.end();
  await server.stop();
  await database.drop();
  rmSync(folder, { recursive: true, force: true });
});

const buys = (user: number, priceTicks: number, lots: number) => buysOf(user, priceTicks, lots * 10, { market });
const sells = (user: number, priceTicks: number, lots: number) => sellsOf(user, priceTicks, lots * 10, { market });

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

async function submit(...orders: Command[]): Promise<number[]> {
  const answers = await Promise.all(orders.map((order) => client.engine.submit(order)));
  for (const { code } of answers) expect(code).toBe(RejectCode.none);
  return answers.map(({ orderId }) => orderId);
}

async function settledOrders(): Promise<number[]> {
  const { rows } = await pool.query<{ id: string }>('SELECT id FROM spot_orders ORDER BY id');
  return rows.map(({ id }) => Number(id));
}

function settles(...orders: number[]): Promise<void> {
  const areThere = async () => {
    const settled = new Set(await settledOrders());
    return orders.every((order) => settled.has(order));
  };
  return until('the orders are settled', areThere, 60_000);
}

async function isHalted(): Promise<boolean> {
  return (await redis.exists(haltKey)) === 1;
}

async function ops(...args: string[]): Promise<{ code: number; output: string }> {
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

async function closeClient(): Promise<void> {
  await client.close();
  client.journal.close();
}

/** A client that opens now, as a process does that starts now. */
async function reopenClient(): Promise<void> {
  await closeClient();
  client = await openJournalClient(server.url, spotWire);
}

/** Neither engine nor settlement nor a writer that starts again makes another history. */
async function expectNoRestart(): Promise<void> {
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
async function goesOn(): Promise<void> {
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
async function failOverTo(copy: string): Promise<void> {
  await server.stop();
  server = await startServer(copy, port);
}

/** A replica that is up to date at this moment and hears nothing from now on. */
async function makeLateReplica(): Promise<void> {
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

async function journalIds(): Promise<string[]> {
  return (await redis.xrange(commands, '-', '+')).map(([id]) => id);
}

test('emptied while it runs: writers and engine stop, no restart goes on, and everything is put back', async () => {
  const orders = await submit(sells(alice, 10_000, 5000), buys(bob, 10_000, 3000), buys(bob, 9_950, 1000));
  await settles(...orders);
  const ids = await journalIds();
  await redis.flushall();
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'exchange_halted' });
  await expectNoRestart();
  expect(await redis.exists(commands), 'nothing was appended').toBe(0);
  const { code, output } = await ops('recover-journal');
  expect(output).toContain('OK: nothing is lost');
  expect(code).toBe(0);
  expect(await journalIds()).toEqual(ids);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining(orders));
});

test('failed over to a replica that was behind: the missing second is put back under its own ids', async () => {
  const before = await submit(sells(alice, 10_000, 5000));
  await makeLateReplica();
  const after = await submit(buys(bob, 10_000, 3000), buys(bob, 9_950, 1000));
  await settles(...before, ...after);
  const ids = await journalIds();
  await failOverTo('replica');
  await until('the exchange is halted', isHalted, 30_000);
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'exchange_halted' });
  await expectNoRestart();
  const { code, output } = await ops('recover-journal');
  expect(output).toMatch(/missing from \d+-\d+ to \d+-\d+: 2 commands in [12] entries, put back/);
  expect(output).toContain('OK: nothing is lost');
  expect(code).toBe(0);
  expect(await journalIds()).toEqual(ids);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining([...before, ...after]));
});

test('appended to before anything noticed: the missing entries go before what no engine has answered', async () => {
  await makeLateReplica();
  const orders = await submit(sells(alice, 10_000, 5000), buys(bob, 10_000, 3000));
  const ids = await journalIds();
  await engine.kill();
  await settlement.kill();
  // Nobody is left who would notice.
  await closeClient();
  await failOverTo('replica');
  client = await openJournalClient(server.url, spotWire);
  const unanswered = client.engine.submit(buys(bob, 9_950, 1000));
  await expect(unanswered).rejects.toMatchObject({ code: 'outcome_unknown' });
  engine.start();
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
  expect((await ops('recover-journal')).output).toContain('OK: nothing is lost');
  expect((await journalIds()).slice(0, ids.length)).toEqual(ids);
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining(orders));
});

interface Entry {
  position: string;
  bytes: Buffer;
}

async function newestEntry(): Promise<Entry> {
  const [found] = (await redis.callBuffer('XREVRANGE', commands, '+', '-', 'COUNT', 1)) as [Buffer, Buffer[]][];
  return { position: String(found?.[0]), bytes: found?.[1][1] ?? Buffer.alloc(0) };
}

/** The copy of a standby of this machine that has read an entry behind one of the journal. */
function copyAsStandby(after: string, { position, bytes }: Entry): void {
  const { tail } = engineFolders(folder, spotShard);
  const part = join(tail, 'engine-spot-standby');
  mkdirSync(part, { recursive: true });
  writeFileSync(join(part, tailFileName(after, Date.now())), Buffer.concat(encodeEntry(position, bytes)));
}

test('what only a standby had read stays out once commands behind it are answered, and the exchange goes on', async () => {
  const before = await submit(sells(alice, 10_000, 5000));
  await settles(...before);
  const shared = await newestEntry();
  await makeLateReplica();
  await engine.kill();
  await settlement.kill();
  await expect(client.engine.submit(buys(bob, 9_950, 1000))).rejects.toMatchObject({ code: 'outcome_unknown' });
  const lost = await newestEntry();
  await closeClient();
  await failOverTo('replica');
  engine.start();
  settlement.start();
  client = await openJournalClient(server.url, spotWire);
  const answered = await submit(buys(bob, 10_000, 3000));
  copyAsStandby(shared.position, lost);
  await engine.kill();
  engine.start();
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
  const refused = await ops('recover-journal');
  expect(refused.output).toContain(`from ${lost.position} to ${lost.position} in 1 entries: an engine has read them`);
  expect(refused.output).toContain('--accept-loss goes on');
  expect(await isHalted()).toBe(true);
  expect(await ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
  await goesOn();
  expect(await settledOrders()).toEqual(expect.arrayContaining([...before, ...answered]));
});

/** A standby of this machine has read an entry that the journal does not hold any more. */
async function loseWhatTheStandbyRead(): Promise<void> {
  const { position, bytes } = await newestEntry();
  copyAsStandby(position, { position: `${position.split('-')[0]}-9`, bytes });
}

test('an engine that reconnects halts when another engine of its machine has read what Redis has lost', async () => {
  await submit(sells(alice, 10_000, 5000));
  await loseWhatTheStandbyRead();
  await redis.call('CLIENT', 'KILL', 'TYPE', 'normal');
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
});

test('an engine halts rather than lead when another engine of its machine has read what Redis has lost', async () => {
  await submit(sells(alice, 10_000, 5000));
  await redis.set(lease, 'of another', 'PX', 60_000);
  await awaitRole(engine, folder, 'standby');
  await loseWhatTheStandbyRead();
  await redis.del(lease);
  expect(await engine.ended()).toBe(1);
  expect(await isHalted()).toBe(true);
});

test('another entry under the newest id is noticed by its content', async () => {
  await submit(sells(alice, 10_000, 5000));
  const entries = (await redis.callBuffer('XRANGE', commands, '-', '+')) as [Buffer, [Buffer, Buffer]][];
  const id = String(entries.at(-1)?.[0]);
  const other = redis.multi();
  for (const [at, [name, bytes]] of entries)
    other.xadd(`${commands}:other`, String(at), name, String(at) === id ? 'another' : bytes);
  await other.rename(`${commands}:other`, commands).exec();
  await until('the exchange is halted', isHalted, 30_000);
  expect(await engine.ended()).toBe(1);
  const { code, output } = await ops('recover-journal', '--accept-loss');
  expect(output).toContain(`hold two entries ${id}: two histories`);
  expect(code).toBe(1);
  expect(await isHalted()).toBe(true);
});

test('without any copy, what is lost is named, and the operator may go on without it', async () => {
  const before = await submit(sells(alice, 10_000, 5000));
  await settles(...before);
  await settlement.kill();
  await makeLateReplica();
  await submit(buys(bob, 10_000, 3000));
  const lost = (await journalIds()).at(-1) ?? '';
  await engine.kill();
  rmSync(join(folder, 'engine'), { recursive: true });
  await failOverTo('replica');
  await until('the exchange is halted', isHalted, 30_000);
  const refused = await ops('recover-journal');
  expect(refused).toMatchObject({ code: 1, output: expect.stringContaining(`LOST: spot: ${lost} was acknowledged`) });
  expect(await isHalted()).toBe(true);
  expect(await ops('recover-journal', '--accept-loss')).toMatchObject({ code: 0 });
  await goesOn();
});

test('older than Postgres and without a copy: only a backup helps, and the lost orders are named', async () => {
  await makeLateReplica();
  const orders = await submit(sells(alice, 10_000, 5000));
  await settles(...orders);
  await engine.kill();
  await settlement.kill();
  rmSync(join(folder, 'engine'), { recursive: true });
  await failOverTo('replica');
  await expect(checkPair(database.url, server.url, [spotShard], false, silent)).rejects.toThrow('does not hold');
  settlement.start();
  await until('settlement halts the exchange', isHalted, 30_000);
  const { code, output } = await ops('recover-journal', '--accept-loss');
  expect(code).toBe(1);
  expect(output).toContain(`1 orders (${orders.join()}) of Postgres are in no journal`);
  expect(await isHalted()).toBe(true);
});
