/**
 * The loop between Redis and the core: reads the journal in batches, applies, publishes; leads while it has the lease
 * and stands by otherwise. All rules are the core's.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { shardStreams } from '@pelican/shared/engine/journal.ts';
import { Lease } from '@pelican/shared/engine/lease.ts';
import { nextReadCount, readCountMin } from '@pelican/shared/engine/read-size.ts';
import { comparePositions, positionStart, positionTimeMs } from '@pelican/shared/engine/stream-position.ts';
import { unlessAborted } from '@pelican/shared/unless-aborted.ts';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { EventWriter } from '../core/kernel/event-writer.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import type { EngineConfig } from './config.ts';
import type { EngineConnections } from './connections.ts';
import type { RunningHousekeeping, StartHousekeeping } from './housekeeping.ts';
import { holdsEntry, type JournalEntry, readJournal, streamFacts } from './journal.ts';
import type { EngineMetrics, Role } from './metrics.ts';
import { Publisher } from './publisher.ts';
import { recover } from './recovery.ts';
import { Regenerator, type StartRegeneration } from './regeneration.ts';
import { writeSnapshot } from './snapshot-store.ts';
import { MissingJournal } from './whole-journal.ts';

const blockMs = 2_000;
/** Reading stops while more than this waits for publication. */
const backlogBytesMax = 64 * 1024 * 1024;
const retryMs = 100;
const publishAtStopMsMax = 3_000;

/** What a host works with; the process takes the real parts, a simulated world its own. */
export interface EngineHostParts {
  config: EngineConfig;
  core: ShardCore<ShardState>;
  connections: EngineConnections;
  startHousekeeping: StartHousekeeping;
  startRegeneration: StartRegeneration;
  log: Logger;
  metrics: EngineMetrics;
}

export class EngineHost {
  readonly #config: EngineConfig;
  readonly #connections: EngineConnections;
  readonly #startHousekeeping: StartHousekeeping;
  readonly #log: Logger;
  readonly #metrics: EngineMetrics;
  readonly #core: ShardCore<ShardState>;
  readonly #streams: (typeof shardStreams)[keyof typeof shardStreams];
  readonly #control: Redis;
  readonly #reader: Redis;
  readonly #publishing: Redis;
  readonly #lease: Lease;
  readonly #publisher: Publisher;
  readonly #regenerator: Regenerator;
  readonly #out = new EventWriter(1 << 20);
  readonly #stopping = new AbortController();
  #shard: ShardState;
  #position = positionStart;
  #role: Role = 'starting';
  #readCount = readCountMin;
  /** The reader's connection broke: before anything more is applied, the journal must still hold what was. */
  #isJournalDoubted = false;
  /** The next snapshot is due when this many commands have been applied. */
  #snapshotAtSeq = 0;
  #snapshotDue: { position: string; seq: number } | undefined;
  #housekeeping: RunningHousekeeping | undefined;

