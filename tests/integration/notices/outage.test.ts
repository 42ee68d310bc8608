/** Mails over an outage of their server: none is lost, none waits behind another. */
import { type Message, type SendMessage, sendMessages } from '@pelican/api/src/notices/delivery/send-messages.ts';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { commandLine } from '../../support/command-line.ts';
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
  await pool.query('TRUNCATE messages');
});

async function write(...subjects: string[]): Promise<void> {
  for (const subject of subjects) {
    await pool.query(`INSERT INTO messages (recipient, subject, text) VALUES ('a@test.local', $1, 'Hello')`, [subject]);
  }
}

const failures: string[] = [];
const onFailure = ({ subject }: Message) => void failures.push(subject);
const run = (send: SendMessage) => sendMessages(pool, { name: 'mail', send, onFailure });
const away: SendMessage = async () => {
  throw new Error('the mail server is away');
};

/** As if the time of the next attempt had come. @returns the seconds that it was away */
async function passTime(): Promise<number | null> {
  const { rows } = await pool.query<{ seconds: number | null }>(
    'SELECT extract(epoch FROM next_attempt_at - now())::float8 AS seconds FROM messages',
  );
  await pool.query('UPDATE messages SET next_attempt_at = now() WHERE next_attempt_at IS NOT NULL');
  return rows[0]?.seconds ?? null;
}

test('a mail is tried for three days, ever more rarely and at last each quarter of an hour', async () => {
  await write('Held up');
  const waits: number[] = [];
  for (;;) {
    await run(away);
    const seconds = await passTime();
    if (seconds === null) break;
    waits.push(Math.round(seconds));
  }
  expect(Math.max(...waits)).toBe(900);
  expect(waits.reduce((sum, wait) => sum + wait, 0)).toBeGreaterThan(3 * 86_400 - 7_200);
  expect(await run(async () => undefined)).toBe(0);
});

test('a mail that was given up is listed, and sent when an operator repeats it', async () => {
  const ops = commandLine({ DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1' });
  await write('Given up', 'Unwanted');
  await run(away);
  await pool.query(`UPDATE messages SET next_attempt_at = NULL WHERE subject = 'Given up'`);
  const { lines } = await ops('messages', 'list');
  expect(lines.join('\n')).toMatch(/Given up .*given up .*the mail server is away/);
  const { rows } = await pool.query<{ id: string }>(`SELECT id FROM messages WHERE subject = 'Unwanted'`);
  expect(await ops('messages', 'drop', rows[0]?.id ?? '', '--reason', 'test')).toMatchObject({ code: 0 });
  expect(await ops('messages', 'repeat', 'all', '--reason', 'it is back')).toMatchObject({ code: 0 });
  const sent: string[] = [];
  expect(await run(async ({ subject }) => void sent.push(subject))).toBe(1);
  expect(sent).toEqual(['Given up']);
  expect(await ops('messages', 'repeat', 'all', '--reason', 'again')).toMatchObject({ code: 1 });
  const actions = await pool.query(
    `SELECT action, details FROM audit_records WHERE action LIKE 'messages.%' ORDER BY id`,
  );
  expect(actions.rows).toMatchObject([
    { action: 'messages.dropped' },
    { action: 'messages.repeated', details: { count: 1, reason: 'it is back' } },
  ]);
});

test('a server that is slow with one mail delays no other, also none that is written meanwhile', async () => {
  await write('Slow', 'First');
  const slow = Promise.withResolvers<void>();
  const late = Promise.withResolvers<void>();
  const sending = run(async ({ subject }) => {
    if (subject === 'Slow') await slow.promise;
    if (subject === 'First') await write('Late');
    if (subject === 'Late') late.resolve();
  });
  await late.promise;
  slow.resolve();
  expect(await sending).toBe(3);
});

test('a mail on its way is left to its worker, and to the next attempt when that dies', async () => {
  await write('Once');
  const answer = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const first = run(async () => {
    taken.resolve();
    await answer.promise;
  });
  await taken.promise;
  expect(await run(async () => undefined)).toBe(0);
  await pool.query('UPDATE messages SET next_attempt_at = now()');
  expect(await run(async () => undefined)).toBe(1);
  answer.resolve();
  await first;
});

test('an operator cannot repeat or drop a mail that a worker is sending', async () => {
  const ops = commandLine({ DATABASE_URL: database.url, REDIS_URL: 'redis://127.0.0.1:1' });
  await write('On its way');
  await run(away);
  await passTime();
  const answer = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const sending = run(async () => {
    taken.resolve();
    await answer.promise;
  });
  await taken.promise;
  for (const act of ['repeat', 'drop'])
    expect(await ops('messages', act, 'all', '--reason', 'test')).toMatchObject({ code: 1 });
  expect(await run(async () => undefined)).toBe(0);
  answer.resolve();
  expect(await sending).toBe(1);
  const { rows } = await pool.query('SELECT sent_at IS NOT NULL AS sent FROM messages');
  expect(rows).toEqual([{ sent: true }]);
});

test('a worker that stops ends what it is sending and takes no more', async () => {
  await write('One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven');
  const stopping = new AbortController();
  const sent: string[] = [];
  const send: SendMessage = async ({ subject }) => {
    stopping.abort();
    sent.push(subject);
  };
  expect(await sendMessages(pool, { name: 'mail', send, onFailure }, stopping.signal)).toBe(5);
  expect(sent).toHaveLength(5);
  expect(await run(send)).toBe(2);
});
