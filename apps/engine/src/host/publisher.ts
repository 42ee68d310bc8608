/**
 * Publishes the event entries of the journal under the ids of their command entries, in order and without a gap.
 *
 * Every entry is kept until Redis has it, in the leader and in a standby alike, so that a standby can go on where a dead
 * leader stopped. Each append demands the id of the entry before it as the stream's newest, and its answer is the newest
 * id: after a lost answer, a reconnection, a refusal or another leader's turn that answer says where to go on, and no
 * entry can be passed over, however many round trips are under way.
 */
import { comparePositions, digestOf, positionStart } from '@pelican/shared/engine';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { appendEvents, type EventEntry, type StreamEnd } from './append-events.ts';

/** The stream does not end where the entries that are left to publish begin. */
export class PublicationGap extends Error {}

/** Another engine has published other events than those made here. */
export class Divergence extends Error {
  /** The entries made here that may differ, the first that does among them. */
  readonly entries: readonly EventEntry[];

  constructor(stream: string, newest: string, entries: readonly EventEntry[]) {
    super(`the events in ${stream} up to ${newest} are not those made here`);
    this.entries = entries;
  }
}

export interface PublisherOptions {
  redis: Redis;
  stream: string;
  log: Pick<Logger, 'info' | 'error'>;
  /** True while this process may publish. */
  isLeader(): boolean;
  /** Called once; nothing is published until `restart`. */
  onFault(fault: PublicationGap | Divergence): void;
}

const roundTripsMax = 3;
const entriesPerRoundTripMax = 256;
const bytesPerRoundTripMax = 2 * 1024 * 1024;
const retryMs = 100;

export class Publisher {
  readonly #options: PublisherOptions;
  /** Entries that Redis may not have, oldest first; the first `#sentCount` of them are on their way. */
  #entries: EventEntry[] = [];
  #bytes = 0;
  #sentCount = 0;
  #roundTrips = 0;
  /** Answers of an earlier connection, leadership or attempt are not counted. */
  #epoch = 0;
  #isRefused = false;
  #isFaulty = false;
  #published = positionStart;
  #waiting: { bytesMax: number; resolve: () => void }[] = [];

  constructor(options: PublisherOptions) {
    this.#options = options;
    options.redis.on('close', () => this.#startAnew());
    options.redis.on('ready', () => this.flush());
  }

  /** Forgets everything and starts after `published`, the newest id of the event stream. */
  restart(published: string): void {
    this.#startAnew();
    this.#drop(this.#entries.length);
    this.#published = published;
    this.#isFaulty = false;
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
  add(entry: EventEntry): void {
    this.#entries.push(entry);
    this.#bytes += entry.bytes.length;
  }

  /** Call when this process has become or ceased to be the leader. */
  leadershipChanged(): void {
    this.#startAnew();
    this.flush();
  }

  /** Sends what is waiting, when this process may and Redis is there. */
  flush(): void {
    if (this.#isFaulty || !this.#options.isLeader() || this.#options.redis.status !== 'ready') return;
    while (this.#roundTrips < roundTripsMax && this.#sentCount < this.#entries.length) this.#send(this.#nextBatch());
  }

  /**
   * Asks a leader that has nothing to publish whether the stream still ends where it knows: Redis may lose events while no command
   * comes that would show it.
   */
  checkEnd(): void {
    const { isLeader, redis, stream, log } = this.#options;
    if (this.#isFaulty || !isLeader() || redis.status !== 'ready' || this.#entries.length > 0) return;
    const known = this.#published;
    const epoch = this.#epoch;
    appendEvents(redis, stream, []).then(
      ({ newest }) => {
        if (epoch !== this.#epoch || this.#isFaulty || comparePositions(newest, known) >= 0) return;
        this.#fail(
          new PublicationGap(
            `the event stream ${stream} ends at ${newest}, and had the events of ${known}: Redis has lost them`,
          ),
        );
      },
      (error: Error) => log.error({ err: error }, 'the end of the event stream could not be read'),
    );
  }

  /** Resolves once no more than `bytesMax` bytes wait for publication. */
  backlogBelow(bytesMax: number): Promise<void> {
    if (this.#bytes <= bytesMax) return Promise.resolve();
    return new Promise((resolve) => this.#waiting.push({ bytesMax, resolve }));
  }

  /** The last entry that waits for publication. */
  get newest(): string | undefined {
    return this.#entries.at(-1)?.position;
  }

  /** Compares what another process has published, and forgets it: keeps a standby's memory small. */
  confirm(end: StreamEnd): void {
    if (this.#sentCount === 0) this.#forget(end);
  }

  #startAnew(): void {
    this.#epoch++;
    this.#sentCount = 0;
    this.#roundTrips = 0;
  }

  #nextBatch(): EventEntry[] {
    let byteCount = 0;
    let end = this.#sentCount;
    while (end < this.#entries.length && end - this.#sentCount < entriesPerRoundTripMax) {
      byteCount += this.#entries[end]?.bytes.length ?? 0;
      if (byteCount > bytesPerRoundTripMax && end > this.#sentCount) break;
      end++;
    }
    return this.#entries.slice(this.#sentCount, end);
  }

  #send(batch: EventEntry[]): void {
    const epoch = this.#epoch;
    this.#sentCount += batch.length;
    this.#roundTrips++;
    appendEvents(this.#options.redis, this.#options.stream, batch).then(
      (end) => {
        if (epoch === this.#epoch) this.#answered(batch, end);
      },
      (error: Error) => {
        if (epoch === this.#epoch) this.#failed(error);
      },
    );
  }

  #answered(batch: EventEntry[], end: StreamEnd): void {
    const { newest } = end;
    if (this.#isRefused) this.#options.log.info({ newest }, 'events are published again');
    this.#isRefused = false;
    if (newest === batch.at(-1)?.position) {
      this.#roundTrips--;
      this.#sentCount -= batch.length;
    } else {
      this.#startAnew();
    }
    this.#forget(end);
    this.#checkGap(newest);
    this.flush();
  }

  #failed(error: Error): void {
    if (!this.#isRefused) this.#options.log.error({ err: error }, 'events could not be published; trying again');
    this.#isRefused = true;
    this.#startAnew();
    setTimeout(() => this.flush(), retryMs);
  }

  /** What is left must follow the stream's newest entry. The entries between are no longer in this memory. */
  #checkGap(newest: string): void {
    const [first] = this.#entries;
    if (!first || first.previous === newest || this.#isFaulty) return;
    this.#fail(
      new PublicationGap(
        `the event stream ${this.#options.stream} ends at ${newest}, the next entry to publish is ${first.position} and follows ${first.previous}: Redis has lost published events, or they are of another journal`,
      ),
    );
  }

  #fail(fault: PublicationGap | Divergence): void {
    this.#isFaulty = true;
    this.#options.onFault(fault);
  }

  #forget({ newest, digest }: StreamEnd): void {
    const after = this.#entries.findIndex((entry) => comparePositions(entry.position, newest) > 0);
    const count = after < 0 ? this.#entries.length : after;
    const own = this.#entries[count - 1];
    if (own?.position === newest && digest !== '' && digest !== digestOf(own.bytes)) {
      this.#fail(new Divergence(this.#options.stream, newest, this.#entries.slice(0, count)));
      return;
    }
    if (comparePositions(newest, this.#published) > 0) this.#published = newest;
    this.#drop(count);
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
