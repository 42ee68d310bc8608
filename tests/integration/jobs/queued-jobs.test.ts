/** Jobs with a row in Postgres, run by one worker and by several, with whatever may happen between two of their lines. */

import { daily, declareJob, handle } from '@pelican/api/src/jobs/define.ts';
import { cancelJob, cancelJobById, enqueue, type JobReport, readJob } from '@pelican/api/src/jobs/enqueue.ts';
import { type Job, startJobs } from '@pelican/api/src/jobs/index.ts';
import type { JobRun } from '@pelican/api/src/jobs/job-types.ts';
import type { RunningJobs } from '@pelican/api/src/jobs/runner.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../scripts/services/process.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const waitMs = 150_000;

const note = declareJob({ name: 'test.note', payload: z.object({ text: z.string() }) });
const count = declareJob({ name: 'test.count', payload: z.object({ to: z.int() }), isLong: true });

let database: TestDatabase;
let pool: pg.Pool;
let service: Service;
let redis: Redis;
const workers: RunningJobs[] = [];

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

function startWorker(...jobs: Job[]): RunningJobs {
  const worker = startJobs({ pool, redis, jobs, log: silent });
  workers.push(worker);
  return worker;
}

function put(text: string, options: { key?: string; at?: Date } = {}): Promise<string> {
  return inTransaction(pool, (tx) => enqueue(tx, note, { payload: { text }, ...options }));
}

const write = (db: Pick<pg.Pool, 'query'>, text: string) => db.query('INSERT INTO notes (text) VALUES ($1)', [text]);
const noteOnce = handle(note, (run) => run.complete((tx) => write(tx, run.payload.text)));

async function notes(): Promise<string[]> {
  const { rows } = await pool.query<{ text: string }>('SELECT text FROM notes ORDER BY id');
  return rows.map(({ text }) => text);
}

async function report(id: string): Promise<JobReport> {
  const found = await readJob(pool, id);
  if (!found) throw new Error(`there is no job ${id}`);
  return found;
}

const hasState = (id: string, state: JobReport['state']) =>
  until(`job ${id} is ${state}`, async () => (await report(id)).state === state, waitMs);

/** As if the time of the next attempt had come. */
const hurry = () => pool.query(`UPDATE jobs SET due_at = now() WHERE state = 'waiting'`);

test('a job runs after the commit that enqueued it, and never after a roll-back', async () => {
  startWorker(noteOnce);
  const rolledBack = inTransaction(pool, async (tx) => {
    await enqueue(tx, note, { payload: { text: 'rolled back' } });
    throw new Error('no');
  });
  await expect(rolledBack).rejects.toThrow('no');
  await hasState(await put('committed'), 'done');
  expect(await notes()).toEqual(['committed']);
});

test('a payload that is not what the job declares is refused when it is enqueued', async () => {
  const enqueued = inTransaction(pool, (tx) => enqueue(tx, note, { payload: JSON.parse('{"text": 5}') }));
  await expect(enqueued).rejects.toThrow(z.ZodError);
});

test('a delayed job waits for its time', async () => {
  startWorker(noteOnce);
  const later = await put('later', { at: new Date(Date.now() + 3_600_000) });
  await hasState(await put('now'), 'done');
  expect((await report(later)).state).toBe('waiting');
  await hurry();
  await hasState(later, 'done');
  expect(await notes()).toEqual(['now', 'later']);
});

test('jobs that are due run although Redis loses everything', async () => {
  for (let n = 0; n < 20; n++) await put(`${n}`);
  startWorker(noteOnce);
  for (let n = 0; n < 20; n++) await redis.flushall();
  await until('all ran', async () => (await notes()).length === 20, waitMs);
  expect(new Set(await notes()).size).toBe(20);
});

test('three workers run each of many jobs once', async () => {
  await Promise.all(Array.from({ length: 100 }, (_, n) => put(`${n}`)));
  for (let n = 0; n < 3; n++) startWorker(noteOnce);
  await until('all ran', async () => (await notes()).length >= 100, waitMs);
  expect(new Set(await notes()).size).toBe(100);
  expect(await notes()).toHaveLength(100);
});

test('a job of an object replaces the one that waits', async () => {
  const first = await put('first', { key: 'loan:1', at: new Date(Date.now() + 3_600_000) });
  const second = await put('second', { key: 'loan:1' });
  const other = await put('other', { key: 'loan:2' });
  startWorker(noteOnce);
  await hasState(second, 'done');
  await hasState(other, 'done');
  expect((await report(first)).state).toBe('cancelled');
  expect((await notes()).toSorted()).toEqual(['other', 'second']);
});

test('callers that enqueue for one object at once leave one job', async () => {
  await Promise.all(Array.from({ length: 20 }, (_, n) => put(`${n}`, { key: 'loan:1' })));
  const { rows } = await pool.query(`SELECT 1 FROM jobs WHERE state = 'waiting'`);
  expect(rows).toHaveLength(1);
});

