/**
 * Puts commands into a shard's journal. All commands of one turn of the event loop share one stream entry: one XADD and
 * one fsync carry them all.
 *
 * An entry stays here until Redis has answered that it is on disk. After a lost connection the entries without an answer
 * are sent again, in order and before any new one: the engine drops what it has seen by (sender, counter), where a
 * sender's counters only grow. Entries whose callers have long been answered that the outcome is unknown are not: an order
 * must not appear minutes after its user has given it up.
 *
 * Before the first entry, after every lost connection and twice a second the journal must still hold the newest entry that
 * this process has seen. When it does not, the exchange is halted (packages/shared/src/engine/journal-halt.ts).
 */

import { DomainError } from '@pelican/shared/contracts';
import {
  ByteWriter,
  commandField,
  finishEntry,
  type Shard,
  type ShardWire,
  shardKeys,
  startEntry,
  startingCounter,
  takeSender,
} from '@pelican/shared/engine';
import { commandsPerEntryMax, type Span, traceField, tracing } from '@pelican/tracing';
import type { Redis } from 'ioredis';
import { JournalGuard, type JournalGuardOptions } from './journal-guard.ts';
import { JournalTrace } from './journal-trace.ts';

const entryBytesMax = 192 * 1024;
/** Bytes without an answer from Redis beyond which new commands are refused. */
const unansweredBytesMax = 64 * 1024 * 1024;

/** An entry without an answer is not sent again after this long. */
export const journalResendMsMax = 5_000;

const recheckMs = 50;

/** Where a command stands: the answer in the event stream carries the same pair. */
export interface Placement {
  counter: number;
  index: number;
}

interface Entry {
  counter: number;
  bytes: Buffer;
  createdMs: number;
  /** Handed to the connection that is up now. */
  isSent: boolean;
  /** Handed to an earlier connection, which broke before it answered: the entry may be in the journal. */
  isRepeat: boolean;
  /** Undefined when none of its commands is traced. */
  trace: JournalTrace | undefined;
}

/** The part of a wire that writing needs. */
export type CommandWire<Command> = Pick<ShardWire<Command, never>, 'writeCommand'>;

export class JournalWriter<Command> {
  /** Unique among all writers, past ones too: the engine drops an entry whose (sender, counter) it has seen. */
  readonly sender: number;
  /** Called for an entry that Redis has refused for good: its commands have not taken effect. */
  onRefused: (counter: number, cause: Error) => void = () => undefined;
  private readonly redis: Redis;
  private readonly guard: JournalGuard;
  private readonly shard: Shard;
  private readonly stream: string;
  private readonly wire: CommandWire<Command>;
  private readonly writer = new ByteWriter(64 * 1024);
  /** Entries without an answer, by counter and so in order. */
  private readonly unanswered = new Map<number, Entry>();
  private unansweredBytes = 0;
  private counter = startingCounter();
  private count = 0;
  private isFlushPlanned = false;
  /** The trace of the entry that is being written. */
  private trace: JournalTrace | undefined;
  private placement: Placement = { counter: 0, index: 0 };

  private constructor(redis: Redis, guard: JournalGuard, shard: Shard, wire: CommandWire<Command>, sender: number) {
    this.redis = redis;
    this.guard = guard;
    this.shard = shard;
    this.stream = shardKeys(shard).commands;
    this.wire = wire;
    this.sender = sender;
    redis.on('ready', () => void this.goOn());
    redis.on('close', () => {
      for (const entry of this.unanswered.values()) this.doubt(entry);
    });
  }

  /** Opens a connection of its own beside the given one and takes a sender id; waits until Redis is there. */
  static async open<Command>(
    redis: Redis,
    shard: Shard,
    wire: CommandWire<Command>,
    options: Pick<JournalGuardOptions, 'known' | 'onRecovered'>,
  ): Promise<JournalWriter<Command>> {
    const sender = await takeSender(redis);
    // Nothing may be kept or sent again behind the writer's back.
    const own = redis.duplicate({ autoResendUnfulfilledCommands: false, enableOfflineQueue: false });
    // The other connection logs that Redis is away.
    own.on('error', () => undefined);
    while (own.status !== 'ready') await new Promise((resolve) => own.once('ready', resolve));
    const guard = new JournalGuard({ redis: own, shard, ...options });
    // What cannot be asked yet is asked again by the guard.
    await guard.check().catch(() => undefined);
    return new JournalWriter(own, guard, shard, wire, sender);
  }

