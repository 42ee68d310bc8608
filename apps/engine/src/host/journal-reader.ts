import { setTimeout as delay } from 'node:timers/promises';
import {
  halt,
  journalHolds,
  type KnownEntry,
  lostEntry,
  nextReadCount,
  positionStart,
  readCountMin,
  type Shard,
  shardKeys,
  unlessAborted,
} from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { holdsEntry, type JournalEntry, readJournal } from './journal.ts';
import { futureEntryAt } from './time-leap.ts';
import { MissingJournal } from './whole-journal.ts';

/** An entry that no engine applies, and that the clock of Redis does not explain either. */
class ClocksDiffer extends Error {}

/** The journal was trimmed beyond the entry read last while this process slept: what was left out is in the archive. */
export class Overtaken extends Error {}

export interface JournalReaderOptions {
  /** A connection of its own: reads block on it. */
  redis: Redis;
  /** For questions that must not wait behind a blocking read. */
  control: Redis;
  shard: Shard;
  log: Pick<Logger, 'warn'>;
}

const blockMs = 2_000;
const retryMs = 100;

interface Batch {
  entries: JournalEntry[];
  /** The journal holds the entry before them, so they follow it without a gap. */
  isContinuous: boolean;
}

/** Reads a shard's journal in order, one batch ahead of its caller. */
export class JournalReader {
  readonly #options: JournalReaderOptions;
  readonly #stream: string;
  /** The last entry handed out; the caller has applied it when it asks for more. */
  #last: KnownEntry = { position: positionStart };
  #ahead: Promise<Batch> | undefined;
  #readCount = readCountMin;

  constructor(options: JournalReaderOptions) {
    this.#options = options;
    this.#stream = shardKeys(options.shard).commands;
  }

  get isConnected(): boolean {
    return this.#options.redis.status === 'ready';
  }

  /** Goes on after `position`. */
  seek(position: string): void {
    this.#last = { position };
    this.#ahead = undefined;
  }

  /** Ends the connection. */
  close(): void {
    this.#options.redis.disconnect();
  }

  /**
   * The next entries, all of which the caller applies before it asks again; none after 2 s without news, or when the
   * signal aborts. @throws Overtaken when the journal was trimmed beyond the entry applied last, MissingJournal when Redis
   * has lost that entry or holds one dated in the future
   */
  async next(signal: AbortSignal): Promise<JournalEntry[]> {
    if (signal.aborted) return [];
    // A read under way when Redis is away never ends, not even when its connection is closed.
    const { entries, isContinuous } = await unlessAborted(this.#ahead ?? this.#read(signal), signal, nothing);
    if (!isContinuous) await this.#explain(signal);
    const leap = entries[futureEntryAt(entries, this.#last.position, Date.now())];
    if (leap) await this.#refuse(leap, signal);
    if (signal.aborted) return [];
    const byteCount = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
    this.#readCount = nextReadCount(this.#readCount, entries.length, byteCount);
    this.#last = entries.at(-1) ?? this.#last;
    // The next batch is on its way while the caller applies this one.
    this.#ahead = this.#read(signal);
    return entries;
  }

  /** A read says nothing of what was trimmed or lost before its first entry, so the entry before it is read as well. */
  async #read(signal: AbortSignal): Promise<Batch> {
    const { redis, log } = this.#options;
    const last = this.#last;
    try {
      const [entries, isContinuous] = await Promise.all([
        readJournal(redis, this.#stream, last.position, { count: this.#readCount, blockMs }),
        last.position === positionStart || holdsEntry(redis, this.#stream, last),
      ]);
      return { entries, isContinuous };
    } catch (error) {
      if (signal.aborted) return nothing;
      log.warn({ err: error }, 'the journal could not be read; asking again');
      await pause(signal);
      return nothing;
    }
  }

  /** Halts the exchange when the entry applied last is lost. @throws MissingJournal, Overtaken */
  #explain(signal: AbortSignal): Promise<void> {
    const { control, shard } = this.#options;
    const last = this.#last;
    return this.#ask(signal, async () => {
      if (await journalHolds(control, shard, last))
        throw new Overtaken(
          `the journal ${this.#stream} was trimmed beyond ${last.position}, which was read last here`,
        );
      const lost = lostEntry(shard.name, last.position, 'an engine has applied');
      await halt(control, shard.name, lost);
      throw new MissingJournal(lost.reason);
    });
  }

  /** Halts the exchange when an entry is dated in the future by the clock of Redis too. @throws MissingJournal, ClocksDiffer */
  #refuse(leap: JournalEntry, signal: AbortSignal): Promise<void> {
    const { control, shard } = this.#options;
    const previous = this.#last.position;
    return this.#ask(signal, async () => {
      const [seconds] = await control.time();
      if (futureEntryAt([leap], previous, Number(seconds) * 1000) < 0)
        throw new ClocksDiffer(
          `the clocks of Redis and of this machine are more than an hour apart: the entry ${leap.position} of the journal ${this.#stream} is not applied`,
        );
      const reason = `the entry ${leap.position} of the journal of ${shard.name} is more than an hour ahead of the clock: no engine applies it. See "Redis lost entries" in docs/operations.md`;
      await halt(control, shard.name, { position: leap.position, reason });
      throw new MissingJournal(reason);
    });
  }

  /** Asks Redis until it answers. @throws what says why the engine cannot go on */
  async #ask(signal: AbortSignal, question: () => Promise<void>): Promise<void> {
    while (!signal.aborted) {
      try {
        return await question();
      } catch (error) {
        if ([MissingJournal, Overtaken, ClocksDiffer].some((kind) => error instanceof kind)) throw error;
        this.#options.log.warn({ err: error }, 'the journal could not be checked; trying again');
        await pause(signal);
      }
    }
  }
}

const nothing: Batch = { entries: [], isContinuous: true };

async function pause(signal: AbortSignal): Promise<void> {
  await delay(retryMs, undefined, { signal }).catch(() => undefined);
}
