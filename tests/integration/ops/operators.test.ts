/** Who becomes an operator, and what is permitted to one. */
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import type { CommandLine } from '../../support/command-line.ts';
import { asked, because, type OperatorLines, startOperatorLines } from '../../support/operator-lines.ts';
import { choosePassword, makeTestOperator } from '../../support/operators.ts';
import { enableTotp } from '../../support/second-factors.ts';
import { type TestApi, testPassword } from '../../support/test-api.ts';

let exchange: OperatorLines;
let api: TestApi;
let pool: TestApi['parts']['pool'];
let jane: CommandLine;
let ravi: CommandLine;
let stranger: CommandLine;
let clerk: CommandLine;

beforeAll(async () => {
  exchange = await startOperatorLines();
  api = exchange.api;
  pool = api.parts.pool;
  jane = exchange.as('jane');
  ravi = exchange.as('ravi');
  stranger = exchange.as('stranger');
  clerk = exchange.as('clerk');
  await api.signUp('alice@test.local');
});
afterAll(() => api.close());
beforeEach(() => exchange.begin());

it('the first two operators are made alone, the third by two, also when the second and third come at once', async () => {
  await pool.query(`DELETE FROM users WHERE role = 'operator'`);
  expect(await stranger('credit', 'alice@test.local', 'USDT', '1', '--reference', 'x', ...because)).toMatchObject({
    code: 1,
  });
  expect(await jane('create-admin', 'jane@test.local', ...because)).toMatchObject({ code: 0 });
  const both = await Promise.all([
    jane('create-admin', 'ravi@test.local', ...because),
    jane('create-admin', 'third@test.local', ...because),
  ]);
  expect(both.map(({ code }) => code)).toEqual([0, 0]);
  expect(both.filter(({ lines }) => lines.join().includes('waits for another operator'))).toHaveLength(1);
  const { rows } = await pool.query(`SELECT 1 FROM users WHERE role = 'operator'`);
  expect(rows).toHaveLength(2);
});

it('a further operator, with some permissions, is made by two, of whom neither can act as the new one', async () => {
  const { approve, lines } = await asked(
    jane('create-admin', 'max@test.local', '--permissions', 'kyc,records', ...because),
  );
  expect((await jane(...approve)).errors.join()).toMatch(/your own/);
  const approved = await ravi(...approve);
  expect(approved).toMatchObject({ code: 0 });
  expect([...lines, ...approved.lines].join()).not.toMatch(/password:/);
  const { rows } = await pool.query<{ payload: string }>(
    `SELECT notice.payload::text FROM notices notice JOIN users ON users.id = user_id WHERE email = 'max@test.local'`,
  );
  expect(rows).toEqual([{ payload: '{"name": "max"}' }]);
  expect(await exchange.login('max@test.local', testPassword)).toBe(401);
  await choosePassword(api, 'max@test.local', 'Quiet#Heron77');
  expect(await exchange.login('max@test.local', 'Quiet#Heron77')).toBe(200);
  expect(await exchange.permissionsOf('max')).toBe('kyc,records');
});

it('what is not permitted is refused', async () => {
  expect(await clerk('approve-kyc', 'alice@test.local', '--country', 'DE', ...because)).toMatchObject({ code: 0 });
  for (const args of [
    ['credit', 'alice@test.local', 'USDT', '1', '--reference', 'x'],
    ['block', 'alice@test.local'],
    ['market', 'BTC_USDT', 'set', 'status=closed'],
    ['messages', 'drop', 'all'],
    ['detach-month', '2026-01'],
    ['permissions', 'clerk@test.local', 'all'],
  ]) {
    const { code, errors } = await clerk(...args, ...because);
    expect([args[0], code, errors.join()]).toEqual([args[0], 1, expect.stringMatching(/does not have the permission/)]);
  }
  for (const args of [['records'], ['users'], ['balance', 'alice@test.local'], ['sign-ins', 'alice@test.local']])
    expect(await clerk(...args), args[0]).toMatchObject({
      code: 1,
      lines: [],
      errors: [expect.stringMatching(/does not have the permission/)],
    });
  expect((await stranger('approve-kyc', 'alice@test.local', ...because)).errors.join()).toMatch(/is no operator/);
  expect(await exchange.permissionsOf('clerk')).toBe('kyc');
});

it('a change over HTTP has an operator, the permission and a reason, like one of the command line', async () => {
  const { rows } = await pool.query<{ id: number; email: string }>(
    `SELECT id, email FROM users WHERE operator_name IN ('jane', 'clerk') ORDER BY operator_name`,
  );
  const [clerks, janes] = await Promise.all(rows.map(({ id, email }) => api.signIn(email, Number(id))));
  const change = { market: 'NOPE_USDT', price: '1' };
  expect(await janes?.post('/v2/ops/index', change)).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
  const given = { ...change, reason: 'a drill' };
  expect(await janes?.post('/v2/ops/index', { ...given, reason: 'a\u001b[2Jdrill' })).toMatchObject({ status: 422 });
  expect(await janes?.post('/v2/ops/index', given)).toMatchObject({ body: { code: 'unknown_pair' } });
  expect(await clerks?.post('/v2/ops/index', given)).toMatchObject({ status: 403 });
});

