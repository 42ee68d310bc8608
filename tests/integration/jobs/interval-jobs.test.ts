import { every } from '@pelican/api/src/jobs/define.ts';
import { startJobs } from '@pelican/api/src/jobs/index.ts';
import type { RunningJobs } from '@pelican/api/src/jobs/runner.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };

let database: TestDatabase;
let pool: pg.Pool;
let service: Service;
let redis: Redis;
let jobs: RunningJobs;

beforeEach(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
  service = await startRedis();
  redis = connectRedis(service.url, silent);
});

afterEach(async () => {
  await jobs.close();
  redis.disconnect();
  await service.stop();
  await pool.end();
  await database.drop();
});

function start(run: () => Promise<void>): void {
  jobs = startJobs({ pool, redis, jobs: [every(10, 'test', run)], log: silent });
}

test('a job runs again after a failure, also while the wall clock goes back', async () => {
  let nowMs = Date.now();
  const clock = vi.spyOn(Date, 'now').mockImplementation(() => (nowMs -= 3_600_000));
  let runs = 0;
  start(async () => {
    if (++runs === 1) throw new Error('fails once');
  });
  await vi.waitUntil(() => runs >= 3, { timeout: 60_000 });
  clock.mockRestore();
});

test('a Redis that refuses writes for a while does not end a job', async () => {
  let runs = 0;
  start(async () => {
    runs++;
  });
  await until('it runs', async () => runs >= 2, 60_000);
  const operator = new Redis(service.url);
  await operator.config('SET', 'maxmemory', '1');
  await until(
    'runs cannot be added',
    async () => {
      const before = runs;
      await new Promise((resolve) => setTimeout(resolve, 300));
      return runs === before;
    },
    60_000,
  );
  await operator.config('SET', 'maxmemory', '0');
  const stopped = runs;
  await until('it runs again', async () => runs >= stopped + 3, 60_000);
  operator.disconnect();
});

test('closing waits for what goes on after a run', async () => {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const job = { ...every(10, 'test', async () => started.resolve()), drained: () => finish.promise };
  jobs = startJobs({ pool, redis, jobs: [job], log: silent });
  await started.promise;
  let isClosed = false;
  const closing = jobs.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(isClosed).toBe(false);
  finish.resolve();
  await closing;
});

test('closing waits for the run in hand and starts no other', async () => {
  const [started, finish] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let runs = 0;
  start(async () => {
    runs++;
    started.resolve();
    await finish.promise;
  });
  await started.promise;
  let isClosed = false;
  const closing = jobs.close().then(() => {
    isClosed = true;
  });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(isClosed).toBe(false);
  finish.resolve();
  await closing;
  expect(runs).toBe(1);
});
