/** Jobs with a row in Postgres and workers of a test that run them. Before each test there is no job. */

import { declareJob, handle } from '@pelican/api/src/jobs/define.ts';
import { enqueue, type JobReport, readJob } from '@pelican/api/src/jobs/enqueue.ts';
import { type Job, startJobs } from '@pelican/api/src/jobs/index.ts';
import type { RunningJobs } from '@pelican/api/src/jobs/runner.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { z } from 'zod';
import { until } from '../../scripts/services/process.ts';
import type { Service } from './service.ts';
import { createDatabase, startRedis, type TestDatabase } from './services.ts';

export const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
export const waitMs = 150_000;

export const note = declareJob({ name: 'test.note', payload: z.object({ text: z.string() }) });
export const count = declareJob({ name: 'test.count', payload: z.object({ to: z.int() }), isLong: true });

export let database: TestDatabase;
export let pool: pg.Pool;
export let service: Service;
export let redis: Redis;
export const workers: RunningJobs[] = [];

/** Opens Postgres and Redis for the tests of a file. */
export function openJobsForFile(): void {
  beforeAll(async () => {
    [database, service] = await Promise.all([createDatabase(), startRedis()]);
    pool = new pg.Pool({ connectionString: database.url, max: 30 });
    await pool.query('CREATE TABLE notes (id serial, text text)');
    redis = connectRedis(service.url, silent);
  });
  afterAll(async () => {
    redis.disconnect();
    await pool.end();
    await Promise.all([database.drop(), service.stop()]);
  });
  beforeEach(async () => {
    await pool.query('TRUNCATE jobs, job_steps, notes');
    await redis.flushall();
  });
  afterEach(async () => {
    await Promise.all(workers.splice(0).map((worker) => worker.close()));
  });
}

export function startWorker(...jobs: Job[]): RunningJobs {
  const worker = startJobs({ pool, redis, jobs, log: silent });
  workers.push(worker);
  return worker;
}

export function put(text: string, options: { key?: string; at?: Date } = {}): Promise<string> {
  return inTransaction(pool, (tx) => enqueue(tx, note, { payload: { text }, ...options }));
}

export const write = (db: Pick<pg.Pool, 'query'>, text: string) =>
  db.query('INSERT INTO notes (text) VALUES ($1)', [text]);
export const noteOnce = handle(note, (run) => run.complete((tx) => write(tx, run.payload.text)));

export async function notes(): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>('SELECT text FROM notes ORDER BY id');
  return rows.map(({ text }) => text);
}

export async function report(id: string): Promise<JobReport> {
  const found = await readJob(pool, id);
  if (!found) throw new Error(`there is no job ${id}`);
  return found;
}

export const hasState = (id: string, state: JobReport['state']) =>
  until(`job ${id} is ${state}`, async () => (await report(id)).state === state, waitMs);

/** As if the time of the next attempt had come. */
export const hurry = () => pool.query(`UPDATE jobs SET due_at = now() WHERE state = 'waiting'`);
