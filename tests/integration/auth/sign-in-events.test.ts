/** What is recorded of sign-ins, and what is not. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

const wrong = 'Wrong#12345';
const wait = { timeout: 60_000 };
let api: TestApi;
let ops: CommandLine;

beforeAll(async () => {
  api = await startTestApi();
  ops = commandLine({ DATABASE_URL: api.databaseUrl, REDIS_URL: api.redisUrl });
});
afterAll(() => api.close());

function login(email: string, password: string, headers: Record<string, string> = {}, ip = '192.0.2.7') {
  return api.call('POST', '/v2/login', { body: { email, password }, ip, headers });
}

interface Recorded {
  kind: string;
  reason: string | null;
  ip: string | null;
  userAgent: string | null;
}

async function eventsOf(email: string, ...options: string[]): Promise<Recorded[]> {
  const { code, lines } = await ops('sign-ins', email, '--json', ...options);
  expect(code).toBe(0);
  return lines.map((line) => JSON.parse(line)).reverse();
}

/** What is recorded of refusals, which comes after their answers. */
function untilRecorded(email: string, kind: string, count: number): Promise<void> {
  return expect
    .poll(async () => (await eventsOf(email, '--count', '200')).filter((event) => event.kind === kind).length, wait)
    .toBe(count);
}

test('sign-ins, refusals, sign-outs and a reset of the password are found by user', async () => {
  const alice = await api.signUp('alice@test.local');
  await login('alice@test.local', wrong, { 'user-agent': 'x'.repeat(2_000) });
  await untilRecorded('alice@test.local', 'refused', 1);
  await login('alice@test.local', testPassword);
  await alice.post('/logout');
  await ops('reset-password', 'alice@test.local');
  expect(await eventsOf('alice@test.local')).toMatchObject([
    { kind: 'signed_in', ip: '127.0.0.1' },
    { kind: 'refused', ip: '192.0.2.7', userAgent: 'x'.repeat(256) },
    { kind: 'signed_in', ip: '192.0.2.7' },
    { kind: 'session_ended', reason: 'signed_out' },
    { kind: 'password_changed' },
    { kind: 'session_ended', reason: 'password_changed' },
  ]);
  expect((await ops('sign-ins', 'alice@test.local')).lines.join()).toMatch(/signed_out/);
  expect(await ops('sign-ins', 'nobody@test.local')).toMatchObject({ code: 1 });
});

test('of a guesser who keeps trying one lock-out a minute is recorded', async () => {
  await api.signUp('bob@test.local');
  await Promise.all(Array.from({ length: 80 }, () => login('bob@test.local', wrong)));
  await untilRecorded('bob@test.local', 'locked_out', 1);
  const kinds = (await eventsOf('bob@test.local')).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === 'refused').length).toBeLessThan(60);
});

test('refusals of one account are bounded, however many addresses they come from', async () => {
  await api.signUp('carol@test.local');
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE email = 'carol@test.local'`);
  for (const network of ['198.51.100', '203.0.113', '192.0.2']) {
    const addresses = Array.from({ length: 40 }, (_, number) => `${network}.${number}`);
    const answers = await Promise.all(addresses.map((ip) => login('carol@test.local', testPassword, {}, ip)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403]));
  }
  await untilRecorded('carol@test.local', 'refused', 100);
});

test('a refusal is answered before it is recorded, and also when it cannot be', async () => {
  await api.signUp('dave@test.local');
  const client = await api.parts.pool.connect();
  const refused = { status: 401, body: { code: 'invalid_credentials' } };
  try {
    await client.query('BEGIN');
    await client.query('LOCK TABLE sign_in_events IN ACCESS EXCLUSIVE MODE');
    expect(await login('dave@test.local', wrong)).toMatchObject(refused);
    await client.query(`ALTER TABLE sign_in_events ADD CONSTRAINT none CHECK (kind <> 'refused') NOT VALID`);
    await client.query('COMMIT');
    expect(await login('dave@test.local', wrong)).toMatchObject(refused);
  } finally {
    await client.query('ALTER TABLE sign_in_events DROP CONSTRAINT IF EXISTS none');
    client.release();
  }
});

test('no password, token or unknown e-mail is recorded, and nothing is changed afterwards', async () => {
  await login('stranger@nowhere.test', wrong);
  const unknown = `SELECT ip FROM sign_in_events WHERE user_id IS NULL AND kind = 'refused'`;
  await expect.poll(async () => (await api.parts.pool.query(unknown)).rows, wait).toEqual([{ ip: '192.0.2.7' }]);
  const { rows } = await api.parts.pool.query<{ text: string }>('SELECT event::text AS text FROM sign_in_events event');
  const text = rows.map((row) => row.text).join();
  for (const secret of [wrong, testPassword, 'stranger@nowhere.test']) expect(text).not.toContain(secret);
  await expect(api.parts.pool.query(`UPDATE sign_in_events SET ip = '1'`)).rejects.toMatchObject({ code: '23001' });
});
