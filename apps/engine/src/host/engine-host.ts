/**
 * The loop between Redis and the core: reads the journal in batches, applies, publishes; leads while it has the lease
 * and stands by otherwise. All rules are the core's.
 */

import { setTimeout as delay } from 'node:timers/promises';
import {
  Lease,
  placeText,
  positionStart,
  positionTimeMs,
  readHalt,
  type ShardKeys,
  shardKeys,
  unlessAborted,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { EventWriter } from '../core/kernel/event-writer.ts';
import { LateQuarantine } from '../core/kernel/kernel-commands.ts';
import type { ShardCore } from '../core/kernel/shard-core.ts';
import type { ShardState } from '../core/kernel/shard-state.ts';
import { streamEndAt } from './append-events.ts';
import { applyJournalEntry, PoisonedCommand } from './apply-journal-entry.ts';
import { awaitQuarantine } from './await-quarantine.ts';
import type { EngineConfig } from './config.ts';
import type { EngineConnections } from './connections.ts';
import { CopyCheck } from './copy-check.ts';
import { describeDivergence } from './divergence.ts';
import type { StartHousekeeping } from './housekeeping.ts';
import { HousekeepingSchedule } from './housekeeping-schedule.ts';
import type { JournalEntry } from './journal.ts';
import { JournalReader, Overtaken } from './journal-reader.ts';
import type { JournalCopies } from './journal-tail.ts';
import type { EngineMetrics, Role } from './metrics.ts';
import { Divergence, PublicationGap, Publisher } from './publisher.ts';
import { Quarantine } from './quarantine.ts';
import { raiseRules } from './raise-rules.ts';
import { recover } from './recovery.ts';
import { Regenerator, type StartRegeneration } from './regeneration.ts';
import { writeSnapshot } from './snapshot-store.ts';
import { traceApplied } from './trace-applied.ts';
import { recordBeginning } from './trim-journal.ts';
import { MissingJournal } from './whole-journal.ts';

/** Reading stops while more than this waits for publication. */
const backlogBytesMax = 64 * 1024 * 1024;
/** A leader that stops or waits publishes what it has for at most this long. */
const publishMsMax = 3_000;

/** What a host works with; the process takes the real parts, a simulated world its own. */
export interface EngineHostParts {
  config: EngineConfig;
  core: ShardCore<ShardState>;
  connections: EngineConnections;
  copies: JournalCopies;
  startHousekeeping: StartHousekeeping;
  startRegeneration: StartRegeneration;
  log: Logger;
  metrics: EngineMetrics;
}

/** Another part misses an entry of the journal: this state may be of a history that has to end. */
class Halted extends Error {}

export class EngineHost {
  readonly #config: EngineConfig;
  readonly #connections: EngineConnections;
  readonly #log: Logger;
  readonly #metrics: EngineMetrics;
  readonly #core: ShardCore<ShardState>;
  readonly #streams: ShardKeys;
  readonly #control: Redis;
  readonly #publishing: Redis;
  readonly #reader: JournalReader;
  readonly #lease: Lease;
  readonly #publisher: Publisher;
  readonly #regenerator: Regenerator;
  readonly #copies: JournalCopies;
  readonly #copyCheck: CopyCheck;
  readonly #housekeeping: HousekeepingSchedule;
  readonly #quarantine: Quarantine;
  readonly #out = new EventWriter(1 << 16);
  readonly #stopping = new AbortController();
  /** Aborted by the stop, and by what makes this state useless: it is discarded, and recovered from the snapshot. */
  #discarding = new AbortController();
  #shard: ShardState;
  #position = positionStart;
  #role: Role = 'starting';
  /** The command that cannot be applied, while its quarantine is waited for. */
  #poison: PoisonedCommand | undefined;
  /** Times that this process has got the lease. */
  #leaseCount = 0;
  /** The version of the rules that this leader has put into the journal. */
  #rulesAsked = 0;

  constructor(parts: EngineHostParts) {
    const { config, core, connections, log, metrics } = parts;
    this.#config = config;
    this.#connections = connections;
    this.#log = log;
    this.#metrics = metrics;
    this.#core = core;
    this.#shard = core.create({ small: true });
    this.#streams = shardKeys(config.shard);
    this.#control = connections.control();
    this.#publishing = connections.publishing();
    const redis = connections.reading();
    this.#reader = new JournalReader({ redis, control: this.#control, shard: config.shard, log });
    this.#copies = parts.copies;
    const copied = { redis: this.#control, shard: config.shard, copies: parts.copies };
    this.#copyCheck = new CopyCheck(copied, [redis, this.#control], log);
    this.#lease = new Lease({
      redis: this.#control,
      key: this.#streams.lease,
      leaseMs: config.leaseMs,
      log,
      onGained: () => void this.#lead(),
      onLost: () => this.#setRole('standby'),
      onRenewed: () => {
        this.#publisher.flush();
        this.#publisher.checkEnd();
        this.#regenerator.look();
        this.#raiseRules();
      },
      onHalted: () => this.#discarding.abort(new Halted()),
    });
    this.#publisher = new Publisher({
      redis: this.#publishing,
      stream: this.#streams.events,
      log,
      isLeader: () => this.#role === 'leader' && this.#lease.isHeld,
      onFault: (fault) => this.#discarding.abort(fault),
    });
    this.#quarantine = new Quarantine(config.shard.id);
    this.#housekeeping = new HousekeepingSchedule(parts);
    const { redisUrl, shard, folders } = config;
    this.#regenerator = new Regenerator({
      ...{ redisUrl, shard, folders, log },
      redis: this.#control,
      start: parts.startRegeneration,
      leaseToken: this.#lease.token,
    });
  }

  /** What the health check answers. */
  health() {
    const isServing = this.#role !== 'starting' && this.#role !== 'waiting';
    return {
      healthy: isServing && this.#control.status === 'ready' && this.#reader.isConnected,
      role: this.#role,
      shard: this.#config.shard.name,
      seq: this.#shard.seq,
      position: this.#position,
      published: this.#publisher.published,
      backlogEntries: this.#publisher.backlogEntries,
      rulesVersion: this.#shard.rulesVersion,
      ...(this.#poison && { waitsAt: placeText(this.#poison.place), reason: this.#poison.message }),
    };
  }

  /**
   * Recovers and runs until the signal.
   * @throws MissingJournal, UnsupportedRules, Divergence, or whatever else makes it impossible to go on
   */
  async run(signal: AbortSignal): Promise<void> {
    signal.addEventListener('abort', () => this.#stopReading(), { once: true });
    if (signal.aborted) this.#stopReading();
    try {
      while (!this.#isStopping) await this.#serve();
      if (this.#role === 'leader' || this.#role === 'standby') await this.#handOver();
    } finally {
      this.#stopReading();
      await this.#housekeeping.stop();
      await this.#regenerator.stop();
      this.#copies.close();
      await this.#lease.release().catch((error) => this.#log.warn({ err: error }, 'the lease was not given back'));
      for (const redis of [this.#control, this.#publishing]) redis.disconnect();
    }
  }

  /** Recovers, then stands by and leads until the stop, or until the state must be discarded. */
  async #serve(): Promise<void> {
    this.#discarding = new AbortController();
    const { signal } = this.#discarding;
    try {
      await this.#recover();
      if (this.#isStopping) return;
      this.#setRole('standby');
      this.#lease.start();
      await Promise.all([this.#follow(signal), this.#standBy(signal)]);
    } catch (error) {
      this.#discarding.abort(error);
    }
    if (!this.#isStopping) await this.#discard(this.#discarding.signal.reason);
  }

  /** Gives the lease back, for another engine may be able to go on, and waits for what is needed. @throws the others */
  async #discard(fault: unknown): Promise<void> {
    // What comes before a command that cannot be applied is good.
    if (fault instanceof PoisonedCommand) await this.#publishRest();
    this.#setRole(fault instanceof PoisonedCommand ? 'waiting' : 'starting');
    await this.#lease.release().catch((error) => this.#log.warn({ err: error }, 'the lease was not given back'));
    if (fault instanceof PublicationGap) {
      this.#log.fatal({ err: fault }, 'publication has stopped; the shard is recovered from its snapshot');
      this.#metrics.publicationGaps.inc();
    } else if (fault instanceof Overtaken) {
      this.#log.warn({ err: fault }, 'the shard is recovered from its snapshot');
    } else if (fault instanceof LateQuarantine) {
      this.#log.warn({ err: fault }, 'the shard is recovered from its snapshot without the quarantined command');
    } else if (fault instanceof PoisonedCommand) {
      await this.#waitOut(fault);
    } else if (fault instanceof Halted) {
      throw new MissingJournal(`the exchange is halted: ${await readHalt(this.#control)}`);
    } else if (fault instanceof Divergence) {
      const text = await describeDivergence(this.#control, this.#streams.events, fault.entries);
      throw new Error(text, { cause: fault });
    } else throw fault;
  }

  async #waitOut(poison: PoisonedCommand): Promise<void> {
    this.#log.fatal({ err: poison }, 'A COMMAND CANNOT BE APPLIED: waiting until it is quarantined');
    this.#poison = poison;
    await awaitQuarantine(this.#reader, this.#quarantine, poison.place, this.#stopping.signal);
    this.#poison = undefined;
    if (!this.#isStopping) this.#log.warn({ place: poison.place }, 'quarantined; recovering from the snapshot');
  }

  /** The engine of a newer release, when it leads, ends the time of the older ones. */
  #raiseRules(): void {
    const { current } = this.#core.rules;
    if (this.#role !== 'leader' || this.#shard.rulesVersion >= current || this.#rulesAsked === current) return;
    this.#rulesAsked = current;
    this.#log.warn({ from: this.#shard.rulesVersion, to: current }, 'raising the rules of the journal');
    const journal = { id: this.#config.shard.id, stream: this.#streams.commands };
    raiseRules(this.#control, journal, current, this.#position === positionStart).catch((error: Error) => {
      this.#rulesAsked = 0;
      this.#log.warn({ err: error }, 'the rules could not be raised; trying again');
    });
  }

  async #recover(): Promise<void> {
    const redis = this.#connections.bulk();
    try {
      const { folders } = this.#config;
      const { shard, position, published, snapshotSeq } = await recover({
        core: this.#core,
        redis,
        shard: this.#config.shard,
        folders,
        copies: this.#copies,
        quarantine: this.#quarantine,
        log: this.#log,
      });
      this.#shard = shard;
      this.#position = position;
      this.#reader.seek(position);
      const place = { redis: this.#control, stream: this.#streams.commands, archiveFolder: folders.archive };
      await this.#copies.resume(position, place);
      this.#publisher.restart(published);
      this.#housekeeping.restart(snapshotSeq);
    } finally {
      redis.disconnect();
    }
    this.#measure();
  }

  #setRole(role: Role): void {
    if (this.#role === role || this.#role === 'stopping') return;
    this.#log.info({ from: this.#role, role, position: this.#position }, role === 'leader' ? 'now leading' : 'role');
    this.#role = role;
    this.#metrics.isLeader.set(role === 'leader' ? 1 : 0);
    this.#publisher.leadershipChanged();
    this.#raiseRules();
  }

  /** Leads, unless the journal has lost what another engine of this machine has read, and may have answered. */
  async #lead(): Promise<void> {
    const leaseCount = ++this.#leaseCount;
    const discarding = this.#discarding;
    try {
      await this.#copyCheck.run(discarding.signal);
    } catch (error) {
      discarding.abort(error);
    }
    // The lease may have been lost meanwhile, and gained again: then another call leads.
    const isLeading = leaseCount === this.#leaseCount && this.#lease.isHeld && this.#role === 'standby';
    if (!isLeading || discarding.signal.aborted) return;
    this.#setRole('leader');
    await recordBeginning(this.#control, this.#config.shard).catch((error) =>
      this.#log.warn({ err: error }, 'the beginning of the journal was not recorded'),
    );
  }

  #stopReading(): void {
    this.#stopping.abort();
    this.#discarding.abort();
    this.#reader.close();
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted;
  }

  async #follow(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const entries = await this.#reader.next(signal);
      await this.#copyCheck.runIfDue(signal);
      if (signal.aborted) return;
      if (entries.length > 0) this.#apply(entries);
      this.#housekeeping.runWhenDue(this.#publisher.published, this.#role === 'leader' ? this.#lease.token : undefined);
      if (this.#publisher.backlogBytes > backlogBytesMax)
        await unlessAborted(this.#publisher.backlogBelow(backlogBytesMax / 2), signal, undefined);
    }
  }

  #apply(entries: JournalEntry[]): void {
    this.#copies.append(entries);
    const startedMs = performance.now();
    const seqBefore = this.#shard.seq;
    for (const entry of entries) {
      const { position } = entry;
      const startedUnixMs = entry.traced && performance.timeOrigin + performance.now();
      applyJournalEntry(this.#core, this.#shard, entry, this.#out, this.#quarantine);
      if (this.#publisher.wants(position)) {
        const bytes = Buffer.from(this.#out.bytes.subarray(0, this.#out.length));
        const made = { previous: this.#position, position, bytes };
        const traced = startedUnixMs && traceApplied(entry, startedUnixMs, this.#role);
        this.#publisher.add(traced ? { ...made, traced } : made);
      }
      this.#position = position;
      this.#housekeeping.applied(position, this.#shard);
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

  /** While another process leads, what it publishes is compared, and need not be kept here. */
  async #standBy(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await delay(this.#config.leaseMs / 6, undefined, { signal }).catch(() => undefined);
      if (this.#role !== 'standby' || signal.aborted) continue;
      try {
        const { newest } = this.#publisher;
        const end = newest && (await streamEndAt(this.#control, this.#streams.events, newest));
        if (end) this.#publisher.confirm(end);
      } catch (error) {
        if (!signal.aborted) this.#log.warn({ err: error }, 'the leader could not be followed');
      }
      this.#measure();
    }
  }

  async #publishRest(): Promise<void> {
    if (this.#role !== 'leader') return;
    this.#publisher.flush();
    await Promise.race([this.#publisher.backlogBelow(0), delay(publishMsMax, undefined, { ref: false })]);
  }

  /** The good end: everything applied is published, the lease is free, a snapshot makes the next start short. */
  async #handOver(): Promise<void> {
    await this.#publishRest();
    await this.#lease.release();
    this.#setRole('stopping');
    await this.#housekeeping.stop();
    if (this.#publisher.wants(this.#position) || this.#position === positionStart) return;
    await writeSnapshot(this.#core, this.#config.folders.snapshots, this.#position, this.#shard);
    this.#log.info({ position: this.#position, seq: this.#shard.seq }, 'snapshot taken at the end');
  }
}
