/**
 * Adds the runs of interval jobs to their queue. The timers of this process add them: a schedule kept in Redis ends when a
 * full Redis refuses its next entry, and adds no runs after a clock has jumped (docs/decisions/0042).
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { Queue } from 'bullmq';
import type { Logger } from 'pino';
import type { IntervalJob } from './define.ts';

const retryMs = 1_000;
/** Runs that wait in Redis when no worker takes any. */
const waitingMax = 100;

/** @returns when `signal` aborts */
export async function addIntervalRuns(
  queue: Queue,
  { name, everyMs }: IntervalJob,
  isActive: () => boolean,
  signal: AbortSignal,
  log: Pick<Logger, 'warn'>,
): Promise<void> {
  while (!signal.aborted) {
    const isAdded = isActive() || (await addRun(queue, name, log));
    await delay(isAdded ? everyMs : Math.min(everyMs, retryMs), undefined, { signal }).catch(() => undefined);
  }
}

/** Returns false when the run must be added again. */
async function addRun(queue: Queue, name: string, log: Pick<Logger, 'warn'>): Promise<boolean> {
  try {
    if ((await queue.getWaitingCount()) >= waitingMax) return false;
    await queue.add(name, {}, { removeOnComplete: true, removeOnFail: true });
    return true;
  } catch (error) {
    log.warn({ err: error, job: name }, 'a run of a job could not be added; trying again');
    return false;
  }
}
