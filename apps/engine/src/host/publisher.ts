/**
 * Publishes the event entries of the journal under the ids of their command entries, in order and without a gap.
 *
 * Every entry is kept until Redis has it, in the leader and in a standby alike, so that a standby can go on where a dead
 * leader stopped. Redis refuses an id that is not above its newest, which means that the entry is published already. The
 * entries of one round trip are one transaction: a Redis that refuses one of them (out of memory) must not take the next,
 * because the one before it could never be added again.
 */
import { eventField } from '@pelican/shared/engine/journal.ts';
import { comparePositions } from '@pelican/shared/engine/stream-position.ts';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

interface Entry {
  position: string;
  bytes: Buffer;
}

type Result = [error: Error | null, result: unknown];

export interface PublisherOptions {
  redis: Redis;
  stream: string;
  log: Pick<Logger, 'info' | 'error'>;
  /** True while this process may publish. */
  isLeader(): boolean;
  /** The newest id of the event stream. */
  newestPublished(): Promise<string>;
}

const roundTripsMax = 3;
const entriesPerRoundTripMax = 256;
const bytesPerRoundTripMax = 2 * 1024 * 1024;
const retryMs = 100;

export class Publisher {
  readonly #options: PublisherOptions;
  /** Entries that Redis may not have, oldest first; the first `#sentCount` of them are on their way. */
  #entries: Entry[] = [];
  #bytes = 0;
  #sentCount = 0;
  #roundTrips = 0;
  /** Answers of an earlier connection or leadership are not counted. */
  #epoch = 0;
  #isSynchronised = false;
  #synchronising = false;
  #published: string;
  #waiting: { bytesMax: number; resolve: () => void }[] = [];

  /** @param published the newest id of the event stream: what is not above it needs no publication */
  constructor(published: string, options: PublisherOptions) {
    this.#published = published;
    this.#options = options;
    options.redis.on('close', () => this.#startAnew());
    options.redis.on('ready', () => this.flush());
  }

  /** The newest position known to be in the event stream. */
  get published(): string {
    return this.#published;
  }

  get backlogEntries(): number {
    return this.#entries.length;
  }

  get backlogBytes(): number {
    return this.#bytes;
  }

  /** True when the entry's events are not published as far as is known, so that its bytes are needed. */
  wants(position: string): boolean {
    return comparePositions(position, this.#published) > 0;
  }

  /** Takes the events of the next entry; `bytes` are kept as they are. Call `flush` after a batch. */
  add(position: string, bytes: Buffer): void {
    this.#entries.push({ position, bytes });
    this.#bytes += bytes.length;
  }

  /** Call when this process has become or ceased to be the leader. */
  leadershipChanged(): void {
    this.#startAnew();
    this.flush();
  }

  /** Sends what is waiting, when this process may and Redis is there. */
  flush(): void {
    if (!this.#options.isLeader() || this.#options.redis.status !== 'ready') return;
    if (!this.#isSynchronised) {
      void this.#synchronise();
      return;
    }
    while (this.#roundTrips < roundTripsMax && this.#sentCount < this.#entries.length) this.#send(this.#nextBatch());
  }

  /** Resolves once no more than `bytesMax` bytes wait for publication. */
  backlogBelow(bytesMax: number): Promise<void> {
    if (this.#bytes <= bytesMax) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ bytesMax, resolve }));
  }

  /** Forgets what somebody else has published: keeps a standby's memory small. */
  forgetPublished(newest: string): void {
    if (this.#sentCount > 0) return;
    if (comparePositions(newest, this.#published) > 0) this.#published = newest;
    const count = this.#entries.findIndex((entry) => comparePositions(entry.position, newest) > 0);
    this.#drop(count < 0 ? this.#entries.length : count);
  }

  #startAnew(): void {
    this.#epoch++;
    this.#sentCount = 0;
    this.#roundTrips = 0;
    this.#isSynchronised = false;
  }

  /** Asks where the event stream stands, which is where publication goes on. */
  async #synchronise(): Promise<void> {
    if (this.#synchronising) return;
    this.#synchronising = true;
    const epoch = this.#epoch;
    try {
      const newest = await this.#options.newestPublished();
      if (epoch === this.#epoch) {
        this.forgetPublished(newest);
        this.#isSynchronised = true;
      }
    } catch (error) {
      this.#options.log.error({ err: error }, 'the newest event could not be asked for');
      setTimeout(() => this.flush(), retryMs);
      return;
    } finally {
      this.#synchronising = false;
    }
    this.flush();
  }

  #nextBatch(): Entry[] {
    let byteCount = 0;
    let end = this.#sentCount;
    while (end < this.#entries.length && end - this.#sentCount < entriesPerRoundTripMax) {
      byteCount += this.#entries[end]?.bytes.length ?? 0;
      if (byteCount > bytesPerRoundTripMax && end > this.#sentCount) break;
      end++;
    }
    return this.#entries.slice(this.#sentCount, end);
  }

  #send(batch: Entry[]): void {
    const epoch = this.#epoch;
    this.#sentCount += batch.length;
    this.#roundTrips++;
    this.#publish(batch).then(
      (results) => {
        if (epoch === this.#epoch) this.#answered(batch, results);
      },
      (error: Error) => {
        if (epoch === this.#epoch) this.#failed(error);
      },
    );
  }

  /** What Redis said of each entry. A single one needs no transaction, and at ordinary rates most are single. */
  async #publish(batch: Entry[]): Promise<Result[]> {
    const { redis, stream } = this.#options;
    const [first] = batch;
    if (batch.length === 1 && first) {
      return redis.xadd(stream, first.position, eventField, first.bytes).then(
        (id) => [[null, id]],
        (error: Error) => {
          if (error.name === 'ReplyError') return [[error, null]];
          throw error;
        },
      );
    }
    const transaction = redis.multi();
    for (const entry of batch) transaction.xadd(stream, entry.position, eventField, entry.bytes);
    return (await transaction.exec()) ?? [];
  }

  #answered(batch: Entry[], results: Result[]): void {
    const fault = results.find(([error]) => error !== null && !isPublishedAlready(error))?.[0];
    if (fault || results.length !== batch.length) {
      this.#failed(fault ?? new Error('a transaction had fewer answers than commands'));
      return;
    }
    this.#roundTrips--;
    this.#sentCount -= batch.length;
    const last = batch.at(-1);
    if (last && this.wants(last.position)) this.#published = last.position;
    this.#drop(batch.length);
    this.flush();
  }

  #failed(error: Error): void {
    this.#options.log.error({ err: error }, 'events could not be published; trying again');
    this.#startAnew();
    setTimeout(() => this.flush(), retryMs);
  }

  #drop(count: number): void {
    if (count > 0) for (const entry of this.#entries.splice(0, count)) this.#bytes -= entry.bytes.length;
    this.#waiting = this.#waiting.filter(({ bytesMax, resolve }) => {
      if (this.#bytes > bytesMax) return true;
      resolve();
      return false;
    });
  }
}

function isPublishedAlready(error: Error): boolean {
  return error.message.includes('equal or smaller than the target stream top item');
}