  constructor(parts: EngineHostParts) {
    const { config, core, connections, startHousekeeping, startRegeneration, log, metrics } = parts;
    this.#config = config;
    this.#connections = connections;
    this.#startHousekeeping = startHousekeeping;
    this.#log = log;
    this.#metrics = metrics;
    this.#core = core;
    this.#shard = core.create({ small: true });
    this.#streams = shardStreams[config.shard];
    this.#control = connections.control();
    this.#reader = connections.reading();
    this.#publishing = connections.publishing();
    this.#reader.on('close', () => {
      this.#isJournalDoubted = true;
    });
    this.#lease = new Lease({
      redis: this.#control,
      key: this.#streams.lease,
      leaseMs: config.leaseMs,
      log,
      onGained: () => this.#setRole('leader'),
      onLost: () => this.#setRole('standby'),
      onRenewed: () => {
        this.#publisher.flush();
        this.#regenerator.look();
      },
    });
    const { redisUrl, shard, folders } = config;
    this.#regenerator = new Regenerator({
      ...{ redisUrl, shard, folders, log },
      redis: this.#control,
      start: startRegeneration,
      leaseToken: this.#lease.token,
    });
    this.#publisher = new Publisher(positionStart, {
      redis: this.#publishing,
      stream: this.#streams.events,
      log,
      isLeader: () => this.#role === 'leader' && this.#lease.isHeld,
      newestPublished: async () => (await streamFacts(this.#control, this.#streams.events)).newest,
    });
  }

  /** What the health check and people want to know. */
  health() {
    return {
      healthy: this.#role !== 'starting' && this.#control.status === 'ready' && this.#reader.status === 'ready',
      role: this.#role,
      shard: this.#config.shard,
      seq: this.#shard.seq,
      position: this.#position,
      published: this.#publisher.published,
      backlogEntries: this.#publisher.backlogEntries,
    };
  }

  /** Recovers and runs until the signal. @throws MissingJournal, or whatever makes it impossible to go on */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#stopReading(), { once: true });
    try {
      if (!signal.aborted) await this.#recover();
      if (signal.aborted) return;
      this.#setRole('standby');
      this.#lease.start();
      await Promise.all([this.#follow(), this.#standBy()]);
      await this.#handOver();
    } finally {
      this.#stopReading();
      await this.#housekeeping?.stop();
      await this.#regenerator.stop();
      await this.#lease.release().catch((error) => this.#log.warn({ err: error }, 'the lease was not given back'));
      for (const redis of [this.#control, this.#publishing]) redis.disconnect();
    }
  }

  async #recover(): Promise<void> {
    const redis = this.#connections.bulk();
    try {
      const { folders } = this.#config;
      const { shard, position, published } = await recover({
        core: this.#core,
        redis,
        streams: this.#streams,
        folders,
        log: this.#log,
      });
      this.#shard = shard;
      this.#position = position;
      this.#publisher.forgetPublished(published);
    } finally {
      redis.disconnect();
    }
    this.#planSnapshot();
    this.#measure();
  }

  /** Both engines of a machine plan alike, so that they name the same places. */
  #planSnapshot(): void {
    const every = this.#config.snapshotEveryCommands;
    this.#snapshotAtSeq = (Math.floor(this.#shard.seq / every) + 1) * every;
  }

  #setRole(role: Role): void {
    if (this.#role === role || this.#role === 'stopping') return;
    this.#log.info({ from: this.#role, role, position: this.#position }, role === 'leader' ? 'now leading' : 'role');
    this.#role = role;
    this.#metrics.isLeader.set(role === 'leader' ? 1 : 0);
    this.#publisher.leadershipChanged();
  }

  #stopReading(): void {
    this.#stopping.abort();
    this.#reader.disconnect();
  }

  async #follow(): Promise<void> {
    const { signal } = this.#stopping;
    let reading = this.#read(this.#position);
    while (!this.#isStopping) {
      // A read under way when Redis is away never ends, not even when its connection is closed.
      const entries = await unlessAborted(reading, signal, []);
      const byteCount = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
      this.#readCount = nextReadCount(this.#readCount, entries.length, byteCount);
      if (this.#isJournalDoubted) await this.#checkJournal();
      // The next batch is on its way while this one is applied and published.
      reading = this.#read(entries.at(-1)?.position ?? this.#position);
      if (entries.length > 0) this.#apply(entries);
      this.#keepHouseWhenDue();
      if (this.#publisher.backlogBytes > backlogBytesMax)
        await unlessAborted(this.#publisher.backlogBelow(backlogBytesMax / 2), signal, undefined);
    }
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  /** Waits, but not beyond the stop. */
  async #pause(milliseconds: number): Promise<void> {
    await delay(milliseconds, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
  }

  async #read(after: string): Promise<JournalEntry[]> {
    if (this.#isStopping) return [];
    try {
      return await readJournal(this.#reader, this.#streams.commands, after, { count: this.#readCount, blockMs });
    } catch (error) {
      if (this.#isStopping) return [];
      this.#log.warn({ err: error }, 'the journal could not be read; asking again');
      await this.#pause(retryMs);
      return [];
    }
  }

  #apply(entries: JournalEntry[]): void {
    const startedMs = performance.now();
    const seqBefore = this.#shard.seq;
    for (const { position, bytes } of entries) {
      this.#core.applyEntry(this.#shard, bytes, positionTimeMs(position), this.#out);
      if (this.#publisher.wants(position))
        this.#publisher.add(position, Buffer.from(this.#out.bytes.subarray(0, this.#out.length)));
      this.#position = position;
      if (this.#shard.seq >= this.#snapshotAtSeq) {
        this.#snapshotDue = { position, seq: this.#shard.seq };
        this.#planSnapshot();
      }
    }
    this.#publisher.flush();
    const seconds = (performance.now() - startedMs) / 1000;
    const count = this.#shard.seq - seqBefore;
    this.#metrics.batchSeconds.observe(seconds);
    if (count > 0) this.#metrics.commandSeconds.observe(seconds / count);
    this.#metrics.commands.inc(count);
    this.#metrics.lagSeconds.set((Date.now() - positionTimeMs(this.#position)) / 1000);
    this.#measure();
  }

  #measure(): void {
    this.#metrics.seq.set(this.#shard.seq);
    this.#metrics.positionSeconds.set(positionTimeMs(this.#position) / 1000);
    this.#metrics.backlogEntries.set(this.#publisher.backlogEntries);
    this.#metrics.openOrders.set(this.#core.openOrderCount(this.#shard));
  }

  /** While another process leads, what it publishes need not be kept here. */
  async #standBy(): Promise<void> {
    while (!this.#isStopping) {
      await this.#pause(this.#config.leaseMs / 6);
      if (this.#role !== 'standby' || this.#isStopping) continue;
      try {
        this.#publisher.forgetPublished((await streamFacts(this.#control, this.#streams.events)).newest);
      } catch (error) {
        if (!this.#isStopping) this.#log.warn({ err: error }, 'the leader could not be followed');
      }
      this.#measure();
    }
  }

  /**
   * A Redis that came back without what was applied here is another one or has lost data; going on would hide it.
   * @throws MissingJournal
   */
  async #checkJournal(): Promise<void> {
    while (!this.#isStopping) {
      this.#isJournalDoubted = false;
      try {
        const position = this.#position;
        if (position === positionStart || (await holdsEntry(this.#control, this.#streams.commands, position))) return;
        throw new MissingJournal(
          `Redis came back without the journal entry ${position}, which is applied here. It has lost data or is another Redis: see docs/operations.md before anything is started again.`,
        );
      } catch (error) {
        if (error instanceof MissingJournal) throw error;
        this.#log.warn({ err: error }, 'the journal could not be checked after a reconnection; trying again');
        await this.#pause(retryMs);
      }
    }
  }

  /** Only what is published may be snapshot: a snapshot beyond would hide events that nobody has seen. */
  #keepHouseWhenDue(): void {
    const due = this.#snapshotDue;
    if (!due || this.#housekeeping || comparePositions(due.position, this.#publisher.published) > 0) return;
    this.#snapshotDue = undefined;
    const leaseToken = this.#role === 'leader' ? this.#lease.token : undefined;
    const { redisUrl, shard, folders } = this.#config;
    this.#housekeeping = this.#startHousekeeping({ redisUrl, shard, folders, ...due, leaseToken });
    this.#housekeeping.finished
      .then(
        (report) => {
          this.#metrics.snapshotSeconds.set(report.snapshotMs / 1000);
          this.#log.info(report, 'snapshot taken');
        },
        (error: Error) => {
          if (!this.#isStopping) this.#log.error({ err: error }, 'no snapshot could be taken; the journal is kept');
        },
      )
      .finally(() => {
        this.#housekeeping = undefined;
      });
  }

  /** The good end: everything applied is published, the lease is free, a snapshot makes the next start short. */
  async #handOver(): Promise<void> {
    if (this.#role === 'leader') {
      this.#publisher.flush();
      await Promise.race([this.#publisher.backlogBelow(0), delay(publishAtStopMsMax, undefined, { ref: false })]);
    }
    await this.#lease.release();
    this.#setRole('stopping');
    await this.#housekeeping?.stop();
    if (this.#publisher.wants(this.#position) || this.#position === positionStart) return;
    await writeSnapshot(this.#core, this.#config.folders.snapshots, this.#position, this.#shard);
    this.#log.info({ position: this.#position, seq: this.#shard.seq }, 'snapshot taken at the end');
  }
}
