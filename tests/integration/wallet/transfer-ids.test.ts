/** Ids of transfers: what the shards remember, so no database may give one again. */
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 8 });
  await pool.query(`INSERT INTO users (id, email, password_hash, nickname) VALUES (1, 'a@test.local', '', 'a')`);
  await pool.query(`INSERT INTO assets (id, ticker, label, scale, display_scale) VALUES (1, 'LTC', 'Litecoin', 8, 8)`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

let keys = 0;
async function insertTransfer(id = 'DEFAULT'): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO transfers (id, user_id, asset_id, amount, from_wallet, to_wallet, to_shard_id, idempotency_key)
      VALUES (${id}, 1, 1, 1, 'main', 'trade', 1, $1) RETURNING id`,
    [`key ${keys++}`],
  );
  return Number(rows[0]?.id);
}

/** Milliseconds since the first of January 2026 in an id. */
const epochMs = Date.UTC(2026, 0, 1);
const timeOf = (id: number) => epochMs + Math.floor(id / 4096);

test('an id tells its time, is a safe integer and above every earlier one', async () => {
  const before = Date.now();
  const ids: number[] = [];
  for (let i = 0; i < 20; i++) ids.push(await insertTransfer());
  expect(ids.every(Number.isSafeInteger)).toBe(true);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  expect(timeOf(ids[0] as number)).toBeGreaterThanOrEqual(before - 1000);
  expect(timeOf(ids.at(-1) as number)).toBeLessThanOrEqual(Date.now() + 1000);
});

test('transfers made at once get different ids', async () => {
  const ids = await Promise.all(Array.from({ length: 200 }, () => insertTransfer()));
  expect(new Set(ids).size).toBe(200);
});

test('with the clock set back, ids go on above the newest one, also when the sequence wraps', async () => {
  const ahead = `next_transfer_id(now() + interval '1 day')`;
  const newest = await insertTransfer(ahead);
  let last = newest;
  for (let i = 0; i < 5; i++) {
    const id = await insertTransfer();
    expect(id).toBeGreaterThan(last);
    last = id;
  }
  await pool.query(`SELECT setval('transfers_id_seq', (last_value / 4096 + 1) * 4096 - 2) FROM transfers_id_seq`);
  for (let i = 0; i < 5; i++) {
    const id = await insertTransfer();
    expect(id).toBeGreaterThan(last);
    last = id;
  }
  expect(timeOf(last) - timeOf(newest)).toBeLessThan(10);
});

test('a database that was restored gives no id again, though its sequence stands where it stood', async () => {
  const given = await insertTransfer();
  await pool.query('DELETE FROM transfers');
  await pool.query(`SELECT setval('transfers_id_seq', 1)`);
  const later = await pool.query<{ id: string }>(`SELECT next_transfer_id(now() + interval '2 days') AS id`);
  expect(Number(later.rows[0]?.id)).toBeGreaterThan(given);
});
