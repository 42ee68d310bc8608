/**
 * A worker process with jobs of a test. `test.fragile` does three steps and ends; in its first attempt it kills its process
 * at the line that its payload names. `test.endless` never ends.
 */
import { declareJob, every, handle, type JobRun, startJobs } from '@pelican/api/src/jobs/index.ts';
import { createPool, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import { createLogger } from '@pelican/api/src/platform/log/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { z } from 'zod';

export const fragile = declareJob({ name: 'test.fragile', payload: z.object({ text: z.string(), dieAt: z.int() }) });
export const endless = declareJob({ name: 'test.endless', payload: z.null(), isLong: true });
/** The lines at which `test.fragile` may die. */
export const fragileLines = 8;

async function main(databaseUrl: string, redisUrl: string): Promise<void> {
  const log = createLogger('info', process.env.PART ?? 'job-worker');
  const stopped = new Promise<void>((resolve) => process.once('SIGTERM', () => resolve()));
  const pool = createPool({ databaseUrl, databasePoolMax: 10 }, log);
  const redis = connectRedis(redisUrl, log);
  const jobs = [
    handle(fragile, runFragile),
    handle(endless, () => new Promise(() => undefined)),
    every(100, 'test.beat', async () => log.info('beat')),
  ];
  const running = startJobs({ pool, redis, jobs, log });
  log.info('worker started');
  await stopped;
  await running.close(2_000);
  redis.disconnect();
  await pool.end();
  process.exit();
}

async function runFragile(run: JobRun<{ text: string; dieAt: number }>): Promise<void> {
  const { text, dieAt } = run.payload;
  let line = 0;
  const mayDie = () => {
    if (line++ === dieAt && run.attempt === 1) process.kill(process.pid, 'SIGKILL');
  };
  const write = (tx: Transaction, step: string) =>
    tx.query('INSERT INTO notes (text) VALUES ($1)', [`${text} ${step}`]);
  mayDie();
  for (const step of ['one', 'two']) {
    await run.transaction(async (tx) => {
      mayDie();
      if (await run.once(tx, step)) await write(tx, step);
      mayDie();
    });
    mayDie();
  }
  await run.complete(async (tx) => {
    await write(tx, 'end');
    mayDie();
  });
}

const { DATABASE_URL, REDIS_URL } = process.env;
if (import.meta.main && DATABASE_URL && REDIS_URL) await main(DATABASE_URL, REDIS_URL);
