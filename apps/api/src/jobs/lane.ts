/** A queue of BullMQ with the worker of this process. */
import { type Job as BullJob, Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

const prefix = 'bull';
const retryMs = 1_000;
/** A job whose worker has ended is put back into the queue after the lock's time and one check. Taken twice, it does no harm. */
const lockMs = 10_000;
const stalledCheckMs = 5_000;

export interface LaneOptions {
  name: string;
  /** Jobs that run at once in this process. */
  atOnce: number;
  /** Runs one job; must not reject. */
  run(job: BullJob): Promise<void>;
  /** Adds jobs to the queue until the process ends. */
  feeders: ((queue: Queue) => Promise<void>)[];
}

export interface Lane {
  /** Waits for the running jobs to end; the feeders must have been aborted before. */
  close(): Promise<void>;
}

export function openLane(redis: Redis, { name, atOnce, run, feeders }: LaneOptions, log: Pick<Logger, 'warn'>): Lane {
  const queue = new Queue(name, { connection: redis, prefix });
  queue.on('error', (error) => log.warn({ err: error, queue: name }, 'job queue'));
  const worker = new Worker(name, run, {
    connection: redis,
    prefix,
    concurrency: atOnce,
    runRetryDelay: retryMs,
    lockDuration: lockMs,
    stalledInterval: stalledCheckMs,
  });
  worker.on('error', (error) => log.warn({ err: error, queue: name }, 'job worker'));
  const feeding = feeders.map((feed) => feed(queue));
  return {
    async close() {
      await Promise.all([worker.close(), ...feeding]);
      await queue.close();
    },
  };
}
