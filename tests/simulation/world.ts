/**
 * An exchange in one process on virtual time: an API process with its journal writers and live views, two engine hosts and a
 * settlement for each shard, and the ticker are the real code; Redis, Postgres, the network and the clock are simulated and do
 * wrong by a seed.
 */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EngineFolders, engineFolders } from '@pelican/engine/src/host/config.ts';
import { Random } from '@pelican/engine/src/testing/random.ts';
import { haltKey, type Shard } from '@pelican/shared/engine';
import type { Logger } from 'pino';
import { Operators } from './operators.ts';
import { perpetualKit } from './perpetual-kit.ts';
import type { ShardKit } from './shard-kit.ts';
import { SimConnection } from './sim-connection.ts';
import { SimNetwork } from './sim-network.ts';
import { SimPostgres } from './sim-postgres.ts';
import { IndexSources } from './sim-ticker.ts';
import { spotKit } from './spot-kit.ts';
import type { VirtualTime } from './virtual-time.ts';
import { type Api, type PartContext, runApi, runEngine, runSettlement, runTicker } from './world-parts.ts';

/** An engine waits so long for entries before it looks for the one before them. */
const noticeDelayMs = 3_000;
const tickerPart = 'ticker';
/** How long a part may be cut off beside a fail-over. */
const cutOffMsMax = 1_500;
/** Files in memory where the system has them: nothing waits for a disk. */
const filesFolder = existsSync('/dev/shm') ? '/dev/shm' : tmpdir();

/** Every fourth world is perpetual; one of 24 has both shards, and transfers between them. */
function kitsOf(seed: number): readonly ShardKit[] {
  if (seed % 24 === 1) return [spotKit, perpetualKit];
  return seed % 4 === 0 ? [perpetualKit] : [spotKit];
}

/** Every eighth perpetual world has rounds that are too large for one command. */
function isCrowdedAt(seed: number): boolean {
  return seed % 32 === 4;
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
  readonly kits: readonly ShardKit[];
  readonly isCrowded: boolean;
  /** Of the indexes; undefined in a world without a perpetual shard. */
  readonly indexSources: IndexSources | undefined;
  /** The API process; undefined while it starts. */
  api: Api | undefined;
  readonly operators: Operators;
  /** Redis will fail over to a replica that is behind. */
  hasLateReplica = false;
  /** When every part that runs has noticed what the last fail-over lost. */
  lossNoticedByMs = 0;
  readonly #log: Logger;
  readonly #folder = mkdtempSync(join(filesFolder, 'pelican-sim-'));
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
    this.kits = kitsOf(seed);
    this.isCrowded = isCrowdedAt(seed);
    this.postgres = new SimPostgres(time, this.random, this.kits);
    if (this.kits.includes(perpetualKit)) this.indexSources = new IndexSources(this.network, this.random);
    const write = (details: unknown, text = '') => log('', String(text), details);
    this.#log = { info: write, warn: write, error: write, fatal: write } as unknown as Logger;
    this.operators = new Operators({
      shards: this.kits.map(({ shard }) => shard),
      foldersOf: (shard) => this.foldersOf(shard),
      settled: ({ id }) => this.postgres.rowsOf(id).cursor.position,
      wait: (ms) => time.wait(ms),
      log: write,
    });
  }

  start(): void {
    for (const kit of this.kits) {
      const { name } = kit.shard;
      for (const engine of [`${name}-engine-a`, `${name}-engine-b`])
        this.#run(engine, (context) => runEngine(context, kit, engine));
      this.#run(`${name}-settlement`, (context) => runSettlement(context, kit));
    }
    this.#run('api', (context) =>
      runApi(context, this.kits, (api) => {
        this.api = api;
      }),
    );
    const { indexSources } = this;
    if (indexSources) this.#run(tickerPart, (context) => runTicker(context, perpetualKit, indexSources));
    for (const name of ['operator-a', 'operator-b'])
      this.#run(name, ({ signal, connect }) =>
        this.operators.run(signal, () => connect({ resends: true, queues: true })),
      );
  }

  /** Both engines of a shard run on one machine. */
  foldersOf(shard: Shard): EngineFolders {
    return engineFolders(this.#folder, shard);
  }

  /** No second comes any more. */
  stopTicker(): void {
    this.#starters.delete(tickerPart);
    this.kill(tickerPart);
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

  readonly #starters = new Map<string, (context: PartContext) => Promise<void>>();

  #run(part: string, starter: (context: PartContext) => Promise<void>): void {
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
      this.kill(part);
    };
    starter(this.#contextOf(part, process, stop.signal)).then(() => ended('it returned'), ended);
  }

  #contextOf(part: string, process: Process, signal: AbortSignal): PartContext {
    const owner = this.owner(part);
    const isAlive = () => this.owner(part) === owner;
    return {
      owner,
      signal,
      time: this.time,
      postgres: this.postgres,
      log: this.#log,
      snapshotEveryCommands: this.#snapshotEveryCommands,
      foldersOf: (shard) => this.foldersOf(shard),
      connect: (options) => new SimConnection(this.network, owner, options).asRedis(),
      isAlive,
      startAgain: () => {
        if (isAlive()) this.kill(part);
      },
      onEnd: (close) => {
        process.closeFiles = close;
      },
    };
  }

  #end(part: string, process: Process): void {
    const owner = this.owner(part);
    this.network.kill(owner);
    this.postgres.kill(owner);
    process.closeFiles();
    process.generation++;
    this.time.after(300, () => this.#startAgain(part));
  }
}
