/** How far settlement has come. */

import { DomainError } from '@pelican/shared/contracts';
import type { Shard } from '@pelican/shared/engine';
import type { Queryable } from '../platform/database/index.ts';

/** Where settlement stands: a stream id, and of the events up to it the count of commands and the digest. */
export interface Place {
  position: string;
  seq: number;
  /** See digest.ts; null when a release that did not keep it settled last: the next entry's digest is taken as it is. */
  digest: string | null;
}

/** The stream id, command count and digest up to which a shard's events are in Postgres. */
export async function readCursor(db: Queryable, shard: Shard): Promise<Place> {
  const { rows } = await db.query<{ position: string; seq: string; digest: string | null }>({
    name: 'settlement-cursor',
    text: 'SELECT position, seq, digest FROM settlement_cursors WHERE shard_id = $1',
    values: [shard.id],
  });
  const row = rows[0];
  if (!row) throw new Error(`there is no settlement cursor for ${shard.name}`);
  return { ...row, seq: Number(row.seq) };
}

export interface SettledWaiter {
  /**
   * Resolves once command `seq` of the shard is in Postgres.
   * @throws DomainError service_unavailable when that takes longer than `timeoutMs`, by default ten seconds
   */
  waitUntilSettled(seq: number, timeoutMs?: number): Promise<void>;
  /** Rejects the waits that are left. */
  stop(): void;
}

interface Waiting {
  seq: number;
  deadline: number;
  resolve(): void;
  reject(error: Error): void;
}

/** Time between two reads of the cursor while a caller waits. */
const pollMs = 8;
/** On a busy machine settlement may be seconds behind; a reader would rather wait than be refused. */
const waitMsMax = 10_000;

/** One poller of the cursor for a whole process; it asks only while somebody waits. */
export function createSettledWaiter(pool: Queryable, shard: Shard): SettledWaiter {
  let settledSeq = 0;
  let waiting: Waiting[] = [];
  let timer: NodeJS.Timeout | undefined;
  let isPolling = false;

  const refuse = (one: Waiting, cause?: unknown) =>
    one.reject(
      new DomainError('service_unavailable', {
        message: 'Your latest orders are not booked yet. Please try again in a moment.',
        details: { waitingForSeq: one.seq, settledSeq },
        cause,
      }),
    );

  const settle = (failure?: unknown) => {
    const now = performance.now();
    waiting = waiting.filter((one) => {
      if (one.seq <= settledSeq) one.resolve();
      else if (now >= one.deadline) refuse(one, failure);
      else return true;
      return false;
    });
  };

  const poll = async () => {
    timer = undefined;
    isPolling = true;
    try {
      settledSeq = Math.max(settledSeq, (await readCursor(pool, shard)).seq);
      settle();
    } catch (error) {
      settle(error);
    }
    isPolling = false;
    schedule();
  };

  const schedule = () => {
    if (waiting.length > 0 && !timer && !isPolling) timer = setTimeout(() => void poll(), pollMs);
  };

  return {
    waitUntilSettled(seq, timeoutMs = waitMsMax) {
      if (seq <= settledSeq) return Promise.resolve();
      return new Promise((resolve, reject) => {
        waiting.push({ seq, deadline: performance.now() + timeoutMs, resolve, reject });
        if (!timer && !isPolling) void poll();
      });
    },
    stop() {
      clearTimeout(timer);
      for (const one of waiting) refuse(one);
      waiting = [];
    },
  };
}
