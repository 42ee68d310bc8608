/** Jobs with a row in Postgres that fail, are cancelled, or whose run dies between two of its lines. */
import { handle } from '@pelican/api/src/jobs/define.ts';
import { cancelJob, cancelJobById, enqueue } from '@pelican/api/src/jobs/enqueue.ts';
import type { JobRun } from '@pelican/api/src/jobs/job-types.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import {
  count,
  hasState,
  hurry,
  note,
  noteOnce,
  notes,
  openJobsForFile,
  pool,
  put,
  report,
  startWorker,
  waitMs,
  write,
} from '../../support/jobs-of-a-test.ts';

openJobsForFile();

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
