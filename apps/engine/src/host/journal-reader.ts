import { setTimeout as delay } from 'node:timers/promises';
import { nextReadCount, readCountMin } from '@pelican/shared/engine/read-size.ts';
import { comparePositions, positionStart } from '@pelican/shared/engine/stream-position.ts';
import { unlessAborted } from '@pelican/shared/unless-aborted.ts';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { holdsEntry, type JournalEntry, oldestEntry, readJournal } from './journal.ts';
import { MissingJournal } from './whole-journal.ts';

/** The journal was trimmed beyond the entry read last while this process slept: what was left out is in the archive. */
export class Overtaken extends Error {}

export interface JournalReaderOptions {
  /** A connection of its own: reads block on it. */
  redis: Redis;
  /** For questions that must not wait behind a blocking read. */
  control: Redis;
  stream: string;
  log: Pick<Logger, 'warn'>;
}

const blockMs = 2_000;
const retryMs = 100;
/** A process that slept longer than this may have been overtaken by trimming: a read behind a trimmed entry skips silently. */
const sleepMsMax = blockMs + 500;

/** Reads a shard's journal in order, one batch ahead of its caller. */
export class JournalReader {
  readonly #options: JournalReaderOptions;
  /** The last entry handed out; the caller has applied it when it asks for more. */
  #position = positionStart;
  #ahead: Promise<JournalEntry[]> | undefined;
  #readCount = readCountMin;
  /** The connection broke: before anything more is handed out, the journal must still hold what was. */
  #isDoubted = false;
  #readAtMs = performance.now();

  constructor(options: JournalReaderOptions) {
    this.#options = options;
    options.redis.on('close', () => {
      this.#isDoubted = true;
    });
  }

  get isConnected(): boolean {
    return this.#options.redis.status === 'ready';
  }

  /** Goes on after `position`. */
  seek(position: string): void {
    this.#position = position;
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
    const entries = await unlessAborted(this.#ahead ?? this.#read(signal), signal, []);
    if (performance.now() - this.#readAtMs > sleepMsMax) this.#isDoubted = true;
    this.#readAtMs = performance.now();
    if (this.#isDoubted) await this.#check(signal);
    if (signal.aborted) return [];
    const byteCount = entries.reduce((sum, entry) => sum + entry.bytes.length, 0);
    this.#readCount = nextReadCount(this.#readCount, entries.length, byteCount);
    this.#position = entries.at(-1)?.position ?? this.#position;
    // The next batch is on its way while the caller applies this one.
    this.#ahead = this.#read(signal);
    return entries;
  }

  async #read(signal: AbortSignal): Promise<JournalEntry[]> {
    const { redis, stream, log } = this.#options;
    try {
      return await readJournal(redis, stream, this.#position, { count: this.#readCount, blockMs });
    } catch (error) {
      if (signal.aborted) return [];
      log.warn({ err: error }, 'the journal could not be read; asking again');
      await pause(signal);
      return [];
    }
  }

  /** A Redis that came back without what was applied is another one or has lost data; going on would hide it. */
  async #check(signal: AbortSignal): Promise<void> {
    const { control, stream, log } = this.#options;
    while (!signal.aborted) {
      this.#isDoubted = false;
      try {
        const position = this.#position;
        if (position === positionStart || (await holdsEntry(control, stream, position))) return;
        const oldest = await oldestEntry(control, stream);
        if (oldest !== undefined && comparePositions(oldest, position) > 0)
          throw new Overtaken(`the journal ${stream} begins at ${oldest}, behind ${position}, which is applied here`);
        throw new MissingJournal(
          `Redis does not hold the journal entry ${position}, which is applied here. It has lost data or is another Redis: see docs/operations.md before anything is started again.`,
        );
      } catch (error) {
        if (error instanceof MissingJournal || error instanceof Overtaken) throw error;
        log.warn({ err: error }, 'the journal could not be checked; trying again');
        await pause(signal);
      }
    }
  }
}

async function pause(signal: AbortSignal): Promise<void> {
  await delay(retryMs, undefined, { signal }).catch(() => undefined);
}
