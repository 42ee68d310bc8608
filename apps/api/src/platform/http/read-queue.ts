/**
 * Reads that cost more than a lookup, kept away from trading: each reader has a budget of rows, reads of one reader run one
 * after the other, and readers take turns at the few that run at once. Of public reads the budget is an address's and the
 * turn a site's (an IPv4 address or an IPv6 /48); of private reads both are of a user's sessions or of one API key, so that a
 * key takes nothing from its owner.
 */
import type { Pool } from 'pg';
import { addressKeys } from './address-key.ts';
import { createAddressBuckets } from './address-limits.ts';
import type { Principal } from './principal.ts';
import { tooMany } from './rate-limit.ts';
import { createTokenBuckets, type TokenBuckets } from './token-bucket.ts';
import { type TurnLimits, TurnQueue } from './turn-queue.ts';

export interface ReadLimits extends TurnLimits {
  /** Rows that a reader may ask for. */
  rowsPerSecond: number;
  rowsBurst: number;
}

/** What any query costs besides its rows. */
export const queryRows = 10;

/** What a page costs: rows that it skips are read from an index and not sent. */
export function pageRows({ offset, limit }: { offset: number; limit: number }): number {
  return limit + Math.ceil(offset / 10);
}

/** Reads and the connections that they have to themselves. */
export interface PacedReads<Queue> {
  pool: Pool;
  queue: Queue;
}

export type PublicReads = PacedReads<ReadQueue<string>>;
export type PrivateReads = PacedReads<PrivateReadQueue>;

/** Keyed by address. */
export function createPublicReadQueue(limits: ReadLimits): ReadQueue<string> {
  const budgets = createAddressBuckets({ perSecond: limits.rowsPerSecond, burst: limits.rowsBurst });
  return new ReadQueue(limits, budgets, (ip) => addressKeys(ip).site);
}

/** The reader of a private read: the sessions of a user are one reader, each API key is another. */
export type Reader = Pick<Principal, 'userId' | 'apiKeyId'>;
export type PrivateReadQueue = ReadQueue<Reader>;

export function createPrivateReadQueue(limits: ReadLimits): PrivateReadQueue {
  const credentials = createTokenBuckets<string>({ perSecond: limits.rowsPerSecond, burst: limits.rowsBurst });
  const keyOf = ({ userId, apiKeyId }: Reader) => apiKeyId ?? `sessions of ${userId}`;
  const budgets: Budgets<Reader> = {
    take: (reader, rows) => credentials.take(keyOf(reader), rows),
    waitMs: (reader, rows) => credentials.waitMs(keyOf(reader), rows),
  };
  return new ReadQueue(limits, budgets, keyOf);
}

type Budgets<Key> = Pick<TokenBuckets<Key>, 'take' | 'waitMs'>;

/** `Key` is who reads. */
export class ReadQueue<Key> {
  private readonly rowsBurst: number;
  private readonly budgets: Budgets<Key>;
  private readonly laneOf: (key: Key) => string;
  private readonly turns: TurnQueue<string>;

  constructor(limits: ReadLimits, budgets: Budgets<Key>, laneOf: (key: Key) => string) {
    this.rowsBurst = limits.rowsBurst;
    this.budgets = budgets;
    this.laneOf = laneOf;
    this.turns = new TurnQueue(limits, () => tooMany(1_000));
  }

  /**
   * Takes rows from the reader's budget, and no more than a full one: such a read has to wait for a full budget.
   * @throws DomainError too_many_requests; details.retryAfterMs says how long to wait
   */
  spend(key: Key, rows: number): void {
    const cost = Math.min(rows, this.rowsBurst);
    if (!this.budgets.take(key, cost)) throw tooMany(this.budgets.waitMs(key, cost));
  }

  /** Runs the read when the reader's turn has come. @throws DomainError too_many_requests when too many reads wait */
  run<Result>(key: Key, read: () => Promise<Result>): Promise<Result> {
    return this.turns.run(this.laneOf(key), read);
  }
}
