/** What each process of a world does: the real code, over simulated connections. */
import { type LiveFeed, startLiveFeed } from '@pelican/api/src/live/live-feed.ts';
import { Settlement, SettlementMetrics } from '@pelican/api/src/settlement/index.ts';
import { EngineClient, JournalWriter } from '@pelican/api/src/shards/index.ts';
import type { EngineConfig, EngineFolders } from '@pelican/engine/src/host/config.ts';
import { EngineHost } from '@pelican/engine/src/host/engine-host.ts';
import { runHousekeeping } from '@pelican/engine/src/host/housekeeping-run.ts';
import { JournalTail } from '@pelican/engine/src/host/journal-tail.ts';
import { EngineMetrics } from '@pelican/engine/src/host/metrics.ts';
import { regenerate } from '@pelican/engine/src/host/regenerate.ts';
import type { RunningThread } from '@pelican/engine/src/host/thread.ts';
import { type CommandDone, commandDoneKind, type Shard } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import type { AnyCommand, AnyEvent } from './any-shard.ts';
import type { Projection } from './projection.ts';
import type { ShardKit } from './shard-kit.ts';
import type { ConnectionOptions } from './sim-connection.ts';
import { openSimSettler, type SimPostgres } from './sim-postgres.ts';
import { type IndexSources, runSimTicker } from './sim-ticker.ts';
import type { VirtualTime } from './virtual-time.ts';

const engineMetrics = { spot: new EngineMetrics('spot'), perpetual: new EngineMetrics('perpetual') };
const settlementMetrics = new SettlementMetrics('simulated');
const leaseMs = 1_200;
const keptEventsMs = 2_000;
/** Keeps what is asked while there is no connection, and sends it again after one was lost. */
const patient: ConnectionOptions = { resends: true, queues: true };
const commandTimeoutMs = 2_000;
const tickerTimeoutMs = 900;

/** What a part has of its world. */
export interface PartContext {
  /** The process, this start of it. */
  owner: string;
  signal: AbortSignal;
  time: VirtualTime;
  postgres: SimPostgres;
  log: Logger;
  snapshotEveryCommands: number;
  foldersOf(shard: Shard): EngineFolders;
  connect(options: ConnectionOptions): Redis;
  /** False once this start of the process was killed. */
  isAlive(): boolean;
  /** The process ends, and is started again. */
  startAgain(): void;
  /** @param close closes the files of the process when it ends, as the system does */
  onEnd(close: () => void): void;
}

/** What an API process has of one shard. */
export interface ShardApi {
  engine: EngineClient<AnyCommand, CommandDone>;
  view: Projection;
  feed: LiveFeed;
}

/** By the name of the shard. */
export type Api = ReadonlyMap<string, ShardApi>;

export function runEngine(context: PartContext, { shard, core }: ShardKit, part: string): Promise<void> {
  const { connect, log, snapshotEveryCommands, signal } = context;
  const config: EngineConfig = {
    production: false,
    shard,
    redisUrl: '',
    logLevel: 'silent',
    part,
    snapshotEveryCommands,
    leaseMs,
    metricsHost: '127.0.0.1',
    tracing: undefined,
    metricsPort: 0,
    portFile: '',
    folders: context.foldersOf(shard),
  };
  const copies = new JournalTail(config.folders, part, log);
  context.onEnd(() => copies.close());
  const host = new EngineHost({
    config,
    core,
    connections: {
      control: () => connect({ ...patient, commandTimeoutMs }),
      reading: () => connect(patient),
      publishing: () => connect({ resends: false, queues: false }),
      bulk: () => connect(patient),
    },
    copies,
    startHousekeeping: (task) => startThread(context, (redis) => runHousekeeping(redis, core, task)),
    startRegeneration: (task) => startThread(context, (redis) => regenerate(redis, core, task)),
    log,
    metrics: engineMetrics[shard.kind],
  });
  return host.run(signal);
}

/** What is a thread of its own in a real engine. */
function startThread<Report>({ connect }: PartContext, work: (redis: Redis) => Promise<Report>): RunningThread<Report> {
  const redis = connect(patient);
  return { finished: work(redis).finally(() => redis.disconnect()), stop: async () => redis.disconnect() };
}

export async function runSettlement(context: PartContext, { shard }: ShardKit): Promise<void> {
  const { owner, connect, log, postgres, signal } = context;
  const settlement = new Settlement({
    shard,
    commandsMax: 200,
    keptEventsMs,
    connectRedis: () => connect(patient),
    connectPostgres: () => postgres.connect(owner),
    openSettler: openSimSettler,
    log,
    metrics: settlementMetrics,
  });
  await settlement.run(signal);
}

/** @param onReady called when every shard can be asked */
export async function runApi(
  context: PartContext,
  kits: readonly ShardKit[],
  onReady: (api: Api) => void,
): Promise<void> {
  const opened = await Promise.all(
    kits.map(async (kit): Promise<[string, ShardApi]> => [kit.shard.name, await openShard(context, kit)]),
  );
  if (context.isAlive()) onReady(new Map(opened));
  await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
}

async function openShard(context: PartContext, kit: ShardKit): Promise<ShardApi> {
  const { postgres, time, startAgain, log } = context;
  const { shard, wire } = kit;
  const connectRedis = () => context.connect(patient);
  const rows = postgres.rowsOf(shard.id);
  const journal = await JournalWriter.open(connectRedis(), shard, wire, {
    known: rows.cursor.position,
    onRecovered: startAgain,
  });
  const engine = new EngineClient<AnyCommand, CommandDone>(journal);
  const api: Partial<ShardApi> & { view: Projection } = { engine, view: kit.createProjection() };
  api.feed = await startLiveFeed<AnyEvent>({
    shard,
    wire,
    connectRedis,
    log,
    boot: async () => {
      await time.wait(5);
      api.view = rows.projection.clone();
      return {};
    },
    apply: ({ position, header, events }) => {
      api.view.apply(position, header, events);
      for (const event of events) if (event.kind === commandDoneKind) engine.resolve(header, event as CommandDone);
    },
    place: () => api.view,
  });
  return api as ShardApi;
}

export function runTicker(context: PartContext, { shard }: ShardKit, sources: IndexSources): Promise<void> {
  const { connect, postgres, log, startAgain, signal } = context;
  const options = {
    shard,
    pool: postgres.reader(() => sources.rows()),
    known: postgres.rowsOf(shard.id).cursor.position,
    connectJournal: () => connect(patient),
    connectQuestions: () => connect({ resends: false, queues: true, commandTimeoutMs: tickerTimeoutMs }),
    onRecovered: startAgain,
    log,
  };
  return runSimTicker(options, signal);
}
