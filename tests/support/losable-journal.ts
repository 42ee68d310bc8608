/**
 * An engine and a settlement of one shard on a Redis that loses entries of the journal, with two people who trade.
 *
 *   const exchange = await LosableJournal.open('spot');     // ended by itself when the test has finished
 *   const orders = await exchange.submit(exchange.sells(10_000, 5000), exchange.buys(10_000, 3000));
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { ensureExchangeId } from '@pelican/api/src/shards/index.ts';
import { encodeEntry } from '@pelican/engine/src/host/archive.ts';
import { engineFolders } from '@pelican/engine/src/host/config.ts';
import { tailFileName } from '@pelican/engine/src/host/copied-entries.ts';
import { haltKey, type Shard, type ShardKind, shardKeys, shardParts, shardsDefault } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { expect, onTestFinished } from 'vitest';
import { freePort, until } from '../../scripts/services/process.ts';
import { type RedisServer, startRedisServer } from '../../scripts/services/redis-server.ts';
import { faultsOfBooks } from './books.ts';
import { creditShard, insertUser } from './ledger-users.ts';
import { insertListings } from './listings.ts';
import { type Order, type People, tradingOf } from './losable-people.ts';
import { awaitRole, type PartProcess, runProgram, startEngine, startPart } from './processes.ts';
import { asPart } from './roles.ts';
import { createDatabase, type TestDatabase } from './services.ts';
import { shardOf } from './shards.ts';

const silent = { warn: () => undefined };

export const shardKinds: readonly ShardKind[] = ['spot', 'perpetual'];

interface JournalEntry {
  position: string;
  bytes: Buffer;
}

interface Opened {
  kind: ShardKind;
  folder: string;
  port: number;
  database: TestDatabase;
  pool: pg.Pool;
  server: RedisServer;
}

function startServer(folder: string, name: string, port: number): Promise<RedisServer> {
  return startRedisServer({
    dataDir: join(folder, name),
    port,
    password: 'test',
    logFile: join(folder, `${name}.log`),
  });
}

export class LosableJournal {
  readonly shard: Shard;
  readonly folder: string;
  readonly database: TestDatabase;
  readonly pool: pg.Pool;
  readonly redis: Redis;
  readonly engine: PartProcess;
  readonly settlement: PartProcess;
  readonly #port: number;
  #server: RedisServer;
  #people: People | undefined;
  #prepared = 0;
  #alice = 0;
  #bob = 0;

  private constructor({ kind, folder, port, database, pool, server }: Opened) {
    this.shard = shardOf(kind);
    this.folder = folder;
    this.database = database;
    this.pool = pool;
    this.#port = port;
    this.#server = server;
    this.redis = connectRedis(server.url, silent);
    const { engine, settlement } = shardParts(this.shard);
    const shard = this.shard.name;
    this.engine = startEngine({
      redisUrl: server.url,
      dataDir: folder,
      shard,
      name: engine,
      env: { LEASE_MS: '1000' },
    });
    this.settlement = startPart({
      name: settlement,
      entry: 'apps/api/src/processes/settlement.ts',
      dataDir: folder,
      env: { SHARD: shard, DATABASE_URL: database.url, REDIS_URL: server.url },
    });
  }

  /** Starts everything, and ends it when the test has finished. */
  static async open(kind: ShardKind): Promise<LosableJournal> {
    const folder = mkdtempSync(join(tmpdir(), 'pelican-lost-'));
    const port = await freePort();
    const [database, server] = await Promise.all([createDatabase(), startServer(folder, 'redis', port)]);
    await insertListings(database.url);
    const pool = new pg.Pool({ connectionString: database.url, max: 4 });
    pool.on('error', () => undefined);
    const journal = new LosableJournal({ kind, folder, port, database, pool, server });
    onTestFinished(() => journal.#close());
    await ensureExchangeId(journal.redis, pool);
    await awaitRole(journal.engine, folder, 'leader');
    await journal.openClient();
    await inTransaction(pool, tradingOf[kind].list);
    await journal.#deliver();
    journal.#alice = await journal.#person('alice@test.local');
    journal.#bob = await journal.#person('bob@test.local');
    return journal;
  }

  async #close(): Promise<void> {
    await this.closeClient();
    for (const part of [this.engine, this.settlement]) if (part.isRunning()) await part.kill();
    this.redis.disconnect();
    await this.pool.end();
    await this.#server.stop();
    await this.database.drop();
    rmSync(this.folder, { recursive: true, force: true });
  }

  get redisUrl(): string {
    return this.#server.url;
  }

  get keys() {
    return shardKeys(this.shard);
  }

  get #trading() {
    return tradingOf[this.shard.kind];
  }

  async #deliver(): Promise<void> {
    const isDelivered = async () => {
      await this.#people?.relay(this.pool);
      const waiting = 'SELECT 1 FROM outbox_commands WHERE done_at IS NULL AND shard_id = $1 LIMIT 1';
      return (await this.pool.query(waiting, [this.shard.id])).rows.length === 0;
    };
    await until('the outbox is delivered', isDelivered, 60_000);
  }

  /** A new user with money in the shard's wallet, which came through the ledger. */
  async #person(email: string): Promise<number> {
    const userId = await insertUser(this.pool, email);
    const { wallet: to, tickers } = this.#trading;
    const assets = await this.pool.query<{ id: number }>('SELECT id FROM assets WHERE ticker = ANY ($1)', [tickers]);
    for (const { id: assetId } of assets.rows) await creditShard(this.pool, { userId, assetId, amount: '10000', to });
    await this.#deliver();
    return userId;
  }

  /** Bob's order; the usual price is 10,000. */
  buys(price: number, amount: number): Order {
    return { user: this.#bob, side: 'buy', price, amount };
  }

  /** Alice's order. */
  sells(price: number, amount: number): Order {
    return { user: this.#alice, side: 'sell', price, amount };
  }

  /** Sends an order and answers what becomes of it. */
  send(order: Order): Promise<{ code: number; orderId: number }> {
    if (!this.#people) throw new Error('there is no client');
    return this.#people.send(order);
  }

  /** Orders that must be accepted; answers their ids. */
  async submit(...orders: Order[]): Promise<number[]> {
    await this.#people?.prepare(this.#prepared++);
    const answers = await Promise.all(orders.map((order) => this.send(order)));
    for (const { code } of answers) expect(code).toBe(0);
    return answers.map(({ orderId }) => orderId);
  }

  async settledOrders(): Promise<number[]> {
    const { rows } = await this.pool.query<{ id: string }>(`SELECT id FROM ${this.#trading.orders} ORDER BY id`);
    return rows.map(({ id }) => Number(id));
  }

  settles(...orders: number[]): Promise<void> {
    const areThere = async () => {
      const settled = new Set(await this.settledOrders());
      return orders.every((order) => settled.has(order));
    };
    return until('the orders are settled', areThere, 60_000);
  }

  async isHalted(): Promise<boolean> {
    return (await this.redis.exists(haltKey)) === 1;
  }

  awaitHalt(): Promise<void> {
    return until('the exchange is halted', () => this.isHalted(), 30_000);
  }

  /** No writer appends: until it has looked at the journal it says that it is unavailable, and then why. */
  async expectRefusal(): Promise<void> {
    let code = '';
    const isRefused = async () => {
      code = await this.send(this.buys(9_950, 1000)).then(
        () => 'accepted',
        (error: { code: string }) => error.code,
      );
      return code !== 'service_unavailable';
    };
    await until('the writer has looked at the journal', isRefused, 30_000);
    expect(code).toBe('exchange_halted');
  }

  /** `npm run ops -- ...`, as a process with the rights of the operator's role. */
  async ops(...args: string[]): Promise<{ code: number; output: string }> {
    const env = {
      DATABASE_URL: asPart(this.database.url, 'operator'),
      REDIS_URL: this.#server.url,
      DATA_DIR: this.folder,
      SHARDS: shardsDefault,
    };
    try {
      return { code: 0, output: await runProgram('apps/api/src/processes/ops.ts', args, env) };
    } catch (error) {
      const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
      return { code, output: stdout + stderr };
    }
  }

  async closeClient(): Promise<void> {
    await this.#people?.close();
    this.#people = undefined;
  }

  /** A client that opens now, as a process does that starts now. */
  async openClient(): Promise<void> {
    this.#people = await this.#trading.open(this.#server.url, this.pool);
  }

  async #reopenClient(): Promise<void> {
    await this.closeClient();
    await this.openClient();
  }

  /** Neither engine nor settlement nor a writer that starts again makes another history. */
  async expectNoRestart(): Promise<void> {
    const newest = () => this.redis.xrevrange(this.keys.commands, '+', '-', 'COUNT', 1);
    expect(await this.engine.ended()).toBe(1);
    const before = await newest();
    await this.settlement.kill();
    this.settlement.start();
    this.engine.start();
    expect(await this.engine.ended()).toBe(1);
    await this.#reopenClient();
    await this.expectRefusal();
    expect(await newest()).toEqual(before);
  }

  /** Everything starts on what is there now, and trades; money, orders and positions are those of a replay. */
  async goesOn(): Promise<void> {
    expect(await this.isHalted()).toBe(false);
    await this.settlement.kill();
    this.settlement.start();
    this.engine.start();
    await awaitRole(this.engine, this.folder, 'leader');
    await this.#reopenClient();
    const orders = await this.submit(this.buys(9_900, 1000), this.sells(10_100, 1000));
    await this.settles(...orders);
    expect(await faultsOfBooks(this.pool)).toEqual({});
    const { code, output } = await this.ops('replay', '--shard', this.shard.name);
    expect(output).toContain('OK: no difference');
    expect(code).toBe(0);
    expect(await this.ops('audit')).toMatchObject({ code: 0 });
  }

  /** The server goes down, and the copy takes its address. */
  async failOverTo(copy: string): Promise<void> {
    await this.#server.stop();
    this.#server = await startServer(this.folder, copy, this.#port);
  }

  /** A replica that is up to date at this moment and hears nothing from now on. */
  async makeLateReplica(): Promise<void> {
    const replica = await startServer(this.folder, 'replica', await freePort());
    const link = connectRedis(replica.url, silent);
    await link.config('SET', 'masterauth', 'test');
    await this.redis.config('SET', 'repl-diskless-sync-delay', 0);
    await link.call('REPLICAOF', '127.0.0.1', this.#port);
    const follows = async () => /master_link_status:up/.test(await link.info('replication'));
    await until('the replica follows', follows, 30_000);
    await this.redis.call('WAIT', 1, 10_000);
    await link.call('REPLICAOF', 'NO', 'ONE');
    // A server does not stop while it writes the file that it will start from.
    const isWritten = async () =>
      /aof_rewrite_in_progress:0\r\naof_rewrite_scheduled:0/.test(await link.info('persistence'));
    await until('the replica is on its disk', isWritten, 30_000);
    link.disconnect();
    await replica.stop();
  }

  async journalIds(): Promise<string[]> {
    return (await this.redis.xrange(this.keys.commands, '-', '+')).map(([id]) => id);
  }

  async newestEntry(): Promise<JournalEntry> {
    const newest = await this.redis.callBuffer('XREVRANGE', this.keys.commands, '+', '-', 'COUNT', 1);
    const [found] = newest as [Buffer, Buffer[]][];
    return { position: String(found?.[0]), bytes: found?.[1][1] ?? Buffer.alloc(0) };
  }

  /** The copy of a standby of this machine that has read an entry behind one of the journal. */
  copyAsStandby(after: string, { position, bytes }: JournalEntry): void {
    const { tail } = engineFolders(this.folder, this.shard);
    const part = join(tail, shardParts(this.shard).standby);
    mkdirSync(part, { recursive: true });
    writeFileSync(join(part, tailFileName(after, Date.now())), Buffer.concat(encodeEntry(position, bytes)));
  }
}
