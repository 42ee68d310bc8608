/** Worker processes that are killed, and their servers away or full. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { enqueue } from '@pelican/api/src/jobs/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { Redis } from 'ioredis';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../../prisma/migrate.ts';
import { until } from '../../../scripts/services/process.ts';
import { endless, fragile, fragileLines } from '../../support/job-worker.ts';
import type { LocalServer } from '../../support/local-servers.ts';
import { type PartProcess, startPart } from '../../support/processes.ts';
import { startLocalPostgres, startLocalRedis } from '../../support/services.ts';

const silent = { warn: () => undefined };
const waitMs = 170_000;

let postgres: LocalServer;
let redis: LocalServer;
let pool: pg.Pool;
let dataDir: string;
const workers: PartProcess[] = [];

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'pelican-jobs-'));
  [postgres, redis] = await Promise.all([startLocalPostgres(), startLocalRedis()]);
  await migrate(postgres.url);
  pool = createPool({ databaseUrl: postgres.url, databasePoolMax: 5 }, silent);
  await pool.query('CREATE TABLE notes (id serial, text text)');
});
afterAll(async () => {
  await pool.end();
  await Promise.all([postgres.stop(), redis.stop()]);
  rmSync(dataDir, { recursive: true });
});
beforeEach(() => pool.query('TRUNCATE jobs, job_steps, notes'));
afterEach(async () => {
  for (const worker of workers.splice(0)) if (worker.isRunning()) await worker.kill();
});

function startWorker(name: string): PartProcess {
  const env = { DATABASE_URL: postgres.url, REDIS_URL: redis.url };
  const worker = startPart({ name, entry: 'tests/support/job-worker.ts', dataDir, env });
  workers.push(worker);
  return worker;
}

function put(text: string, dieAt = -1): Promise<string> {
  return inTransaction(pool, (tx) => enqueue(tx, fragile, { payload: { text, dieAt } }));
}

async function states(): Promise<string[]> {
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM jobs ORDER BY id');
  return rows.map(({ state }) => state);
}

const allDone = () =>
  until('all jobs are done', async () => (await states()).every((state) => state === 'done'), waitMs);

async function notes(): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>('SELECT text FROM notes ORDER BY text');
  return rows.map(({ text }) => text);
}

const stepsOf = (text: string) => ['end', 'one', 'two'].map((step) => `${text} ${step}`);
const beats = (worker: PartProcess) => worker.log().split('"beat"').length - 1;
const beatsAgain = async (worker: PartProcess) => {
  const before = beats(worker);
  await until('interval jobs run', async () => beats(worker) > before + 3, waitMs);
};

test('a worker killed between any two lines leaves each step done once', async () => {
  const texts = Array.from({ length: fragileLines }, (_, line) => `line ${line}`);
  for (const [line, text] of texts.entries()) await put(text, line);
  const killed = [startWorker('killed-1'), startWorker('killed-2')];
  await until(
    'all jobs are done',
    async () => {
      for (const worker of killed.filter((one) => !one.isRunning())) {
        worker.start();
        // As if the leases of the dead had ended; those of the living end with them, which must do no harm either.
        await pool.query('UPDATE jobs SET leased_until = now() WHERE run_id IS NOT NULL');
      }
      return (await states()).every((state) => state === 'done');
    },
    waitMs,
  );
  expect(await notes()).toEqual(texts.flatMap(stepsOf));
});

test('jobs run again by themselves after a Redis that was full, killed, and emptied', async () => {
  const worker = startWorker('redis-faults');
  const operator = new Redis(redis.url);
  operator.on('error', () => undefined);
  await beatsAgain(worker);
  await operator.config('SET', 'maxmemory', '1');
  await put('full');
  await until('adding is refused', async () => worker.log().includes('could not be dispatched'), waitMs);
  await operator.config('SET', 'maxmemory', '0');
  await allDone();
  await redis.kill();
  await put('killed');
  await redis.restart();
  await allDone();
  await operator.flushall();
  await put('emptied');
  await allDone();
  await beatsAgain(worker);
  operator.disconnect();
  expect(await notes()).toEqual(['emptied', 'full', 'killed'].flatMap(stepsOf));
  expect(await worker.stop()).toBe(0);
});

test('jobs run again by themselves after Postgres was away', async () => {
  const worker = startWorker('postgres-faults');
  await put('before');
  await allDone();
  await postgres.kill();
  await until('it notices', async () => worker.log().includes('could not be dispatched'), waitMs);
  await postgres.restart();
  await put('after');
  await allDone();
  expect(await notes()).toEqual(['after', 'before'].flatMap(stepsOf));
  expect(await worker.stop()).toBe(0);
});

test('a worker that is asked to stop gives an endless job back, and ends although Redis is away', async () => {
  const worker = startWorker('stopped');
  await inTransaction(pool, (tx) => enqueue(tx, endless, { payload: null }));
  await until('it runs', async () => (await states())[0] === 'running', waitMs);
  expect(await worker.stop()).toBe(0);
  expect(await states()).toEqual(['waiting']);

  worker.start();
  await until('it runs', async () => (await states())[0] === 'running', waitMs);
  await redis.kill();
  expect(await worker.stop()).toBe(0);
  expect(await states()).toEqual(['waiting']);
  await redis.restart();
});
