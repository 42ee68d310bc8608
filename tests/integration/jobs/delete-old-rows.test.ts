import { deleteOldRows } from '@pelican/api/src/jobs/upkeep/delete-old-rows.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { asPart } from '../../support/roles.ts';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

const spot = 1;
const perpetual = 2;

const never = (_kind: string, error: unknown): void => {
  throw error;
};

let database: TestDatabase;
let pool: pg.Pool;
/** With the rights of the process that deletes. */
let worker: pg.Pool;

beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
  worker = new pg.Pool({ connectionString: asPart(database.url, 'worker'), max: 4 });
});
afterAll(async () => {
  await Promise.all([pool.end(), worker.end()]);
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE outbox_commands, users CASCADE');
});

/** A command that was answered so many days ago; null when it was not. */
async function insertOutbox(key: string, daysAgo: number | null, shard = spot): Promise<void> {
  await pool.query(
    `INSERT INTO outbox_commands (shard_id, key, command, created_at, done_at)
     VALUES ($1, $2, '{}', now() - interval '100 days', now() - make_interval(days => $3))`,
    [shard, key, daysAgo],
  );
}

async function outboxKeys(): Promise<string[]> {
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM outbox_commands ORDER BY id');
  return rows.map(({ key }) => key);
}

test('transfers that were answered a month ago are deleted; those that wait and those of late are kept', async () => {
  await insertOutbox('transfer:1:spot', 31);
  await insertOutbox('transfer:2:spot', null);
  await insertOutbox('transfer:3:spot', 29);
  expect(await deleteOldRows(worker, never)).toMatchObject({
    sessions: 0,
    refreshTokens: 0,
    outboxCommands: 1,
    jobs: 0,
    signInEvents: 0,
  });
  expect(await outboxKeys()).toEqual(['transfer:2:spot', 'transfer:3:spot']);
});

test('the newest settings of each subject and shard are kept, however old', async () => {
  await insertOutbox('user:7:a', 90);
  await insertOutbox('user:7:b', 80);
  await insertOutbox('user:77:a', 90);
  await insertOutbox('market:7:a', 90);
  await insertOutbox('market:7:b', 5);
  await insertOutbox('user:7:a', 90, perpetual);
  expect(await deleteOldRows(worker, never)).toMatchObject({
    sessions: 0,
    refreshTokens: 0,
    outboxCommands: 2,
    jobs: 0,
    signInEvents: 0,
  });
  expect(await outboxKeys()).toEqual(['user:7:b', 'user:77:a', 'market:7:b', 'user:7:a']);
});

test('a backlog of many batches is deleted in one run, also by two workers at once', async () => {
  await pool.query(
    `INSERT INTO outbox_commands (shard_id, key, command, done_at)
     SELECT $1, 'transfer:' || n || ':spot', '{}', now() - interval '40 days' FROM generate_series(1, 3500) AS n`,
    [spot],
  );
  const both = await Promise.all([deleteOldRows(worker, never), deleteOldRows(worker, never)]);
  const again = await deleteOldRows(worker, never);
  const total = [...both, again].reduce((sum, { outboxCommands }) => sum + outboxCommands, 0);
  expect(total).toBe(3_500);
  expect(await outboxKeys()).toEqual([]);
});

test('refresh tokens go a day after their session, and used ones of a session that lives are kept', async () => {
  const { rows } = await pool.query<{ id: string }>(
    `WITH owner AS (INSERT INTO users (email, password_hash, nickname) VALUES ('a@b.test', '', 'a') RETURNING id)
     INSERT INTO sessions (id, user_id, ip, user_agent, expires_at)
     SELECT gen_random_uuid(), id, '', '', now() FROM owner RETURNING id`,
  );
  const insertToken = (token: string, expiresInDays: number) =>
    pool.query(
      `INSERT INTO refresh_tokens (token_hash, session_id, expires_at, used_at)
       VALUES ($1, $2, now() + make_interval(days => $3), now() - interval '29 days')`,
      [Buffer.from(token), rows[0]?.id, expiresInDays],
    );
  await insertToken('over', -2);
  await insertToken('just over', 0);
  await insertToken('used', 1);
  expect(await deleteOldRows(worker, never)).toMatchObject({
    sessions: 0,
    refreshTokens: 1,
    outboxCommands: 0,
    jobs: 0,
    signInEvents: 0,
  });
  const left = await pool.query<{ token_hash: Buffer }>('SELECT token_hash FROM refresh_tokens ORDER BY expires_at');
  expect(left.rows.map(({ token_hash }) => String(token_hash))).toEqual(['just over', 'used']);
});

