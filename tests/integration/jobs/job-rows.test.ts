/** The rows of jobs, changed as the runs of several workers change them. */
import { randomUUID } from 'node:crypto';
import { claimJob, releaseJob, retryJob } from '@pelican/api/src/jobs/job-rows.ts';
import { deleteOldRows } from '@pelican/api/src/jobs/upkeep/delete-old-rows.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE jobs CASCADE');
});

async function insert(): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO jobs (name, key, payload) VALUES ('test.note', 'stake:1', 'null') RETURNING id`,
  );
  return rows[0]?.id ?? '';
}

type End = (id: string, runId: string) => Promise<void>;
const ends: [string, End][] = [
  ['fails', (id, runId) => retryJob(pool, { id, runId }, 'no', 1_000)],
  ['is given up', (id, runId) => releaseJob(pool, id, runId)],
];

test.each(ends)(
  'a job whose run %s gives way to the next of its key, and is deleted a month later',
  async (_end, end) => {
    const id = await insert();
    const runId = randomUUID();
    expect(await claimJob(pool, id, ['test.note'], runId)).toMatchObject({ id });
    const next = await insert();
    await end(id, runId);
    const { rows } = await pool.query('SELECT id, state, finished_at FROM jobs ORDER BY id');
    expect(rows).toEqual([
      { id, state: 'cancelled', finished_at: expect.any(Date) },
      { id: next, state: 'waiting', finished_at: null },
    ]);
    await pool.query(`UPDATE jobs SET finished_at = finished_at - interval '31 days'`);
    expect(await deleteOldRows(pool, () => undefined)).toMatchObject({ jobs: 1 });
  },
);

test.each(ends)('a job whose run %s waits again when it is the only one of its key', async (_end, end) => {
  const id = await insert();
  const runId = randomUUID();
  await claimJob(pool, id, ['test.note'], runId);
  await end(id, runId);
  const { rows } = await pool.query('SELECT state, finished_at FROM jobs');
  expect(rows).toEqual([{ state: 'waiting', finished_at: null }]);
});
