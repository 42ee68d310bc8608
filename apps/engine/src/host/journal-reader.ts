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
import { MissingJournal } from './whole-journal.ts';

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
   * has lost that entry
   */
  async next(signal: AbortSignal): Promise<JournalEntry[]> {
    if (signal.aborted) return [];
    // A read under way when Redis is away never ends, not even when its connection is closed.
    const { entries, isContinuous } = await unlessAborted(this.#ahead ?? this.#read(signal), signal, nothing);
    if (!isContinuous) await this.#explain(signal);
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

  /** Halts the exchange when the entry is lost. @throws MissingJournal */
  async #explain(signal: AbortSignal): Promise<void> {
    const { control, shard, log } = this.#options;
    const last = this.#last;
    while (!signal.aborted) {
      try {
        if (await journalHolds(control, shard, last))
          throw new Overtaken(
            `the journal ${this.#stream} was trimmed beyond ${last.position}, which was read last here`,
          );
        const lost = lostEntry(shard.name, last.position, 'an engine has applied');
        await halt(control, shard.name, lost);
        throw new MissingJournal(lost.reason);
      } catch (error) {
        if (error instanceof MissingJournal || error instanceof Overtaken) throw error;
        log.warn({ err: error }, 'the journal could not be checked; trying again');
        await pause(signal);
      }
    }
  }
}

const nothing: Batch = { entries: [], isContinuous: true };

async function pause(signal: AbortSignal): Promise<void> {
  await delay(retryMs, undefined, { signal }).catch(() => undefined);
}