it('each look at people is a record that names who looked', async () => {
  const { rows: before } = await pool.query<{ last: string }>('SELECT max(id) AS last FROM audit_records');
  expect(await jane('users', 'alice')).toMatchObject({ code: 0 });
  expect(await jane('balance', 'alice@test.local')).toMatchObject({ code: 0 });
  expect(await jane('sign-ins', 'alice@test.local')).toMatchObject({ code: 0 });
  const { rows } = await pool.query<{ look: string }>(
    `SELECT action || ' ' || (details ->> 'search') AS look FROM audit_records
      WHERE id > $1 AND actor = 'ops:jane' AND action = 'users.searched'
      UNION ALL SELECT action || ' ' || email FROM audit_records JOIN users ON subject = 'user:' || users.id
      WHERE audit_records.id > $1 AND actor = 'ops:jane'`,
    [before[0]?.last ?? 0],
  );
  expect(rows.map(({ look }) => look).toSorted()).toEqual([
    'user.balance_viewed alice@test.local',
    'user.sign_ins_viewed alice@test.local',
    'users.searched alice',
  ]);
});

it('entries of the journal are given up by somebody who says why', async () => {
  expect((await clerk('recover-journal', '--accept-loss', ...because)).errors.join()).toMatch(
    /the permission 'system'/,
  );
  expect(await jane('recover-journal', '--accept-loss')).toMatchObject({
    code: 2,
    errors: expect.arrayContaining([expect.stringContaining('--reason TEXT is missing')]),
  });
});

it('a month is detached by somebody who says why', async () => {
  const { code, errors } = await jane('detach-month', '2026-01');
  expect([code, errors.join()]).not.toEqual([0, '']);
  expect(errors.join()).toContain('reason');
  expect((await jane('detach-month', '2026-01', ...because)).errors.join()).toContain('there is no month');
});

it('two operators keep the permission to make operators, also when two are taken away at once', async () => {
  await makeTestOperator(pool, await api.signUp('third@test.local'));
  const one = await asked(jane('permissions', 'ravi@test.local', 'money', ...because));
  const other = await asked(ravi('permissions', 'jane@test.local', 'money', ...because));
  const third = exchange.as('third');
  const results = await Promise.all([third(...one.approve), third(...other.approve)]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const { rows } = await pool.query(`SELECT 1 FROM users WHERE 'operators' = ANY (permissions)`);
  expect(rows).toHaveLength(2);
});

it('a blocked operator is none of the two who keep the permission to make operators', async () => {
  await makeTestOperator(pool, await api.signUp('asleep@test.local'));
  await pool.query(`UPDATE users SET status = 'blocked' WHERE operator_name = 'asleep'`);
  expect((await jane('permissions', 'ravi@test.local', 'money', ...because)).errors.join()).toMatch(/2 operators keep/);
});

it('an account that somebody else may have registered is made no operator', async () => {
  const carl = await api.signUp('carl@test.local');
  const promote = () => jane('create-admin', 'carl@test.local', ...because);
  const set = (assignment: string) => pool.query(`UPDATE users SET ${assignment} WHERE id = $1`, [carl.id]);
  await set('email_verified_at = NULL');
  expect((await promote()).errors.join()).toMatch(/not verified/);
  await set(`email_verified_at = now(), status = 'blocked'`);
  expect((await promote()).errors.join()).toMatch(/is blocked/);
  await set(`status = 'active'`);
  const key = await asked(jane('create-api-key', 'carl@test.local', '--scopes', 'read', ...because));
  expect(await ravi(...key.approve)).toMatchObject({ code: 0 });
  await enableTotp(api, carl);
  await set(`phone = '+919876555555', phone_verified_at = now() - interval '1 year', anti_phishing_code = 'carl'`);
  const { approve } = await asked(promote());
  expect((await ravi('requests')).lines.join()).toContain(`"existingUserId":${carl.id}`);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  const { rows } = await pool.query('SELECT enabled FROM api_keys WHERE user_id = $1', [carl.id]);
  expect(rows).toEqual([{ enabled: false }]);
  // Neither the password nor the second factor of the first one who signed up is of use any more.
  expect(await exchange.login('carl@test.local', testPassword)).toBe(401);
  const factors = await pool.query(
    `SELECT user_id FROM second_factors WHERE user_id = $1 UNION ALL SELECT user_id FROM recovery_codes WHERE user_id = $1`,
    [carl.id],
  );
  expect(factors.rows).toEqual([]);
  const contacts = await pool.query('SELECT phone, phone_verified_at, anti_phishing_code FROM users WHERE id = $1', [
    carl.id,
  ]);
  expect(contacts.rows).toEqual([{ phone: null, phone_verified_at: null, anti_phishing_code: null }]);
  await until('the session ends', async () => (await carl.get('/v2/settings/general')).status === 401, 20_000);
});

it('a label that hides text is refused, and what is printed moves no cursor', async () => {
  expect((await jane('no\u001b[2K')).errors.join()).toContain('no\\u001b[2K');
  const label = ['--label', 'bot\u202e'];
  expect(await jane('create-api-key', 'alice@test.local', '--scopes', 'read', ...label, ...because)).toMatchObject({
    code: 2,
  });
});
