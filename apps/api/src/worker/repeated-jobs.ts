/**
 * The worker's jobs on BullMQ: each is idempotent, and runs again and again at its interval. The timers of this process
 * add the runs. A schedule kept in Redis ends when a full Redis refuses its next entry, and sleeps when a clock jumps.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface RepeatedJob {
  name: string;
  /** From the start of a run to the start of the next; a run that takes longer is not joined by another of this process. */
  everyMs: number;
  /** Several workers may run it at once: what it takes in hand is locked in Postgres. */
  run(): Promise<void>;
}

export interface RunningJobs {
  /** Lets the jobs in hand end. */
  close(): Promise<void>;
}

const queueName = 'worker';
const prefix = 'bull';
const retryMs = 1_000;
/** Runs that wait in Redis when no worker takes any. */
const waitingMax = 100;

/** @param redis must wait for ever, as `connectRedis` makes it; BullMQ opens another one for its blocking reads */
export function runRepeatedJobs(
  redis: Redis,
  jobs: readonly RepeatedJob[],
  log: Pick<Logger, 'warn' | 'error'>,
): RunningJobs {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const active = new Set<string>();
  const stopping = new AbortController();
  const { signal } = stopping;
  const queue = new Queue(queueName, { connection: redis, prefix });
  queue.on('error', (error) => log.warn({ err: error }, 'job queue'));

  removeSchedules(queue).catch((error) => log.warn({ err: error }, 'old schedules could not be removed'));

  /** A run that meets another of its job in this process has nothing left to do. */
  async function runJob(name: string): Promise<void> {
    if (active.has(name)) return;
    active.add(name);
    try {
      await byName.get(name)?.run();
    } finally {
      active.delete(name);
    }
  }

  const worker = new Worker(queueName, ({ name }) => runJob(name), {
    connection: redis,
    prefix,
    concurrency: jobs.length,
    runRetryDelay: retryMs,
  });
  worker.on('error', (error) => log.warn({ err: error }, 'worker'));
  worker.on('failed', (job, error) => log.error({ err: error, job: job?.name }, 'job failed; it runs again'));

  /** Adds a run. Returns false when that must be tried again. */
  async function addRun(name: string): Promise<boolean> {
    try {
      if ((await queue.getWaitingCount()) >= waitingMax) return false;
      await queue.add(name, {}, { removeOnComplete: true, removeOnFail: true });
      return true;
    } catch (error) {
      log.warn({ err: error, job: name }, 'a run of a job could not be added; trying again');
      return false;
    }
  }

  const adding = jobs.map(async ({ name, everyMs }) => {
    while (!signal.aborted) {
      const isAdded = active.has(name) || (await addRun(name));
      await delay(isAdded ? everyMs : Math.min(everyMs, retryMs), undefined, { signal }).catch(() => undefined);
    }
  });

  return {
    async close() {
      stopping.abort();
      await Promise.all(adding);
      await worker.close();
      await queue.close();
    },
  };
}

/** Schedules that an earlier release kept in Redis. */
async function removeSchedules(queue: Queue): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) await queue.removeJobScheduler(key);
}
