/**
 * A shard from the journal to Postgres without the API: the engine and settlement as processes that a test may kill, a
 * client of the journal, users whose balances came through the ledger, and their books.
 */

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { relayOutbox } from '@pelican/api/src/jobs/upkeep/relay-outbox.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { type Command, type CommandDone, spotWire } from '@pelican/shared/engine/spot';
import pg from 'pg';
import { until } from '../../scripts/services/process.ts';
import { openJournalClient, type SpotJournalClient } from './journal-client.ts';
import { awaitSettled, credit, creditShard, insertUser, isOutboxDelivered } from './ledger-users.ts';
import { insertListings } from './listings.ts';
import { type PartProcess, startEngine, startPart } from './processes.ts';
import { copyDatabase, createDatabase, startRedis, type TestDatabase } from './services.ts';
import { spotShard } from './shards.ts';

export interface SettledShard {
  databaseUrl: string;
  /** A copy of the database as it is now, whose settlement must not run; it is dropped at the end. */
  copyOfDatabase(): Promise<string>;
  redisUrl: string;
  dataDir: string;
  pool: pg.Pool;
  client: SpotJournalClient;
  engine: PartProcess;
  settlement: PartProcess;
  /** Another settlement, by default on the database of the first. */
  startSettlement(name: string, databaseUrl?: string): PartProcess;
  submit(command: Command): Promise<CommandDone>;
  /** Sends what the outbox holds, as the worker does. */
  relay(): Promise<number>;
  /** Of the relay. */
  warnings: string[];
  /** A new user with this money in the trade wallet, by ticker. */
  person(email: string, money?: Record<string, string>): Promise<number>;
  /** Money from outside into the main wallet. */
  credit(userId: number, ticker: string, amount: string): Promise<void>;
  /** Waits until everything that the engine has answered is in Postgres. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** @param env of engine and settlement */
export async function startSettledShard(env: Record<string, string> = {}): Promise<SettledShard> {
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  await insertListings(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-settled-'));
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  const copies: TestDatabase[] = [];
  const parts: PartProcess[] = [];
  const started = (part: PartProcess) => {
    parts.push(part);
    return part;
  };
  const startSettlement = (name: string, databaseUrl = database.url) =>
    started(
      startPart({
        name,
        entry: 'apps/api/src/processes/settlement.ts',
        dataDir,
        env: { DATABASE_URL: databaseUrl, REDIS_URL: redis.url, SHARD: spotShard.name, ...env },
      }),
    );
  const engine = started(startEngine({ redisUrl: redis.url, dataDir, env }));
  const settlement = startSettlement('settlement-spot');
  const client = await openJournalClient(redis.url, spotWire);

  const warnings: string[] = [];
  const relay = () =>
    relayOutbox({
      pool,
      redis: client.redis,
      journal: client.journal,
      shard: spotShard,
      warn: (message) => warnings.push(message),
    });
  const outboxDone = async () => {
    await relay();
    return isOutboxDelivered(pool);
  };
  const assetId = async (ticker: string): Promise<number> => {
    const { rows } = await pool.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
    if (!rows[0]) throw new Error(`there is no ${ticker}`);
    return rows[0].id;
  };
  const shard: SettledShard = {
    databaseUrl: database.url,
    async copyOfDatabase() {
      const copy = await copyDatabase(database);
      copies.push(copy);
      return copy.url;
    },
    redisUrl: redis.url,
    dataDir,
    pool,
    client,
    engine,
    settlement,
    startSettlement,
    submit: (command) => client.engine.submit(command),
    relay,
    warnings,
    async person(email, money = {}) {
      const userId = await insertUser(pool, email);
      for (const [ticker, amount] of Object.entries(money))
        await creditShard(pool, { userId, assetId: await assetId(ticker), amount, to: 'trade' });
      await until('the engine has the money', outboxDone, 60_000);
      return userId;
    },
    async credit(userId, ticker, amount) {
      await credit(pool, { userId, assetId: await assetId(ticker), amount });
    },
    settled: () => awaitSettled(pool, spotShard, client),
    async stop() {
      await client.close();
      client.journal.close();
      for (const part of parts) if (part.isRunning()) await part.kill();
      await pool.end();
      await redis.stop();
      for (const one of [database, ...copies]) await one.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await inTransaction(pool, publishListings);
  await until('the engine knows the listings', outboxDone, 60_000);
  return shard;
}
