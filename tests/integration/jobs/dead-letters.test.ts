/** What an operator sees of jobs that were given up, and does with them. */
import { declareJob, enqueue, handle, type RunningJobs, startJobs } from '@pelican/api/src/jobs/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { connectRedis } from '@pelican/api/src/platform/redis/index.ts';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import type { Service } from '../../support/service.ts';
import { createDatabase, startRedis, type TestDatabase } from '../../support/services.ts';

const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const waitMs = 60_000;
const payout = declareJob({ name: 'test.payout', payload: z.object({ user: z.int() }) });

let database: TestDatabase;
let service: Service;
let pool: pg.Pool;
let redis: Redis;
let worker: RunningJobs;
let ops: CommandLine;
let isBroken = true;
const paid: number[] = [];

beforeAll(async () => {
  [database, service] = await Promise.all([createDatabase(), startRedis()]);
  pool = new pg.Pool({ connectionString: database.url });
  redis = connectRedis(service.url, silent);
  ops = commandLine({ DATABASE_URL: database.url, REDIS_URL: service.url });
  const work = handle(payout, (run) =>
    run.complete(async () => {
      if (isBroken) throw new Error('the bank does not answer');
      paid.push(run.payload.user);
    }),
  );
  worker = startJobs({ pool, redis, jobs: [work], log: silent });
});
afterAll(async () => {
  await worker.close();
  redis.disconnect();
  await pool.end();
  await Promise.all([database.drop(), service.stop()]);
});

function put(user: number): Promise<string> {
  return inTransaction(pool, (tx) => enqueue(tx, payout, { payload: { user }, key: `user:${user}` }));
}

async function stateOf(id: string): Promise<string> {
  const { rows } = await pool.query<{ state: string }>('SELECT state FROM jobs WHERE id = $1', [id]);
  return rows[0]?.state ?? '';
}

async function giveUp(user: number): Promise<string> {
  const id = await put(user);
  // As if all attempts but the last had been made.
  await pool.query('UPDATE jobs SET attempts = 11 WHERE id = $1', [id]);
  await until('it is given up', async () => (await stateOf(id)) === 'dead', waitMs);
  return id;
}

async function auditsOf(id: string): Promise<unknown[]> {
  const { rows } = await pool.query(
    `SELECT action, details->>'reason' AS reason FROM audit_records WHERE subject = 'job:' || $1 ORDER BY id`,
    [id],
  );
  return rows;
}

test('an operator lists dead letters, reads one and repeats it, which is in the audit records', async () => {
  const id = await giveUp(1);
  expect((await ops('jobs', 'list')).lines.join('\n')).toMatch(
    new RegExp(`${id} +test.payout +user:1 .*the bank does not answer`),
  );
  const shown = JSON.parse((await ops('jobs', 'show', id)).lines.join('\n'));
  expect(shown).toMatchObject({ name: 'test.payout', payload: { user: 1 }, state: 'dead', attempts: 12 });
  isBroken = false;
  expect(await ops('jobs', 'repeat', id, '--reason', 'the bank is back')).toMatchObject({ code: 0 });
  await until('it is done', async () => (await stateOf(id)) === 'done', waitMs);
  expect(paid).toEqual([1]);
  expect(await auditsOf(id)).toEqual([{ action: 'job.repeated', reason: 'the bank is back' }]);
  expect((await ops('jobs', 'repeat', id, '--reason', 'again')).code).toBe(1);
  expect(await worker.metrics.metrics()).toMatch(/job_runs_total\{job="test.payout",outcome="dead"\} 1/);
  isBroken = true;
});

test('a dropped dead letter runs no more', async () => {
  const id = await giveUp(2);
  expect(await worker.metrics.metrics()).toMatch(/jobs_dead\{job="test.payout"\} 1/);
  expect(await ops('jobs', 'drop', id, '--reason', 'paid by hand')).toMatchObject({ code: 0 });
  expect(await stateOf(id)).toBe('cancelled');
  expect((await ops('jobs', 'list')).lines).toEqual(['no job is dead']);
  expect((await ops('jobs', 'repeat', id, '--reason', 'no')).code).toBe(1);
  expect(await auditsOf(id)).toEqual([{ action: 'job.dropped', reason: 'paid by hand' }]);
  expect(await worker.metrics.metrics()).toMatch(/jobs_dead\{job="test.payout"\} 0/);
});

test('a dead letter is not repeated while a newer job of its object waits', async () => {
  const id = await giveUp(3);
  await inTransaction(pool, (tx) =>
    enqueue(tx, payout, { payload: { user: 3 }, key: 'user:3', at: new Date(Date.now() + 3_600_000) }),
  );
  const { code, errors } = await ops('jobs', 'repeat', id, '--reason', 'late');
  expect({ code, errors }).toEqual({
    code: 1,
    errors: ['a newer job of the same key waits or runs (invalid_argument)'],
  });
});

test('repeating and dropping ask for a reason and a job', async () => {
  expect((await ops('jobs', 'repeat', '1')).code).toBe(2);
  expect((await ops('jobs', 'drop', '--reason', 'x')).code).toBe(2);
  expect((await ops('jobs', 'burn')).code).toBe(2);
  expect((await ops('jobs', 'drop', '987654321', '--reason', 'x')).errors).toEqual([
    'there is no job of this id (not_found)',
  ]);
});
