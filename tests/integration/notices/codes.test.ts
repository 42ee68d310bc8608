/** Messages that hold codes: where they go, for how long, and what is left of them. */
import { eraseExpiredCodes } from '@pelican/api/src/notices/delete-old-notices.ts';
import { sendMessages } from '@pelican/api/src/notices/delivery/send-messages.ts';
import { dispatchNotices, writeNotices } from '@pelican/api/src/notices/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url, max: 4 });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

async function userWith(email: string): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname) VALUES ($1, 'x', 'x') RETURNING id`,
    [email],
  );
  const userId = Number(rows[0]?.id);
  // An intruder turns off what may be turned off.
  await pool.query(
    `INSERT INTO notice_choices (user_id, category, channel, enabled) VALUES ($1, 'security', 'text', false)`,
    [userId],
  );
  return userId;
}

async function write(userId: number, code: string): Promise<void> {
  await inTransaction(pool, (tx) =>
    writeNotices(tx, [
      { userId, kind: 'code_by_text', payload: { code, purpose: 'phone', phone: '+919876543210' } },
      { userId, kind: 'code_by_mail', payload: { code, purpose: 'sign_in' } },
    ]),
  );
}

const dispatch = () =>
  dispatchNotices({
    pool,
    publicUrl: 'http://localhost',
    push: async () => undefined,
    onFailure(_notice, error) {
      throw error;
    },
  });

async function send(name: 'mail' | 'text', erasesCodes: boolean): Promise<{ recipient: string; text: string }[]> {
  const sent: { recipient: string; text: string }[] = [];
  await sendMessages(pool, {
    name,
    erasesCodes,
    send: async ({ recipient, text }) => void sent.push({ recipient, text }),
    onFailure(_message, error) {
      throw error;
    },
  });
  return sent;
}

async function kept(email: string): Promise<string> {
  const { rows } = await pool.query<{ text: string }>(
    `SELECT coalesce(string_agg(m::text || n::text, ''), '') AS text FROM notices n LEFT JOIN messages m ON m.notice_id = n.id
      WHERE n.user_id = (SELECT id FROM users WHERE email = $1)`,
    [email],
  );
  return rows[0]?.text as string;
}

test('a code is sent to its own address whatever its reader has chosen, and erased once it was', async () => {
  await write(await userWith('sent@test.local'), '314159');
  await dispatch();
  expect(await kept('sent@test.local')).toContain('314159');
  const texts = await send('text', true);
  expect(texts).toEqual([{ recipient: '+919876543210', text: expect.stringContaining('314159') }]);
  expect(await send('mail', true)).toEqual([{ recipient: 'sent@test.local', text: expect.stringContaining('314159') }]);
  expect(await kept('sent@test.local')).not.toContain('314159');
});

test('outside production it is left to be read', async () => {
  await write(await userWith('read@test.local'), '271828');
  await dispatch();
  await send('text', false);
  await send('mail', false);
  expect(await kept('read@test.local')).toContain('271828');
});

test('a code whose time is over is neither sent nor kept', async () => {
  await write(await userWith('late@test.local'), '161803');
  await dispatch();
  await pool.query(`UPDATE messages SET expires_at = now() - interval '1 s' WHERE expires_at > now()`);
  expect(await send('text', true)).toEqual([]);
  expect(await send('mail', true)).toEqual([]);
  await eraseExpiredCodes(pool);
  expect(await kept('late@test.local')).not.toContain('161803');

  await write(await userWith('undispatched@test.local'), '141421');
  await pool.query(`UPDATE notices SET created_at = now() - interval '11 min' WHERE dispatched_at IS NULL`);
  await dispatch();
  expect(await kept('undispatched@test.local')).not.toContain('141421');
  expect(await send('text', true)).toEqual([]);
});
