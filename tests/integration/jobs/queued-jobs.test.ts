/** Jobs with a row in Postgres, run by one worker and by several: each once, in its time, one at a time for an object. */
import { daily, declareJob, handle } from '@pelican/api/src/jobs/define.ts';
import { enqueue } from '@pelican/api/src/jobs/enqueue.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { expect, test } from 'vitest';
import { z } from 'zod';
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
  redis,
  report,
  startWorker,
  waitMs,
  write,
} from '../../support/jobs-of-a-test.ts';

openJobsForFile();

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
