/** Approvals: who still may at that moment, once, and whole or not at all. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { CommandLine } from '../../support/command-line.ts';
import { asked, because, type OperatorLines, startOperatorLines } from '../../support/operator-lines.ts';
import { choosePassword } from '../../support/operators.ts';
import { type TestApi, testPassword } from '../../support/test-api.ts';

let exchange: OperatorLines;
let api: TestApi;
let pool: TestApi['parts']['pool'];
let jane: CommandLine;
let ravi: CommandLine;

beforeAll(async () => {
  exchange = await startOperatorLines();
  api = exchange.api;
  pool = api.parts.pool;
  jane = exchange.as('jane');
  ravi = exchange.as('ravi');
  await api.signUp('alice@test.local');
});
afterAll(() => api.close());
beforeEach(() => exchange.begin());

it.each([
  ['the one who approves', 'ravi'],
  ['the one who asks', 'jane'],
])('%s needs the permission still when it is approved', async (_, loser) => {
  const { approve } = await asked(jane('unblock', 'alice@test.local', ...because));
  await pool.query(`UPDATE users SET permissions = '{kyc}' WHERE operator_name = $1`, [loser]);
  expect((await ravi(...approve)).errors.join()).toMatch(/does not have the permission/);
  await pool.query(`UPDATE users SET permissions = '{accounts}', status = 'blocked' WHERE operator_name = $1`, [loser]);
  expect((await ravi(...approve)).errors.join()).toMatch(/is no operator/);
  await pool.query(`UPDATE users SET status = 'active' WHERE operator_name = $1`, [loser]);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
});

it('a change of permissions waits for an approval that has begun', async () => {
  const { approve } = await asked(jane('unblock', 'alice@test.local', ...because));
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE email = 'alice@test.local' FOR UPDATE`);
  const approval = ravi(...approve);
  await exchange.untilWaiting(1);
  const change = pool.query(`UPDATE users SET permissions = '{}' WHERE operator_name = 'ravi'`);
  await exchange.untilWaiting(2);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await approval).toMatchObject({ code: 0 });
  await change;
});

it('an approval that dies half way has done nothing, and the next one does it once', async () => {
  const { approve } = await asked(jane('credit', 'alice@test.local', 'USDT', '7', '--reference', 'crash', ...because));
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE email = 'alice@test.local' FOR UPDATE`);
  const approval = ravi(...approve);
  await exchange.untilWaiting(1);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  expect(await approval).toMatchObject({ code: 1 });
  await holder.query('ROLLBACK');
  holder.release();
  const results = await Promise.all([ravi(...approve), ravi(...approve)]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const { rows } = await pool.query(`SELECT 1 FROM ledger_entries WHERE reference = 'crash'`);
  expect(rows).toHaveLength(1);
});

it('an approval that began in time counts, although the request expires before it ends', async () => {
  const { approve } = await asked(jane('unblock', 'alice@test.local', ...because));
  const [, id] = approve;
  const copied = await pool.query<{ id: string }>(
    `INSERT INTO operator_requests (action, payload, payload_hash, reason, maker, expires_at)
      SELECT action, payload, payload_hash, reason, maker, now() + interval '1500 ms' FROM operator_requests WHERE id = $1
      RETURNING id`,
    [id],
  );
  const short = copied.rows[0]?.id ?? '';
  const holder = await pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE email = 'alice@test.local' FOR UPDATE`);
  const approval = ravi('approve', short, approve[2] ?? '');
  await exchange.untilWaiting(1);
  await until(
    'it has expired',
    async () => {
      const { rows } = await pool.query('SELECT 1 FROM operator_requests WHERE id = $1 AND expires_at < now()', [
        short,
      ]);
      return rows.length === 1;
    },
    20_000,
  );
  await holder.query('ROLLBACK');
  holder.release();
  expect(await approval).toMatchObject({ code: 0 });
  expect((await ravi('approve', short, approve[2] ?? '')).code).toBe(1);
});

it('a password is ended by two, and known to neither: sessions, keys and withdrawals end with it', async () => {
  const bob = await api.signUp('bob@test.local');
  const key = await asked(jane('create-api-key', bob.email, '--scopes', 'read', ...because));
  expect(await ravi(...key.approve)).toMatchObject({ code: 0 });
  const { approve, lines } = await asked(jane('reset-password', bob.email, ...because));
  expect(await exchange.login(bob.email, testPassword)).toBe(200);
  const approved = await ravi(...approve);
  expect(approved).toMatchObject({ code: 0 });
  expect([...lines, ...approved.lines].join()).not.toMatch(/password:/);
  expect(await exchange.login(bob.email, testPassword)).toBe(401);
  await until('the session ends', async () => (await bob.get('/v2/settings/general')).status === 401, 20_000);
  const account = await pool.query(
    `SELECT withdrawals_locked_until > now() + interval '47 hours' AS locked, (SELECT bool_or(enabled) FROM api_keys WHERE user_id = users.id) AS keys,
        (SELECT count(*)::int FROM sign_in_events WHERE user_id = users.id AND kind = 'password_changed') AS changes FROM users WHERE id = $1`,
    [bob.id],
  );
  expect(account.rows).toEqual([{ locked: true, keys: false, changes: 1 }]);
  await expect(choosePassword(api, bob.email, testPassword)).rejects.toThrow('422');
  await choosePassword(api, bob.email, 'Quiet#Heron77');
  expect(await exchange.login(bob.email, 'Quiet#Heron77')).toBe(200);
});

it("somebody's API key works once another operator has approved it", async () => {
  const { approve, lines } = await asked(jane('create-api-key', 'alice@test.local', '--scopes', 'read', ...because));
  const key = /^key: (.+)$/m.exec(lines.join('\n'))?.[1] ?? '';
  const isKnown = async () => (await pool.query('SELECT 1 FROM api_keys WHERE key = $1', [key])).rowCount === 1;
  expect(await isKnown()).toBe(false);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  expect(await isKnown()).toBe(true);
  expect(await jane('revoke-api-key', key, ...because)).toMatchObject({ code: 0 });
});