  /**
   * Adds a command to the entry of this turn. The returned object is reused by the next call.
   * @throws DomainError service_unavailable when Redis is away or does not keep up, exchange_halted when the journal has
   *   lost entries: nothing was written
   */
  append(command: Command): Readonly<Placement> {
    if (this.count === 0) this.begin();
    const lengthBefore = this.writer.length;
    try {
      this.wire.writeCommand(this.writer, command);
    } catch (error) {
      this.writer.length = lengthBefore;
      throw error;
    }
    this.placement.counter = this.counter;
    this.placement.index = this.count++;
    if (tracing !== undefined) this.traceCommand(tracing.current());
    if (this.count >= commandsPerEntryMax || this.writer.length >= entryBytesMax) this.flush();
    else if (!this.isFlushPlanned) this.planFlush();
    return this.placement;
  }

  /** Entries without an answer from Redis. */
  get unansweredCount(): number {
    return this.unanswered.size;
  }

  /** Sends what this turn has gathered and closes the connection behind it. */
  close(): void {
    this.flush();
    this.guard.close();
    void this.redis.quit().catch(() => this.redis.disconnect());
  }

  private begin(): void {
    const { status } = this.redis;
    if (status !== 'ready' || this.unansweredBytes >= unansweredBytesMax)
      throw new DomainError('service_unavailable', { details: { redis: status, unanswered: this.unanswered.size } });
    this.guard.demandOpen();
    startEntry(this.writer, this.shard.id, this.sender, ++this.counter);
  }

  private traceCommand(request: Span | undefined): void {
    if (!request) return;
    this.trace ??= new JournalTrace();
    this.trace.add(request, { shard: this.shard.name, sender: this.sender, ...this.placement });
  }

  /** After the poll phase: everything that the sockets have brought in this turn goes together. */
  private planFlush(): void {
    this.isFlushPlanned = true;
    setImmediate(() => {
      this.isFlushPlanned = false;
      this.flush();
    });
  }

  private flush(): void {
    if (this.count === 0) return;
    finishEntry(this.writer, this.count);
    this.count = 0;
    const bytes = Buffer.from(this.writer.copy().buffer);
    const { counter, trace } = this;
    this.trace = undefined;
    const entry = { counter, bytes, createdMs: performance.now(), isSent: false, isRepeat: false, trace };
    this.unanswered.set(entry.counter, entry);
    this.unansweredBytes += bytes.length;
    this.send(entry);
  }

  private send(entry: Entry): void {
    if (this.redis.status !== 'ready' || !this.guard.isOpen) return;
    entry.isSent = true;
    const fields: (string | Buffer)[] = [commandField, entry.bytes];
    if (entry.trace) fields.push(traceField, entry.trace.text);
    // A journal that is gone is not begun anew.
    const adding = this.guard.mustExist
      ? this.redis.xadd(this.stream, 'NOMKSTREAM', '*', ...fields)
      : this.redis.xadd(this.stream, '*', ...fields);
    adding.then(
      (position) => this.answered(entry, position),
      (error: Error) => this.failed(entry, error),
    );
  }

  /** @param position null when there is no journal */
  private answered(entry: Entry, position: string | null): void {
    if (position !== null) entry.trace?.appended(position);
    this.forget(entry);
    if (position !== null) {
      this.guard.acknowledged({ position, bytes: entry.bytes });
      return;
    }
    void this.guard.lost().catch(() => undefined);
    if (!entry.isRepeat) this.onRefused(entry.counter, new DomainError('exchange_halted'));
  }

  /** After a reconnection: the journal is checked before anything is sent. */
  private async goOn(): Promise<void> {
    try {
      await this.guard.check();
      this.sendAgain();
    } catch {
      // Redis is loading, or away again.
      if (this.redis.status === 'ready') setTimeout(() => void this.goOn(), recheckMs);
    }
  }

  private sendAgain(): void {
    const oldestMs = performance.now() - journalResendMsMax;
    for (const entry of this.unanswered.values()) {
      if (entry.createdMs < oldestMs) this.forget(entry);
      else if (!entry.isSent) this.send(entry);
    }
  }

  /** A reply that is an error means that Redis has not added the entry; after any other failure the outcome is unknown. */
  private failed(entry: Entry, error: Error): void {
    if (error.name !== 'ReplyError' || error.message.startsWith('LOADING')) {
      this.doubt(entry);
      return;
    }
    this.forget(entry);
    // A refused repeat says nothing of the attempt before it: the caller waits for the engine's answer as long as ever.
    if (!entry.isRepeat) this.onRefused(entry.counter, error);
  }

  private doubt(entry: Entry): void {
    if (!entry.isSent) return;
    entry.isSent = false;
    entry.isRepeat = true;
  }

  private forget(entry: Entry): void {
    if (this.unanswered.delete(entry.counter)) this.unansweredBytes -= entry.bytes.length;
    entry.trace?.ended();
  }
}
