/**
 * Reads that cost more than a lookup, kept away from trading: each address has a budget of rows, reads of one site run one
 * after the other, and sites take turns at the few that run at once. A site is an IPv4 address or an IPv6 /48.
 */
import { DomainError } from '@pelican/shared/errors.ts';
import { addressKeys } from './address-key.ts';
import { createAddressBuckets } from './address-limits.ts';
import type { TokenBuckets } from './token-bucket.ts';

export interface ReadLimits {
  /** Rows that an address may ask for. */
  rowsPerSecond: number;
  rowsBurst: number;
  runningMax: number;
  /** Of one site, and of all. */
  waitingMaxOfSite: number;
  waitingMax: number;
}

interface WaitingRead {
  start(): Promise<void>;
  refuse(error: DomainError): void;
}

export class ReadQueue {
  private readonly limits: ReadLimits;
  private readonly budgets: TokenBuckets<string>;
  /** Reads that wait, by site; a site is here while a read of it waits or runs. */
  private readonly lanes = new Map<string, WaitingRead[]>();
  /** Sites whose next read may run, in the order of their turns. */
  private readonly turns: string[] = [];
  private running = 0;
  private waiting = 0;

  constructor(limits: ReadLimits) {
    this.limits = limits;
    this.budgets = createAddressBuckets({ perSecond: limits.rowsPerSecond, burst: limits.rowsBurst });
  }

  /** Takes rows from the address's budget. @throws DomainError too_many_requests; details.retryAfterMs says how long to wait */
  spend(ip: string, rows: number): void {
    if (this.budgets.take(ip, rows)) return;
    throw tooMany(this.budgets.waitMs(ip, rows));
  }

  /**
   * Runs the read when the turn of its address has come. When the queue is full, the site with the most waiting reads gives
   * up its last one, so that a few busy sites cannot keep others out.
   * @throws DomainError too_many_requests when too many reads wait
   */
  run<Result>(ip: string, read: () => Promise<Result>): Promise<Result> {
    const { site } = addressKeys(ip);
    this.makeRoom(site);
    return new Promise<Result>((resolve, refuse) => {
      const waiting = { start: () => read().then(resolve, refuse), refuse };
      const lane = this.lanes.get(site);
      this.waiting++;
      if (lane) lane.push(waiting);
      else {
        this.lanes.set(site, [waiting]);
        this.turns.push(site);
        this.startNext();
      }
    });
  }

  /** @throws DomainError too_many_requests when the site itself has the most reads */
  private makeRoom(site: string): void {
    const ofSite = this.lanes.get(site)?.length ?? 0;
    if (ofSite >= this.limits.waitingMaxOfSite) throw tooMany(1_000);
    if (this.waiting < this.limits.waitingMax) return;
    const longest = [...this.lanes.values()].reduce((a, b) => (b.length > a.length ? b : a));
    // Two at least, and more than this site will have: a site that waits with one read keeps it.
    if (longest.length <= ofSite + 1) throw tooMany(1_000);
    longest.pop()?.refuse(tooMany(1_000));
    this.waiting--;
  }

  private startNext(): void {
    if (this.running >= this.limits.runningMax) return;
    const site = this.turns.shift();
    const read = site === undefined ? undefined : this.lanes.get(site)?.shift();
    if (site === undefined || !read) return;
    this.running++;
    this.waiting--;
    void read.start().finally(() => setImmediate(() => this.leave(site)));
  }

  /** After a turn of the event loop: orders that came meanwhile are served before the next read. */
  private leave(site: string): void {
    this.running--;
    if (this.lanes.get(site)?.length === 0) this.lanes.delete(site);
    else this.turns.push(site);
    this.startNext();
  }
}

function tooMany(retryAfterMs: number): DomainError {
  return new DomainError('too_many_requests', { details: { retryAfterMs } });
}
