/** The worker's jobs on BullMQ: each is idempotent, and runs again and again at its interval, one at a time. */
import { Queue, Worker } from 'bullmq';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';

export interface RepeatedJob {
  name: string;
  everyMs: number;
  run(): Promise<void>;
}

export interface RunningJobs {
  /** Lets the job in hand end. */
  close(): Promise<void>;
}

const queueName = 'worker';
const prefix = 'bull';

/** @param redis must wait for ever, as `connectRedis` makes it; BullMQ opens another one for its blocking reads */
export async function runRepeatedJobs(redis: Redis, jobs: RepeatedJob[], log: Logger): Promise<RunningJobs> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const queue = new Queue(queueName, { connection: redis, prefix });
  queue.on('error', (error) => log.warn({ err: error }, 'job queue'));
  await removeUnknown(queue, byName);
  for (const { name, everyMs } of jobs) {
    const opts = { removeOnComplete: true, removeOnFail: 100 };
    await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts });
  }
  const worker = new Worker(queueName, (job) => byName.get(job.name)?.run() ?? Promise.resolve(), {
    connection: redis,
    prefix,
    concurrency: jobs.length,
  });
  worker.on('error', (error) => log.warn({ err: error }, 'worker'));
  worker.on('failed', (job, error) => log.error({ err: error, job: job?.name }, 'job failed; it runs again'));
  return {
    async close() {
      await worker.close();
      await queue.close();
    },
  };
}

/** Jobs that an older release repeated. */
async function removeUnknown(queue: Queue, known: Map<string, RepeatedJob>): Promise<void> {
  for (const { key } of await queue.getJobSchedulers()) {
    if (!known.has(key)) await queue.removeJobScheduler(key);
  }
}
