/**
 * Both shards from their journals to Postgres without the API: engines and settlements as processes that a test may kill,
 * clients of both journals, and users whose balances came through the ledger.
 */
import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seedInstruments } from '@pelican/api/src/demo/seed-instruments.ts';
import { relayOutbox } from '@pelican/api/src/jobs/upkeep/relay-outbox.ts';
import { publishListings } from '@pelican/api/src/modules/markets/index.ts';
import { publishInstruments } from '@pelican/api/src/modules/perpetual/index.ts';
import { requestTransfer } from '@pelican/api/src/modules/wallet/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { type Shard, shardParts } from '@pelican/shared/engine';
import {
  type Command as PerpetualCommand,
  type CommandDone as PerpetualDone,
  type EngineEvent as PerpetualEvent,
  perpetualWire,
} from '@pelican/shared/engine/perpetual';
import { spotWire } from '@pelican/shared/engine/spot';
import pg from 'pg';
import { until } from '../../scripts/services/process.ts';
import { type JournalClient, openJournalClient, type SpotJournalClient } from './journal-client.ts';
import { awaitSettled, credit, insertUser, isOutboxDelivered } from './ledger-users.ts';
import { insertListings } from './listings.ts';
import { type PartProcess, startEngine, startPart } from './processes.ts';
import { createDatabase, startRedis } from './services.ts';
import { failAtWarning, perpetualShard, spotShard } from './shards.ts';

export const partNames = [
  'engine-spot',
  'engine-perpetual',
  'settlement-spot',
  'settlement-perpetual',
  'worker',
] as const;
export type PartName = (typeof partNames)[number];
export type WalletOfPerson = 'main' | 'trade' | 'futures';

/** The settlement asset of the demo's instruments, USDT. */
export const settleAsset = 2;

/** What people do with both shards of an exchange, wherever its parts run. */
export interface ShardClients {
  clients: { spot: SpotJournalClient; perpetual: JournalClient<PerpetualCommand, PerpetualEvent, PerpetualDone> };
  /** Begins a transfer of the settlement asset, or another, as an API process does that ends right after its commit. */
  beginTransfer(
    userId: number,
    amount: string,
    from: WalletOfPerson,
    to: WalletOfPerson,
    assetId?: number,
  ): Promise<number>;
  /** Sends what the outbox holds until nothing waits. */
  deliverAll(): Promise<void>;
  /** Waits until everything that the engines have answered is in Postgres. */
  settled(): Promise<void>;
  /** Closes the clients of the journals. */
  close(): Promise<void>;
}

export interface TwoShards extends Omit<ShardClients, 'close'> {
  databaseUrl: string;
  redisUrl: string;
  dataDir: string;
  pool: pg.Pool;
  /** All but the worker run at first. */
  parts: Record<PartName, PartProcess>;
  /** Starts these and kills the others. */
  runOnly(...names: PartName[]): Promise<void>;
  /** A new user with this much of the settlement asset in a wallet. */
  person(email: string, amount: string, wallet: WalletOfPerson): Promise<number>;
  stop(): Promise<void>;
}

/** Opens clients of the journals of a Redis, beside the Postgres that belongs to it. */
export async function openShardClients(redisUrl: string, pool: pg.Pool): Promise<ShardClients> {
  const clients = {
    spot: await openJournalClient(redisUrl, spotWire),
    perpetual: await openJournalClient(redisUrl, perpetualWire),
  };
  const relay = async () => {
    const { spot, perpetual } = clients;
    await relayOutbox({ pool, redis: spot.redis, journal: spot.journal, shard: spotShard, warn: failAtWarning });
    await relayOutbox({
      pool,
      redis: perpetual.redis,
      journal: perpetual.journal,
      shard: perpetualShard,
      warn: failAtWarning,
    });
  };
  return {
    clients,
    async beginTransfer(userId, amount, from, to, assetId = settleAsset) {
      const request = { userId, assetId, amount, from, to, idempotencyKey: randomUUID() };
      const begun = await inTransaction(pool, (tx) => requestTransfer(tx, request));
      if (!begun) throw new Error('the key was used before');
      return begun.transfer.id;
    },
    async deliverAll() {
      const isDelivered = async () => {
        await relay();
        return isOutboxDelivered(pool);
      };
      await until('the outbox is delivered', isDelivered, 60_000);
    },
    async settled() {
      for (const shard of [spotShard, perpetualShard]) await awaitSettled(pool, shard, clients[shard.kind]);
    },
    async close() {
      for (const client of Object.values(clients)) {
        await client.close();
        client.journal.close();
      }
    },
  };
}

export async function startTwoShards(): Promise<TwoShards> {
  const [database, redis] = await Promise.all([createDatabase(), startRedis()]);
  await insertListings(database.url);
  const dataDir = mkdtempSync(join(tmpdir(), 'pelican-shards-'));
  const pool = new pg.Pool({ connectionString: database.url, max: 8 });
  pool.on('error', () => undefined);
  await inTransaction(pool, async (tx) => {
    await seedInstruments(tx);
    await publishListings(tx);
    await publishInstruments(tx);
  });
  const env = { DATABASE_URL: database.url, REDIS_URL: redis.url };
  const engine = ({ name }: Shard) => startEngine({ redisUrl: redis.url, dataDir, shard: name });
  const settlement = (shard: Shard) =>
    startPart({
      name: shardParts(shard).settlement,
      entry: 'apps/api/src/processes/settlement.ts',
      dataDir,
      env: { ...env, SHARD: shard.name },
    });
  const parts: TwoShards['parts'] = {
    'engine-spot': engine(spotShard),
    'engine-perpetual': engine(perpetualShard),
    'settlement-spot': settlement(spotShard),
    'settlement-perpetual': settlement(perpetualShard),
    worker: startPart({ name: 'worker', entry: 'apps/api/src/processes/worker.ts', dataDir, env }),
  };
  await parts.worker.kill();
  const { close, ...people } = await openShardClients(redis.url, pool);

  const shards: TwoShards = {
    databaseUrl: database.url,
    redisUrl: redis.url,
    dataDir,
    pool,
    ...people,
    parts,
    async runOnly(...names) {
      for (const name of partNames) {
        const part = parts[name];
        if (names.includes(name) && !part.isRunning()) part.start();
        else if (!names.includes(name) && part.isRunning()) await part.kill();
      }
    },
    async person(email, amount, wallet) {
      const userId = await insertUser(pool, email);
      await credit(pool, { userId, assetId: settleAsset, amount });
      if (wallet !== 'main') {
        await shards.beginTransfer(userId, amount, 'main', wallet);
        await shards.deliverAll();
      }
      return userId;
    },
    async stop() {
      await close();
      await shards.runOnly();
      await pool.end();
      await redis.stop();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  await shards.deliverAll();
  return shards;
}
