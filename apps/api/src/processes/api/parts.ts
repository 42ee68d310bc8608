/** What an API process is made of besides its routes: connections, the engine's client, the live view. */
import { createPrismaClient, type PrismaClient } from '@pelican/prisma/client.ts';
import { firstOfKind, type Shard, type ShardOf, shardsOfKind } from '@pelican/shared/engine';
import { type Command as PerpetualCommand, perpetualWire } from '@pelican/shared/engine/perpetual';
import { type Command, type CommandDone, spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { readSocketLimits, type SocketLimits } from '../../adapters/socket/index.ts';
import {
  type AppliedPerpetualCommand,
  joinSpotShards,
  Listings,
  type LivePerpetualData,
  type PerpetualEngine,
  type SpotVenue,
  startLiveMarketData,
  startLivePerpetualData,
} from '../../live/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { createPool, createReadPool } from '../../platform/database/index.ts';
import { observeAnswers } from '../../platform/metrics/index.ts';
import { checkRedisSettings, connectRedis } from '../../platform/redis/index.ts';
import {
  createSettledWaiter,
  EngineClient,
  ensureExchangeId,
  type Intake,
  IntakeMonitor,
  JournalWriter,
  readCursor,
  type SettledWaiter,
  startAgain,
} from '../../shards/index.ts';
import { followSpotIndexes, publishSpotTops, type SpotIndexFeed } from '../../ticker/index.ts';
import { demandDemoForSandbox } from '../sandbox-of-demo.ts';

/** Commands of requests fail after this; those of the journal's own connection never do. */
const redisTimeoutMs = 2_000;
/** Operators are few. */
const operatorPoolMax = 4;

export interface AppParts {
  config: Config;
  log: Logger;
  /** For bulk and hot paths, and for locks. */
  pool: Pool;
  /** For what anybody may ask, and for what users ask about their own. */
  readPools: { public: Pool; private: Pool };
  /** With the rights of operators; undefined where the process serves none. */
  operatorPool: Pool | undefined;
  /** For ordinary reads and writes, on the same pool. */
  prisma: PrismaClient;
  /** A connection whose commands fail after seconds. */
  redis: Redis;
  spot: SpotVenue;
  perpetual: PerpetualParts;
  /** Whether new orders are taken. */
  intake: Intake;
  socketLimits: SocketLimits;
  spotIndexes: Pick<SpotIndexFeed, 'addListener'>;
  now?: () => number;
}

interface PerpetualParts {
  engine: PerpetualEngine;
  live: LivePerpetualData;
  settled: SettledWaiter;
}

export interface StartedParts extends AppParts {
  close(): Promise<void>;
}

/**
 * Connects and boots; resolves when requests can be served.
 * @throws ExchangeMismatch, ConfigError, Error for a Redis that would lose data in production
 */
export async function startParts(config: Config, log: Logger): Promise<StartedParts> {
  const pool = createPool(config, log);
  const readPools = {
    public: createReadPool(config.databaseUrl, log),
    private: createReadPool(config.databaseUrl, log),
  };
  const operatorPool = config.operatorDatabaseUrl
    ? createPool({ databaseUrl: config.operatorDatabaseUrl, databasePoolMax: operatorPoolMax }, log)
    : undefined;
  const prisma = createPrismaClient(pool);
  const journalRedis = connectRedis(config.redisUrl, log);
  const redis = journalRedis.duplicate({ maxRetriesPerRequest: 1, commandTimeout: redisTimeoutMs });
  redis.on('error', (error) => log.warn({ err: error }, 'Redis'));
  await checkRedisSettings(journalRedis, config.production, log);
  await ensureExchangeId(journalRedis, pool);
  await demandDemoForSandbox(pool, config);
  const perpetualShard = firstOfKind(config.shards, 'perpetual');
  const guardOptions = async (shard: Shard) => ({
    known: (await readCursor(pool, shard)).position,
    onRecovered: startAgain,
  });
  const perpetualEngine = new EngineClient<PerpetualCommand, AppliedPerpetualCommand>(
    await JournalWriter.open(journalRedis, perpetualShard, perpetualWire, await guardOptions(perpetualShard)),
    observeAnswers(perpetualShard),
  );
  const perpetualSettled = createSettledWaiter(pool, perpetualShard);
  const [spotShards, perpetualLive] = await Promise.all([
    startSpotShards(config, { pool, journalRedis, log, guardOptions }),
    startLivePerpetualData({
      pool,
      shard: perpetualShard,
      log,
      connectRedis: () => connectRedis(config.redisUrl, log),
      resolve: (header, done) => perpetualEngine.resolve(header, done),
    }),
    // Loads the query compiler now and not in the first request.
    prisma.$connect(),
  ]);
  const intake = await IntakeMonitor.start({ redis, shards: config.shards, limits: config.intake, log });
  const spot = joinSpotShards(pool, spotShards);
  const spotTops = publishSpotTops({ redis, spot, log });
  const spotIndexes = await followSpotIndexes(redis, log);
  return {
    config,
    log,
    pool,
    readPools,
    operatorPool,
    prisma,
    redis,
    spot,
    perpetual: { engine: perpetualEngine, live: perpetualLive, settled: perpetualSettled },
    spotIndexes,
    intake,
    socketLimits: readSocketLimits(process.env),
    async close() {
      intake.stop();
      spotTops.close();
      spotIndexes.close();
      for (const { engine, settled } of spotShards) {
        engine.close();
        settled.stop();
      }
      perpetualEngine.close();
      perpetualSettled.stop();
      await Promise.all([...spotShards.map(({ live }) => live.close()), perpetualLive.close()]);
      redis.disconnect();
      journalRedis.disconnect();
      await prisma.$disconnect();
      await Promise.all([pool.end(), readPools.public.end(), readPools.private.end(), operatorPool?.end()]);
    },
  };
}

interface SpotParts {
  pool: Pool;
  journalRedis: Redis;
  log: Logger;
  guardOptions(shard: Shard): Promise<Parameters<typeof JournalWriter.open>[3]>;
}

/** Engine's client, live view and waiter of every spot shard. */
async function startSpotShards(config: Config, parts: SpotParts) {
  const shards = shardsOfKind(config.shards, 'spot');
  const listings = new Listings(parts.pool, shards);
  const [first, ...others] = await Promise.all(shards.map((shard) => startSpotShard(config, parts, listings, shard)));
  if (!first) throw new Error('there is no spot shard');
  return [first, ...others] as const;
}

async function startSpotShard(
  { redisUrl }: Config,
  { pool, journalRedis, log, guardOptions }: SpotParts,
  listings: Listings,
  shard: ShardOf<'spot'>,
) {
  const engine = new EngineClient<Command, CommandDone>(
    await JournalWriter.open(journalRedis, shard, spotWire, await guardOptions(shard)),
    observeAnswers(shard),
  );
  const live = await startLiveMarketData({
    pool,
    shard,
    listings,
    log,
    connectRedis: () => connectRedis(redisUrl, log),
    resolve: (header, done) => engine.resolve(header, done),
  });
  return { shard, engine, live, settled: createSettledWaiter(pool, shard) };
}