test('a session that is over is kept for 90 days, and its refresh tokens as long', async () => {
  await pool.query(
    `WITH owner AS (INSERT INTO users (email, password_hash, nickname) VALUES ('a@b.test', '', 'a') RETURNING id),
       session AS (
         INSERT INTO sessions (id, user_id, ip, user_agent, ended_at, expires_at)
         SELECT gen_random_uuid(), id, '', name, now() - make_interval(days => ended), now() - make_interval(days => expired)
           FROM owner, (VALUES ('ended', 91, -200), ('expired', NULL, 91), ('ended of late', 89, 80),
             ('expired of late', NULL, 89), ('used', NULL, -9)) AS given(name, ended, expired)
         RETURNING id)
     INSERT INTO refresh_tokens (token_hash, session_id, expires_at)
     SELECT uuid_send(id), id, now() + interval '1 day' FROM session`,
  );
  expect(await deleteOldRows(worker, never)).toMatchObject({ sessions: 2, refreshTokens: 0 });
  const { rows } = await pool.query<{ name: string }>(
    `SELECT user_agent AS name FROM sessions JOIN refresh_tokens ON session_id = id ORDER BY name`,
  );
  expect(rows.map(({ name }) => name)).toEqual(['ended of late', 'expired of late', 'used']);
});

test('rows that stay are read once, page after page', async () => {
  const pageRows = 1_000;
  await pool.query(
    `INSERT INTO outbox_commands (shard_id, key, command, done_at)
     SELECT $1, CASE WHEN n <= 1800 THEN 'market:' ELSE 'transfer:' END || n || ':a', '{}',
            now() - interval '50 days' + n * interval '1 second'
       FROM generate_series(1, 3500) AS n`,
    [spot],
  );
  const pages: number[] = [];
  const counting = {
    async query(text: string, values: unknown[]) {
      const result = await worker.query(text, values);
      if (text.includes('page')) pages.push(result.rows[0]?.deleted);
      return result;
    },
  };
  expect(await deleteOldRows(counting as unknown as pg.Pool, never)).toMatchObject({ outboxCommands: 1_700 });
  expect(await outboxKeys()).toHaveLength(1_800);
  expect(pages).toEqual([0, 200, pageRows, 500, undefined]);
});

test('finished jobs are deleted after a month; dead letters and what waits are kept', async () => {
  await pool.query(
    `INSERT INTO jobs (name, payload, state, finished_at)
     SELECT state, 'null', state, now() - make_interval(days => days)
       FROM unnest(ARRAY['done', 'cancelled', 'dead', 'waiting']) AS state, unnest(ARRAY[29, 31]) AS days`,
  );
  expect(await deleteOldRows(worker, never)).toMatchObject({ jobs: 2 });
  const { rows } = await pool.query('SELECT state, count(*)::integer AS count FROM jobs GROUP BY state ORDER BY state');
  expect(rows).toEqual([
    { state: 'cancelled', count: 1 },
    { state: 'dead', count: 2 },
    { state: 'done', count: 1 },
    { state: 'waiting', count: 2 },
  ]);
});

test('sign-in events are kept for 90 days', async () => {
  await pool.query(
    `INSERT INTO sign_in_events (kind, created_at)
     SELECT 'refused', now() - make_interval(days => n) FROM unnest(ARRAY[1, 89, 91, 400]) AS n`,
  );
  await expect(worker.query(`DELETE FROM sign_in_events WHERE id > 0`)).rejects.toMatchObject({ code: '23001' });
  expect(await deleteOldRows(worker, never)).toMatchObject({ signInEvents: 2 });
  const { rows } = await pool.query(`SELECT 1 FROM sign_in_events WHERE created_at < now() - interval '90 days'`);
  expect(rows).toEqual([]);
});

test('a kind whose rows cannot be deleted holds up no other, and sessions that another worker deletes are passed over', async () => {
  await insertOutbox('transfer:1:spot', 31);
  const { rows } = await pool.query(
    `INSERT INTO users (email, password_hash, country, nickname) VALUES ('old@rows.test', 'x', 'IN', 'old') RETURNING id`,
  );
  for (const id of ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002'])
    await pool.query(
      `INSERT INTO sessions (id, user_id, ip, user_agent, methods, expires_at)
        VALUES ($1, $2, '192.0.2.1', 'test', '{pwd}', now() - interval '800 days')`,
      [id, rows[0].id],
    );
  const other = await pool.connect();
  try {
    await other.query('BEGIN');
    await other.query(`SELECT FROM sessions WHERE id = '00000000-0000-4000-8000-000000000001' FOR UPDATE`);
    expect(await deleteOldRows(worker, never)).toMatchObject({ sessions: 1, outboxCommands: 1 });
  } finally {
    await other.query('ROLLBACK');
    other.release();
  }

  await insertOutbox('transfer:2:spot', 31);
  await pool.query('ALTER TABLE sessions RENAME TO sessions_away');
  const failed: string[] = [];
  try {
    expect(await deleteOldRows(worker, (kind) => void failed.push(kind))).toMatchObject({
      sessions: 0,
      outboxCommands: 1,
    });
  } finally {
    await pool.query('ALTER TABLE sessions_away RENAME TO sessions');
  }
  expect(failed).toEqual(['sessions']);
});
