/**
 * An exchange in one process on virtual time: an API process with its journal writer and live view, two engine hosts, and
 * settlement are the real code; Redis, Postgres, the network and the clock are simulated and do wrong by a seed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type LiveFeed, startLiveFeed } from '@pelican/api/src/live/live-feed.ts';
import { Settlement, SettlementMetrics } from '@pelican/api/src/settlement/index.ts';
import { EngineClient, JournalWriter } from '@pelican/api/src/shards/index.ts';
import { type EngineConfig, type EngineFolders, engineFolders } from '@pelican/engine/src/host/config.ts';
import { coreOf } from '@pelican/engine/src/host/cores.ts';
import { EngineHost } from '@pelican/engine/src/host/engine-host.ts';
import { runHousekeeping } from '@pelican/engine/src/host/housekeeping-run.ts';
import { JournalTail } from '@pelican/engine/src/host/journal-tail.ts';
import { EngineMetrics } from '@pelican/engine/src/host/metrics.ts';
import { regenerate } from '@pelican/engine/src/host/regenerate.ts';
import type { RunningThread } from '@pelican/engine/src/host/thread.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import { firstOfKind, haltKey, parseShards, shardsDefault } from '@pelican/shared/engine';
import { type Command, type CommandDone, type EngineEvent, EventKind, spotWire } from '@pelican/shared/engine/spot';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { Operators } from './operators.ts';
import { Projection } from './projection.ts';
import { SimConnection } from './sim-connection.ts';
import { SimNetwork } from './sim-network.ts';
import { openSimSettler, SimPostgres } from './sim-postgres.ts';
import type { VirtualTime } from './virtual-time.ts';

const engineMetrics = new EngineMetrics('spot');
const settlementMetrics = new SettlementMetrics('simulated');
/** The world's one shard. */
export const worldShard = firstOfKind(parseShards(shardsDefault), 'spot');
const core = coreOf(worldShard);
/** With little room: a world has few users. */
export const worldCore: typeof core = {
  ...core,
  create: () => core.create({ small: true }),
  decodeSnapshot: (bytes) => core.decodeSnapshot(bytes, { small: true }),
};
const leaseMs = 1_200;
const keptEventsMs = 2_000;
/** An engine waits so long for entries before it looks for the one before them. */
const noticeDelayMs = 3_000;
/** How long a part may be cut off beside a fail-over. */
const cutOffMsMax = 1_500;
/** Files in memory where the system has them: nothing waits for a disk. */
const filesFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

export interface Api {
  engine: EngineClient<Command, CommandDone>;
  view: Projection;
  feed: LiveFeed;
}

/** A process that is started again when it ends. */
interface Process {
  /** Counts its starts. */
  generation: number;
  /** Closes its files, as the system does when it ends. */
  closeFiles(): void;
}

