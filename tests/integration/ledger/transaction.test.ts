import { inTransaction, type Transaction } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  await pool.query('CREATE TABLE counters (id integer PRIMARY KEY, count integer NOT NULL)');
  await pool.query('INSERT INTO counters VALUES (1, 0), (2, 0), (3, 0)');
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

const add = (tx: Transaction, id: number) => tx.query('UPDATE counters SET count = count + 1 WHERE id = $1', [id]);

async function counts(): Promise<number[]> {
  const { rows } = await pool.query<{ count: number }>('SELECT count FROM counters ORDER BY id');
  return rows.map(({ count }) => count);
}

test('of two transactions that wait for each other, the one that Postgres ends runs again, and both take effect once', async () => {
  let attempts = 0;
  const bothHaveTheirFirst = Promise.withResolvers<void>();
  const addBoth = (first: number, second: number) =>
    inTransaction(pool, async (tx) => {
      await add(tx, first);
      attempts++;
      if (attempts === 2) bothHaveTheirFirst.resolve();
      await bothHaveTheirFirst.promise;
      await add(tx, second);
    });
  await Promise.all([addBoth(1, 2), addBoth(2, 1)]);
  expect(attempts).toBe(3);
  expect(await counts()).toEqual([2, 2, 0]);
});

test('any other failure is final, and leaves nothing behind', async () => {
  let attempts = 0;
  const failing = inTransaction(pool, async (tx) => {
    attempts++;
    await add(tx, 3);
    throw new Error('after the change');
  });
  await expect(failing).rejects.toThrow('after the change');
  expect(attempts).toBe(1);
  expect((await counts())[2]).toBe(0);
});

test('a transaction that is ended each time is given up', async () => {
  let attempts = 0;
  const failing = inTransaction(pool, async (tx) => {
    attempts++;
    await tx.query(`DO $$ BEGIN RAISE EXCEPTION 'again' USING ERRCODE = 'serialization_failure'; END $$`);
  });
  await expect(failing).rejects.toMatchObject({ code: '40001' });
  expect(attempts).toBe(4);
});