test('two jobs of one object never run at once, and nothing of the replaced one commits', async () => {
  const [started, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let running = 0;
  let mostAtOnce = 0;
  const slow = handle(note, async (run) => {
    mostAtOnce = Math.max(mostAtOnce, ++running);
    if (run.payload.text === 'old') {
      started.resolve();
      await goOn.promise;
    }
    await run.complete((tx) => write(tx, run.payload.text)).finally(() => running--);
  });
  startWorker(slow);
  startWorker(slow);
  const old = await put('old', { key: 'quote:1' });
  await started.promise;
  const fresh = await put('new', { key: 'quote:1' });
  await hasState(await put('another', { key: 'quote:2' }), 'done');
  expect((await report(fresh)).state).toBe('waiting');
  goOn.resolve();
  await hasState(fresh, 'done');
  expect((await report(old)).state).toBe('cancelled');
  expect(await notes()).toEqual(['another', 'new']);
  expect(mostAtOnce).toBe(2);
});

test('the work of an object enqueues its next job in the transaction that ends it', async () => {
  const next = handle(note, (run) =>
    run.complete(async (tx) => {
      await write(tx, run.payload.text);
      if (run.payload.text.length < 3)
        await enqueue(tx, note, { key: 'stake:1', payload: { text: `${run.payload.text}x` } });
    }),
  );
  startWorker(next);
  await put('x', { key: 'stake:1' });
  await until('it ran three times', async () => (await notes()).length === 3, waitMs);
  expect(await notes()).toEqual(['x', 'xx', 'xxx']);
});

test('a job that fails runs again until it is a dead letter', async () => {
  let attempts = 0;
  startWorker(
    handle(note, async () => {
      attempts++;
      throw new Error(`attempt ${attempts}`);
    }),
  );
  const id = await put('never');
  await until(
    'it is given up',
    async () => {
      await hurry();
      return (await report(id)).state === 'dead';
    },
    waitMs,
  );
  expect(attempts).toBe(12);
  expect((await report(id)).error).toContain('attempt 12');
});

test('what a failed attempt has done in a step is not done again', async () => {
  const steps = handle(note, async (run) => {
    for (const step of ['one', 'two', 'three']) {
      await run.transaction(async (tx) => {
        if (await run.once(tx, step)) await write(tx, step);
      });
      if (step === 'two' && run.attempt === 1) throw new Error('half way');
    }
  });
  startWorker(steps);
  const id = await put('steps');
  await until('it failed', async () => (await report(id)).error !== null, waitMs);
  await hurry();
  await hasState(id, 'done');
  expect(await notes()).toEqual(['one', 'two', 'three']);
});

test('a caller reads the progress of a long job, its counts and its result', async () => {
  const shown = Promise.withResolvers<void>();
  const seen = Promise.withResolvers<void>();
  startWorker(
    handle(count, async (run) => {
      await run.progress(50, { rows: run.payload.to / 2 });
      shown.resolve();
      await seen.promise;
      return { rows: run.payload.to };
    }),
  );
  const id = await inTransaction(pool, (tx) => enqueue(tx, count, { payload: { to: 10 } }));
  await shown.promise;
  expect(await report(id)).toMatchObject({ state: 'running', progress: { percent: 50, counts: { rows: 5 } } });
  seen.resolve();
  await hasState(id, 'done');
  expect((await report(id)).result).toEqual({ rows: 10 });
});

test('a job that is cancelled while it runs is asked to stop and commits nothing', async () => {
  const started = Promise.withResolvers<void>();
  const outcome = Promise.withResolvers<unknown>();
  startWorker(
    handle(count, async (run) => {
      started.resolve();
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      await run.complete((tx) => write(tx, 'late')).catch(outcome.resolve);
    }),
  );
  const id = await inTransaction(pool, (tx) => enqueue(tx, count, { payload: { to: 10 } }));
  await started.promise;
  expect(await inTransaction(pool, (tx) => cancelJobById(tx, id))).toBe(true);
  expect(await outcome.promise).toBeInstanceOf(Error);
  expect(await notes()).toEqual([]);
  expect(await inTransaction(pool, (tx) => cancelJob(tx, note, 'nothing'))).toBe(false);
});

test('a run whose lease has ended commits nothing once another has the job', async () => {
  const held: JobRun<{ text: string }>[] = [];
  const begun = Promise.withResolvers<void>();
  startWorker(
    handle(note, async (run) => {
      held.push(run);
      if (held.length > 1) return run.complete((tx) => write(tx, 'second'));
      begun.resolve();
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      return run.complete((tx) => write(tx, 'first'));
    }),
  );
  const id = await put('stolen');
  await begun.promise;
  await pool.query(`UPDATE jobs SET leased_until = now() - interval '1 s', run_id = gen_random_uuid()`);
  await hasState(id, 'done');
  expect(await notes()).toEqual(['second']);
});

test('closing lets a job in hand end and gives one up that does not', async () => {
  const ended = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const worker = startWorker(
    handle(note, async (run) => {
      started.resolve();
      if (run.payload.text === 'endless') await new Promise(() => undefined);
      await ended.promise;
      await run.complete((tx) => write(tx, run.payload.text));
    }),
  );
  const [brief, endless] = [await put('brief'), await put('endless')];
  await until(
    'both run',
    async () => (await report(brief)).state === 'running' && (await report(endless)).state === 'running',
    waitMs,
  );
  const waiting = await put('waiting', { at: new Date(Date.now() + 1_000) });
  const closing = worker.close(3_000);
  ended.resolve();
  await closing;
  expect(await notes()).toEqual(['brief']);
  expect(await report(endless)).toMatchObject({ state: 'waiting', attempts: 0 });
  expect((await report(waiting)).state).toBe('waiting');
});

test('a daily job runs once an occurrence and waits for the next one in its zone', async () => {
  const runs: Date[] = [];
  const job = daily({ at: '00:05', zone: 'Asia/Kolkata' }, 'test.daily', async (run) => {
    runs.push(run.dueAt);
  });
  startWorker(job);
  startWorker(job);
  const dueTimes = async () =>
    (await pool.query<{ due: Date }>(`SELECT due_at AS due FROM jobs WHERE state = 'waiting'`)).rows.map(
      ({ due }) => due,
    );
  await until('it waits', async () => (await dueTimes()).length === 1, waitMs);
  const [due] = await dueTimes();
  expect(due?.toISOString()).toMatch(/T18:35:00.000Z$/);
  await pool.query(`UPDATE jobs SET due_at = due_at - interval '3 days', key = 'three days ago'`);
  await until(
    'it waits again',
    async () => runs.length > 0 && (await dueTimes())[0]?.getTime() === due?.getTime(),
    waitMs,
  );
  expect(runs).toEqual([new Date((due as Date).getTime() - 3 * 86_400_000)]);
});

test('a job of a newer release waits for a worker that knows it', async () => {
  const newer = declareJob({ name: 'test.newer', payload: z.null() });
  const id = await inTransaction(pool, (tx) => enqueue(tx, newer, { payload: null }));
  const both = [noteOnce, handle(newer, async () => 'known')];
  // Both take from one queue; the one that does not know the job may get it first.
  startWorker(noteOnce);
  startWorker(noteOnce);
  startWorker(...both);
  await hasState(id, 'done');
  expect(await report(id)).toMatchObject({ result: 'known', attempts: 1 });
});

test('a lease or a retry from before a clock went back holds no job up', async () => {
  const leased = await put('leased');
  const retried = await put('retried');
  await pool.query(
    `UPDATE jobs SET state = 'running', run_id = gen_random_uuid(), attempts = 1,
            leased_until = now() + interval '1 hour' WHERE id = $1`,
    [leased],
  );
  await pool.query(`UPDATE jobs SET attempts = 1, due_at = now() + interval '1 day' WHERE id = $1`, [retried]);
  startWorker(noteOnce);
  await hasState(leased, 'done');
  await hasState(retried, 'done');
});

test('a job that ends its process each time is given up', async () => {
  const id = await put('deadly');
  await pool.query(
    `UPDATE jobs SET state = 'running', run_id = gen_random_uuid(), attempts = 12, leased_until = now() WHERE id = $1`,
    [id],
  );
  startWorker(noteOnce);
  await hasState(id, 'dead');
  expect(await notes()).toEqual([]);
});

test('work that stops half way because it was asked to is not taken for done', async () => {
  const started = Promise.withResolvers<void>();
  const worker = startWorker(
    handle(count, async (run) => {
      started.resolve();
      await new Promise((resolve) => run.signal.addEventListener('abort', resolve));
      return { rows: 5 };
    }),
  );
  const id = await inTransaction(pool, (tx) => enqueue(tx, count, { payload: { to: 10 } }));
  await started.promise;
  await worker.close(0);
  expect(await report(id)).toMatchObject({ state: 'waiting', attempts: 0, result: null });
});

test('the next job of an object waits for the one whose run has died, and runs after it', async () => {
  const old = await put('old', { key: 'stake:2' });
  // A run that enqueued the next job of its object, and died before it ended.
  await pool.query(`UPDATE jobs SET state = 'running', run_id = gen_random_uuid(), attempts = 1, leased_until = now()`);
  await pool.query(
    `INSERT INTO jobs (name, key, payload, due_at) VALUES ($1, 'stake:2', '{"text": "next"}', now() - interval '1 day')`,
    [note.name],
  );
  startWorker(noteOnce);
  startWorker(noteOnce);
  await until('both ran', async () => (await notes()).length === 2, waitMs);
  expect(await notes()).toEqual(['old', 'next']);
  expect((await report(old)).attempts).toBe(2);
});

test('a cancelled job whose run has died holds the next one of its object up only until its lease ends', async () => {
  await put('cancelled', { key: 'stake:3' });
  await pool.query(`UPDATE jobs SET state = 'running', run_id = gen_random_uuid(), attempts = 1, leased_until = now()`);
  const next = await put('next', { key: 'stake:3' });
  startWorker(noteOnce);
  await hasState(next, 'done');
  expect(await notes()).toEqual(['next']);
});
