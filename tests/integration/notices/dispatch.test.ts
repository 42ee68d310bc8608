import { deleteOldNotices } from '@pelican/api/src/notices/delete-old-notices.ts';
import { type DispatchDeps, dispatchNotices } from '@pelican/api/src/notices/dispatch-notices.ts';
import type { NoticeToPush } from '@pelican/api/src/notices/pushes.ts';
import { type NewNotice, writeNotices } from '@pelican/api/src/notices/write-notices.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createDatabase, type TestDatabase } from '../../support/services.ts';

let database: TestDatabase;
let pool: pg.Pool;
let userId: number;
let pushed: NoticeToPush[];
beforeAll(async () => {
  database = await createDatabase();
  pool = new pg.Pool({ connectionString: database.url });
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});
beforeEach(async () => {
  await pool.query('TRUNCATE users, notices, notice_choices, messages CASCADE');
  const { rows } = await pool.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname, phone) VALUES ('a@test.local', '', 'a', '+4915112345678') RETURNING id`,
  );
  userId = Number(rows[0]?.id);
  pushed = [];
});

const deps = (change: Partial<DispatchDeps> = {}): DispatchDeps => ({
  pool,
  publicUrl: 'https://pelican.test',
  push: async (push) => {
    pushed.push(push);
  },
  onFailure(_notice, error) {
    throw error;
  },
  ...change,
});

function write(...notices: NewNotice[]): Promise<void> {
  return inTransaction(pool, (transaction) => writeNotices(transaction, notices));
}

function credits(count: number): NewNotice[] {
  return Array.from({ length: count }, (_, at) => ({
    userId,
    kind: 'wallet_credited',
    payload: { amount: String(at + 1), ticker: 'USDT' },
  }));
}

function choose(category: string, channel: string, enabled: boolean) {
  return pool.query('INSERT INTO notice_choices VALUES ($1, $2, $3, $4)', [userId, category, channel, enabled]);
}

async function messages(): Promise<{ channel: string; recipient: string; subject: string; text: string }[]> {
  return (await pool.query('SELECT channel, recipient, subject, text FROM messages ORDER BY id')).rows;
}

test('two workers make one mail and one push of each notice', async () => {
  await write(...credits(20));
  const counts = await Promise.all([dispatchNotices(deps()), dispatchNotices(deps())]);
  expect((counts[0] ?? 0) + (counts[1] ?? 0)).toBe(20);
  const sent = await messages();
  expect(new Set(sent.map(({ subject }) => subject)).size).toBe(20);
  expect(sent).toHaveLength(20);
  expect(new Set(pushed.map(({ push }) => push.id)).size).toBe(20);
  expect(pushed).toHaveLength(20);
});

test('a push is sent once the dispatch has committed, and one that fails holds no mail up', async () => {
  await write(...credits(2));
  const seen: number[] = [];
  const failed: unknown[] = [];
  const push = async () => {
    const { rows } = await pool.query('SELECT FROM messages');
    seen.push(rows.length);
    throw new Error('Redis is away');
  };
  expect(await dispatchNotices(deps({ push, onFailure: (_id, error) => failed.push(error) }))).toBe(2);
  expect(seen).toEqual([1, 2]);
  expect(failed).toHaveLength(2);
  expect(await dispatchNotices(deps())).toBe(0);
  expect(await messages()).toHaveLength(2);
});

test('a worker that dies before the commit pushes nothing and leaves the notice to another, which mails it once', async () => {
  await write(...credits(1));
  await pool.query(
    `CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); RETURN NULL; END';
     CREATE CONSTRAINT TRIGGER die AFTER INSERT ON messages DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION die()`,
  );
  const dying = new pg.Pool({ connectionString: database.url, max: 1 });
  dying.on('error', () => undefined);
  dying.on('connect', (client) => client.on('error', () => undefined));
  await expect(dispatchNotices(deps({ pool: dying }))).rejects.toThrow();
  await dying.end();
  await pool.query('DROP FUNCTION die CASCADE');
  expect(await messages()).toEqual([]);
  expect(pushed).toEqual([]);
  expect(await dispatchNotices(deps())).toBe(1);
  expect(await dispatchNotices(deps())).toBe(0);
  expect(await messages()).toHaveLength(1);
  expect(pushed).toHaveLength(1);
});

test('each channel is used as the user chose, whatever the defaults are', async () => {
  await choose('wallet', 'mail', false);
  await choose('wallet', 'text', true);
  await choose('wallet', 'in_app', false);
  await write(...credits(1));
  await dispatchNotices(deps());
  expect(await messages()).toEqual([
    expect.objectContaining({
      channel: 'text',
      recipient: '+4915112345678',
      text: expect.stringContaining('1 USDT credited'),
    }),
  ]);
  expect(pushed).toEqual([]);
});

test('mails of security come although the user, or a thief, turned them off', async () => {
  await choose('security', 'mail', false);
  await choose('security', 'in_app', false);
  await write({ userId, kind: 'recovery_codes_made', payload: {} });
  await dispatchNotices(deps());
  expect(await messages()).toEqual([expect.objectContaining({ channel: 'mail', recipient: 'a@test.local' })]);
  expect(pushed.map(({ push }) => [push.kind, push.message])).toEqual([['message', 'recovery_codes_made']]);
});

test('a number gets three texts of a kind in an hour, and a warning although others are used up', async () => {
  const textsOf = async (title: RegExp) =>
    (await messages()).filter(({ channel, subject }) => channel === 'text' && title.test(subject)).length;
  for (let count = 0; count < 5; count++) await write({ userId, kind: 'password_changed', payload: {} });
  await Promise.all([dispatchNotices(deps()), dispatchNotices(deps())]);
  expect(await textsOf(/^Password changed/)).toBe(3);
  expect((await messages()).filter(({ channel }) => channel === 'mail')).toHaveLength(5);
  await pool.query(`UPDATE messages SET created_at = created_at - interval '2 hours'`);
  for (let count = 0; count < 5; count++) await write({ userId, kind: 'password_changed', payload: {} });
  await dispatchNotices(deps());
  expect(await textsOf(/^Password changed/)).toBe(5);
  await choose('wallet', 'text', true);
  await choose('security', 'text', true);
  const others: NewNotice[] = [
    ...credits(3),
    ...Array.from({ length: 3 }, () => ({ userId, kind: 'recovery_codes_made', payload: {} }) as const),
  ];
  for (let day = 0; day < 4; day++) {
    await write(...others);
    await dispatchNotices(deps());
    await pool.query(`UPDATE messages SET created_at = created_at - interval '2 hours'`);
  }
  expect(await textsOf(/credited|recovery codes/i)).toBe(10);
  await write({ userId, kind: 'two_factor_disabled', payload: { method: 'totp', keysOff: true } });
  await write({ userId, kind: 'code_by_text', payload: { code: '123456', purpose: 'phone', phone: '+4915112345678' } });
  await dispatchNotices(deps());
  expect(await textsOf(/disabled|code/i), 'codes are counted elsewhere').toBe(7);
});

test('a text to the owner’s number carries the anti-phishing code, and one to another number does not', async () => {
  await pool.query(`UPDATE users SET anti_phishing_code = 'heron7'`);
  await write({ userId, kind: 'password_changed', payload: {} });
  await write({ userId, kind: 'phone_replaced', payload: { former: '+4915112345679' } });
  await dispatchNotices(deps());
  const texts = (await messages()).filter(({ channel }) => channel === 'text');
  expect(texts).toEqual([
    expect.objectContaining({
      recipient: '+4915112345678',
      text: expect.stringContaining('Pelican (heron7): Password'),
    }),
    expect.objectContaining({ recipient: '+4915112345679', text: expect.stringContaining('Pelican: This number') }),
  ]);
});

const effective = '2026-12-07T10:20:00.000Z';
test.each<NewNotice>([
  { userId: 0, kind: 'factor_recovery_asked', payload: {} },
  { userId: 0, kind: 'factor_recovery_due', payload: { effective } },
  { userId: 0, kind: 'factor_recovery_done', payload: {} },
  { userId: 0, kind: 'two_factor_enabled', payload: { method: 'totp' } },
  { userId: 0, kind: 'deletion_requested', payload: { day: '2026-12-07' } },
  { userId: 0, kind: 'api_key_created', payload: { name: 'bot', scopes: ['read'] } },
  { userId: 0, kind: 'password_changed', payload: {} },
  { userId: 0, kind: 'two_factor_disabled', payload: { method: 'totp', keysOff: true } },
])('the telephone hears of $kind although texts are off, by default or by choice', async (notice) => {
  await write({ ...notice, userId });
  await choose('security', 'text', false);
  await write({ ...notice, userId });
  await dispatchNotices(deps());
  const texts = (await messages()).filter(({ channel }) => channel === 'text');
  expect(texts.map(({ recipient }) => recipient)).toEqual(['+4915112345678', '+4915112345678']);
});

test('an approval of a recovery that an earlier release has written is mailed', async () => {
  await write({ userId, kind: 'factor_recovery_approved', payload: { effective } });
  await dispatchNotices(deps());
  expect((await messages()).map(({ channel }) => channel)).toContain('mail');
});

test('a user without a telephone number gets no text message', async () => {
  await pool.query('UPDATE users SET phone = NULL');
  await choose('wallet', 'text', true);
  await write(...credits(1));
  await dispatchNotices(deps());
  expect((await messages()).map(({ channel }) => channel)).toEqual(['mail']);
});

test('the token of a link is in the mail alone, once that is written', async () => {
  await write({ userId, kind: 'email_confirmation', payload: { token: 'secret-token' } });
  await dispatchNotices(deps());
  expect((await messages())[0]?.text).toContain('https://pelican.test/verify?token=secret-token');
  const { rows } = await pool.query('SELECT in_app, payload FROM notices');
  expect(rows).toEqual([{ in_app: false, payload: {} }]);
  expect(pushed).toEqual([]);
});

test('a notice that cannot be rendered waits and holds no other up', async () => {
  await pool.query(`INSERT INTO notices (user_id, kind, payload, in_app) VALUES ($1, 'nonsense', '{}', true)`, [
    userId,
  ]);
  await write(...credits(1));
  const failed: unknown[] = [];
  expect(await dispatchNotices(deps({ onFailure: (_id, error) => failed.push(error) }))).toBe(1);
  expect(failed).toHaveLength(1);
  const { rows } = await pool.query(`SELECT attempts, dispatched_at FROM notices WHERE kind = 'nonsense'`);
  expect(rows).toEqual([{ attempts: 1, dispatched_at: null }]);
  // A release that knows its kind may come days later.
  await pool.query(`UPDATE notices SET kind = 'email_confirmed', payload = '{"email":"a@test.local"}',
    attempts = 500, next_attempt_at = now() - interval '1 second' WHERE kind = 'nonsense'`);
  expect(await dispatchNotices(deps())).toBe(1);
});

test('messages are deleted after a month, notices after a year', async () => {
  await write(...credits(3));
  await dispatchNotices(deps());
  await pool.query(`UPDATE messages SET created_at = now() - interval '31 days' WHERE subject LIKE '1 %'`);
  await pool.query(`UPDATE notices SET created_at = now() - interval '366 days' WHERE payload->>'amount' = '2'`);
  expect(await deleteOldNotices(pool)).toBe(2);
  expect((await messages()).map(({ subject }) => subject)).toEqual(['2 USDT credited', '3 USDT credited']);
  const { rows } = await pool.query(`SELECT payload->>'amount' AS amount FROM notices ORDER BY id`);
  expect(rows.map(({ amount }) => amount)).toEqual(['1', '3']);
});
