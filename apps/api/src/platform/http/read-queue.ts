/**
 * Reads that cost more than a lookup, kept away from trading: each reader has a budget of rows, reads of one reader run one
 * after the other, and readers take turns at the few that run at once. Of public reads the budget is an address's and the
 * turn a site's (an IPv4 address or an IPv6 /48), of private reads both are a user's.
 */
import type { Pool } from 'pg';
import { addressKeys } from './address-key.ts';
import { createAddressBuckets } from './address-limits.ts';
import { tooMany } from './rate-limit.ts';
import { createTokenBuckets, type TokenBuckets } from './token-bucket.ts';

export interface ReadLimits {
  /** Rows that a reader may ask for. */
  rowsPerSecond: number;
  rowsBurst: number;
  runningMax: number;
  /** Of one reader, and of all. */
  waitingMaxOfLane: number;
  waitingMax: number;
}

/** What any query costs besides its rows. */
export const queryRows = 10;

/** What a page costs: rows that it skips are read from an index and not sent. */
export function pageRows({ offset, limit }: { offset: number; limit: number }): number {
  return limit + Math.ceil(offset / 10);
}

/** Reads and the connections that they have to themselves. */
export interface PacedReads<Key> {
  pool: Pool;
  queue: ReadQueue<Key>;
}

/** Keyed by address. */
export function createPublicReadQueue(limits: ReadLimits): ReadQueue<string> {
  const budgets = createAddressBuckets({ perSecond: limits.rowsPerSecond, burst: limits.rowsBurst });
  return new ReadQueue(limits, budgets, (ip) => addressKeys(ip).site);
}

/** Keyed by user. */
export function createPrivateReadQueue(limits: ReadLimits): ReadQueue<number> {
  const budgets = createTokenBuckets<number>({ perSecond: limits.rowsPerSecond, burst: limits.rowsBurst });
  return new ReadQueue(limits, budgets, (userId) => userId);
}

interface WaitingRead {
  start(): Promise<void>;
  refuse(error: Error): void;
}

export class ReadQueue<Key> {
  private readonly limits: ReadLimits;
  private readonly budgets: TokenBuckets<Key>;
  private readonly laneOf: (key: Key) => Key;
  /** Reads that wait, by reader; a reader is here while a read of it waits or runs. */
  private readonly lanes = new Map<Key, WaitingRead[]>();
  /** Readers whose next read may run, in the order of their turns. */
  private readonly turns: Key[] = [];
  private running = 0;
  private waiting = 0;

  constructor(limits: ReadLimits, budgets: TokenBuckets<Key>, laneOf: (key: Key) => Key) {
    this.limits = limits;
    this.budgets = budgets;
    this.laneOf = laneOf;
  }

  /**
   * Takes rows from the reader's budget, and no more than a full one: such a read has to wait for a full budget.
   * @throws DomainError too_many_requests; details.retryAfterMs says how long to wait
   */
  spend(key: Key, rows: number): void {
    const cost = Math.min(rows, this.limits.rowsBurst);
    if (!this.budgets.take(key, cost)) throw tooMany(this.budgets.waitMs(key, cost));
  }

  /**
   * Runs the read when the reader's turn has come. When the queue is full, the reader with the most waiting reads gives
   * up the last one, so that a few busy readers cannot keep others out.
   * @throws DomainError too_many_requests when too many reads wait
   */
  run<Result>(key: Key, read: () => Promise<Result>): Promise<Result> {
    const laneKey = this.laneOf(key);
    this.makeRoom(laneKey);
    return new Promise<Result>((resolve, refuse) => {
      const waiting = { start: () => read().then(resolve, refuse), refuse };
      const lane = this.lanes.get(laneKey);
      this.waiting++;
      if (lane) lane.push(waiting);
      else {
        this.lanes.set(laneKey, [waiting]);
        this.turns.push(laneKey);
        this.startNext();
      }
    });
  }

  /** @throws DomainError too_many_requests when the reader itself has the most reads */
  private makeRoom(laneKey: Key): void {
    const ofLane = this.lanes.get(laneKey)?.length ?? 0;
    if (ofLane >= this.limits.waitingMaxOfLane) throw tooMany(1_000);
    if (this.waiting < this.limits.waitingMax) return;
    const longest = [...this.lanes.values()].reduce((a, b) => (b.length > a.length ? b : a));
    // Two at least, and more than this reader will have: a reader that waits with one read keeps it.
    if (longest.length <= ofLane + 1) throw tooMany(1_000);
    longest.pop()?.refuse(tooMany(1_000));
    this.waiting--;
  }

  private startNext(): void {
    if (this.running >= this.limits.runningMax) return;
    const laneKey = this.turns.shift();
    const read = laneKey === undefined ? undefined : this.lanes.get(laneKey)?.shift();
    if (laneKey === undefined || !read) return;
    this.running++;
    this.waiting--;
    void read.start().finally(() => setImmediate(() => this.leave(laneKey)));
  }

  /** After a turn of the event loop: orders that came meanwhile are served before the next read. */
  private leave(laneKey: Key): void {
    this.running--;
    if (this.lanes.get(laneKey)?.length === 0) this.lanes.delete(laneKey);
    else this.turns.push(laneKey);
    this.startNext();
  }
}
