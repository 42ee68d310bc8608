/**
 * Reads that cost more than a lookup, kept away from trading: each reader has a budget of rows, reads of one reader run
 * one after the other, and readers take turns at the few that run at once.
 */
import { DomainError } from '@pelican/shared/errors.ts';
import { createTokenBuckets, type TokenBuckets } from './token-bucket.ts';

export interface ReadLimits {
  /** Rows that a reader may ask for. */
  rowsPerSecond: number;
  rowsBurst: number;
  runningMax: number;
  /** Of one reader, and of all. */
  waitingMaxOfReader: number;
  waitingMax: number;
}

export class ReadQueue {
  private readonly limits: ReadLimits;
  private readonly budgets: TokenBuckets<string>;
  /** Reads under way and waiting, by reader; a reader is here while it has one. */
  private readonly lanes = new Map<string, (() => Promise<void>)[]>();
  /** Readers whose next read may run, in the order of their turns. */
  private readonly turns: string[] = [];
  private running = 0;
  private waiting = 0;

  constructor(limits: ReadLimits) {
    this.limits = limits;
    this.budgets = createTokenBuckets({ perSecond: limits.rowsPerSecond, burst: limits.rowsBurst });
  }

  /** Takes rows from the reader's budget. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
  spend(reader: string, rows: number): void {
    if (this.budgets.take(reader, rows)) return;
    throw tooMany(this.budgets.waitMs(reader, rows));
  }

  /**
   * Runs the read when its turn comes. @param reader an address or a user, as a key
   * @throws DomainError too_many_requests when too many reads wait
   */
  run<Result>(reader: string, read: () => Promise<Result>): Promise<Result> {
    const lane = this.lanes.get(reader);
    if (this.waiting >= this.limits.waitingMax || (lane && lane.length >= this.limits.waitingMaxOfReader))
      throw tooMany(1_000);
    this.waiting++;
    return new Promise<Result>((resolve, reject) => {
      const work = () => read().then(resolve, reject);
      if (lane) lane.push(work);
      else {
        this.lanes.set(reader, [work]);
        this.turns.push(reader);
        this.startNext();
      }
    });
  }

  private startNext(): void {
    if (this.running >= this.limits.runningMax) return;
    const reader = this.turns.shift();
    const work = reader === undefined ? undefined : this.lanes.get(reader)?.shift();
    if (reader === undefined || !work) return;
    this.running++;
    this.waiting--;
    void work().finally(() => setImmediate(() => this.leave(reader)));
  }

  /** After a turn of the event loop: orders that came meanwhile are served before the next read. */
  private leave(reader: string): void {
    this.running--;
    if (this.lanes.get(reader)?.length === 0) this.lanes.delete(reader);
    else this.turns.push(reader);
    this.startNext();
  }
}

function tooMany(retryAfterMs: number): DomainError {
  return new DomainError('too_many_requests', { details: { retryAfterMs } });
}
