/** Puts the ids of due jobs from Postgres into a lane's queue, periodically, so that an id that Redis has lost is added again. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type pg from 'pg';
import type { Logger } from 'pino';
import { findDueJobs, releaseDeadRuns } from './job-rows.ts';

const pollMs = 500;
/** Jobs that wait in Redis when no worker takes any; the others wait in Postgres. */
const waitingMax = 200;

/** @returns when `signal` aborts */
export async function dispatchDueJobs(
  pool: pg.Pool,
  queue: Queue,
  names: readonly string[],
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await dispatchOnce(pool, queue, names);
    } catch (error) {
      log.warn({ err: error, queue: queue.name }, 'due jobs could not be dispatched; trying again');
    }
    await delay(pollMs, undefined, { signal }).catch(() => undefined);
  }
}

async function dispatchOnce(pool: pg.Pool, queue: Queue, names: readonly string[]): Promise<void> {
  if ((await queue.getWaitingCount()) >= waitingMax) return;
  await releaseDeadRuns(pool);
  const due = await findDueJobs(pool, names, waitingMax);
  if (due.length === 0) return;
  // An id that is in Redis already is not added twice. Each attempt has an id of its own, because the entry of one that died
  // stays in Redis for a while.
  await queue.addBulk(
    due.map(({ id, attempts }) => ({
      name: 'run',
      data: { id },
      opts: { jobId: `job-${id}-${attempts}`, removeOnComplete: true, removeOnFail: true },
    })),
  );
}
