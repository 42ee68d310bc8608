/** Text messages where no gateway is configured. */
import { openNoticeJobs } from '@pelican/api/src/notices/index.ts';
import type { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
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

/** Sends what waits, as the worker does each second. @returns what it has logged */
async function sendTexts(production: boolean): Promise<unknown[][]> {
  const lines: unknown[][] = [];
  const write = (...line: unknown[]) => void lines.push(line);
  const { jobs, close } = await openNoticeJobs({
    pool,
    redis: {} as Redis,
    publicUrl: 'https://pelican.test',
    smtpUrl: undefined,
    textGatewayUrl: undefined,
    mailFrom: 'no-reply@pelican.test',
    production,
    log: { info: write, warn: write, error: write },
  });
  const send = jobs.find(({ name }) => name === 'send-text');
  if (send?.kind !== 'interval') throw new Error('there is no job that sends texts');
  await pool.query('DELETE FROM messages');
  await pool.query(
    `INSERT INTO messages (channel, recipient, subject, text) VALUES ('text', '+4915112345678', 'Code', 'Your code is 123456.')`,
  );
  await send.work(new AbortController().signal);
  close();
  return lines;
}
const row = async () =>
  (await pool.query('SELECT sent_at IS NULL AS unsent, next_attempt_at AS next, error FROM messages')).rows[0];

test('in production they are off: the worker says so, and none is marked as sent or tried again', async () => {
  expect(JSON.stringify(await sendTexts(true))).toContain('text messages are off');
  expect(await row()).toEqual({
    unsent: true,
    next: null,
    error: 'text messages are off: TEXT_GATEWAY_URL is not set',
  });
});

test('elsewhere they are read in the log', async () => {
  expect(JSON.stringify(await sendTexts(false))).toContain('Your code is 123456.');
  expect(await row()).toMatchObject({ unsent: false });
});