export class World {
  readonly time: VirtualTime;
  readonly random: Random;
  readonly network: SimNetwork;
  readonly postgres: SimPostgres;
  /** What should never happen, in the order in which it did. */
  readonly faults: string[] = [];
  /** The API process; undefined while it starts. */
  api: Api | undefined;
  readonly operators: Operators;
  /** Redis will fail over to a replica that is behind. */
  hasLateReplica = false;
  /** When every part that runs has noticed what the last fail-over lost. */
  lossNoticedByMs = 0;
  readonly #log: Logger;
  readonly #folder = mkdtempSync(join(filesFolder, 'pelican-sim-'));
  /** Of both engines, which run on one machine. */
  readonly folders: EngineFolders = engineFolders(this.#folder, worldShard);
  readonly #snapshotEveryCommands: number;
  readonly #processes = new Map<string, Process>();
  /** One for each start of a part: a killed part is not stopped, but lets go of its memory at the end. */
  readonly #stops: AbortController[] = [];
  #isEnding = false;

  constructor(seed: number, time: VirtualTime, log: (part: string, text: string, details: unknown) => void) {
    this.time = time;
    this.random = new Random(seed);
    this.#snapshotEveryCommands = this.random.pick([15, 40, 1_000_000]);
    this.network = new SimNetwork(time, this.random);
    this.postgres = new SimPostgres(time, this.random);
    const write = (details: unknown, text = '') => log('', String(text), details);
    this.#log = { info: write, warn: write, error: write, fatal: write } as unknown as Logger;
    this.operators = new Operators({
      shard: worldShard,
      folders: this.folders,
      settled: () => this.postgres.cursor.position,
      wait: (ms) => time.wait(ms),
      log: write,
    });
  }

  start(): void {
    for (const name of ['engine-a', 'engine-b']) this.#run(name, (signal) => this.#runEngine(name, signal));
    this.#run('settlement', (signal, owner) => this.#runSettlement(owner, signal));
    this.#run('api', (signal, owner) => this.#runApi(owner, signal));
    for (const name of ['operator-a', 'operator-b'])
      this.#run(name, (signal, owner) =>
        this.operators.run(signal, () => this.#connect(owner, { resends: true, queues: true })),
      );
  }

  /** The parts that can be killed. */
  get parts(): string[] {
    return [...this.#processes.keys()];
  }

  /** kill -9; the part starts again a little later. */
  kill(part: string): void {
    const process = this.#processes.get(part);
    if (!process) return;
    this.#end(part, process);
    if (part === 'api') this.api = undefined;
  }

  /**
   * Redis ends, and a replica that has received nothing for some time takes its place. Some parts die with it or are cut off
   * for a while, so that any of the others may have to notice it.
   */
  failOver(lateMs: number, downMs: number): void {
    const { network, random, time } = this;
    const replica = network.server.copy();
    this.lossNoticedByMs = time.nowMs + lateMs + downMs + cutOffMsMax + noticeDelayMs;
    time.after(lateMs, () => {
      for (const part of this.parts) {
        const chance = random.fraction();
        if (chance < 0.3) this.kill(part);
        else if (chance < 0.5) network.cutOff(this.owner(part), random.integer(10, cutOffMsMax));
      }
      network.failOver(replica, downMs);
    });
  }

  get isHalted(): boolean {
    return this.network.server.exists(haltKey);
  }

  end(): void {
    this.#isEnding = true;
    for (const part of this.parts) this.kill(part);
    for (const stop of this.#stops) stop.abort();
  }

  /** Once nothing writes any more. */
  removeFiles(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  owner(part: string): string {
    return `${part}#${this.#processes.get(part)?.generation}`;
  }

  readonly #starters = new Map<string, (signal: AbortSignal, owner: string) => Promise<void>>();

  #run(part: string, starter: (signal: AbortSignal, owner: string) => Promise<void>): void {
    this.#starters.set(part, starter);
    this.#processes.set(part, { generation: 0, closeFiles: () => undefined });
    this.#startAgain(part);
  }

  #startAgain(part: string): void {
    const process = this.#processes.get(part);
    const starter = this.#starters.get(part);
    if (!process || !starter || this.#isEnding) return;
    const { generation } = process;
    const stop = new AbortController();
    this.#stops.push(stop);
    const ended = (reason: unknown) => {
      if (process.generation !== generation || this.#isEnding) return;
      this.#log.warn({ part, reason }, 'a part ended');
      this.#end(part, process);
    };
    starter(stop.signal, `${part}#${generation}`).then(() => ended('it returned'), ended);
  }

  #end(part: string, process: Process): void {
    const owner = this.owner(part);
    this.network.kill(owner);
    this.postgres.kill(owner);
    process.closeFiles();
    process.generation++;
    this.time.after(300, () => this.#startAgain(part));
  }

  #connect(owner: string, options: { resends: boolean; queues: boolean; commandTimeoutMs?: number }) {
    return new SimConnection(this.network, owner, options).asRedis();
  }

  #runEngine(part: string, signal: AbortSignal): Promise<void> {
    const owner = this.owner(part);
    const config: EngineConfig = {
      production: false,
      shard: worldShard,
      redisUrl: '',
      logLevel: 'silent',
      part,
      snapshotEveryCommands: this.#snapshotEveryCommands,
      leaseMs,
      metricsHost: '127.0.0.1',
      tracing: undefined,
      metricsPort: 0,
      portFile: '',
      folders: this.folders,
    };
    const copies = new JournalTail(config.folders, part, this.#log);
    const process = this.#processes.get(part);
    if (process) process.closeFiles = () => copies.close();
    const host = new EngineHost({
      config,
      core: worldCore,
      connections: {
        control: () => this.#connect(owner, { resends: true, queues: true, commandTimeoutMs: 2_000 }),
        reading: () => this.#connect(owner, { resends: true, queues: true }),
        publishing: () => this.#connect(owner, { resends: false, queues: false }),
        bulk: () => this.#connect(owner, { resends: true, queues: true }),
      },
      copies,
      startHousekeeping: (task) => this.#startThread(owner, (redis) => runHousekeeping(redis, worldCore, task)),
      startRegeneration: (task) => this.#startThread(owner, (redis) => regenerate(redis, worldCore, task)),
      log: this.#log,
      metrics: engineMetrics,
    });
    return host.run(signal);
  }

  /** What is a thread of its own in a real engine. */
  #startThread<Report>(owner: string, work: (redis: Redis) => Promise<Report>): RunningThread<Report> {
    const redis = this.#connect(owner, { resends: true, queues: true });
    return { finished: work(redis).finally(() => redis.disconnect()), stop: async () => redis.disconnect() };
  }

  async #runSettlement(owner: string, signal: AbortSignal): Promise<void> {
    const settlement = new Settlement({
      shard: worldShard,
      commandsMax: 200,
      keptEventsMs,
      connectRedis: () => this.#connect(owner, { resends: true, queues: true }),
      connectPostgres: () => this.postgres.connect(owner),
      openSettler: openSimSettler,
      log: this.#log,
      metrics: settlementMetrics,
    });
    await settlement.run(signal);
  }

  async #runApi(owner: string, signal: AbortSignal): Promise<void> {
    const connectRedis = () => this.#connect(owner, { resends: true, queues: true });
    const journal = await JournalWriter.open(connectRedis(), worldShard, spotWire, {
      known: this.postgres.cursor.position,
      onRecovered: () => {
        if (this.owner('api') === owner) this.kill('api');
      },
    });
    const engine = new EngineClient<Command, CommandDone>(journal);
    const api: Partial<Api> & { view: Projection } = { engine, view: new Projection() };
    api.feed = await startLiveFeed<EngineEvent>({
      shard: worldShard,
      wire: spotWire,
      connectRedis,
      log: this.#log,
      boot: async () => {
        await this.time.wait(5);
        api.view = this.postgres.projection.clone();
        return {};
      },
      apply: ({ position, header, events }) => {
        api.view.apply(position, header, events);
        for (const event of events) if (event.kind === EventKind.commandDone) engine.resolve(header, event);
      },
      place: () => api.view,
    });
    if (this.owner('api') === owner) this.api = api as Api;
    await new Promise((resolve) => signal.addEventListener('abort', resolve));
  }
}
