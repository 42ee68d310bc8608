/** The worker beside the API of a test: its rights in Postgres, and jobs that run. */
import { type Job, startJobs } from '@pelican/api/src/jobs/index.ts';
import { createPool } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { silent } from './jobs-of-a-test.ts';
import { asPart } from './roles.ts';
import type { TestApi } from './test-api.ts';

/** A pool with the rights of the worker alone. */
export function openWorkerPool(databaseUrl: string): pg.Pool {
  return createPool({ databaseUrl: asPart(databaseUrl, 'worker'), databasePoolMax: 5 }, silent);
}

/** Runs jobs until it is closed. */
export function startWorkerOf(api: TestApi, jobsWith: (redis: Redis) => readonly Job[]): { close(): Promise<void> } {
  const pool = openWorkerPool(api.databaseUrl);
  const redis = connectRedis(api.redisUrl, silent);
  const running = startJobs({ pool, redis, jobs: jobsWith(redis), log: silent });
  return {
    async close() {
      await running.close();
      redis.disconnect();
      await pool.end();
    },
  };
}
