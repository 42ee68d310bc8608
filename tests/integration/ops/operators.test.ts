import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type CommandLine, commandLine } from '../../support/command-line.ts';
import { demandTwoPersons, makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
let jane: CommandLine;
let ravi: CommandLine;
/** A name that is nobody's. */
let stranger: CommandLine;
let clerk: CommandLine;
let environment: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  environment = {
    DATABASE_URL: api.databaseUrl,
    REDIS_URL: api.redisUrl,
    API_KEY_ENCRYPTION_KEY: api.config.apiKeyEncryptionKeys.map((key) => key.toString('hex')).join(),
  };
  const as = (name: string) => commandLine({ ...environment, OPERATOR: name });
  [jane, ravi, stranger, clerk] = [as('jane'), as('ravi'), as('stranger'), as('clerk')];
  await api.signUp('alice@test.local');
});
afterAll(() => api.close());

const because = ['--reason', 'test'];

/** Jane and Ravi may do everything, Clerk decides on KYC. */
async function begin(): Promise<void> {
  await api.parts.pool.query(`DELETE FROM users WHERE role = 'operator'`);
  for (const name of ['jane', 'ravi']) await makeTestOperator(api.parts.pool, await api.signUp(`${name}@test.local`));
  await makeTestOperator(api.parts.pool, await api.signUp('clerk@test.local'), ['kyc']);
}
beforeEach(begin);

async function permissionsOf(name: string): Promise<string | undefined> {
  const { rows } = await api.parts.pool.query<{ permissions: string[] }>(
    'SELECT permissions FROM users WHERE operator_name = $1',
    [name],
  );
  return rows[0]?.permissions.join();
}

async function made(result: ReturnType<CommandLine>): Promise<{ approve: string[]; lines: string[] }> {
  const { code, lines, errors } = await result;
  expect([code, errors]).toEqual([0, []]);
  const [, id = '', hash = ''] = /approve (\d+) ([0-9a-f]{16})/.exec(lines.join()) ?? [];
  expect(id).not.toBe('');
  return { approve: ['approve', id, hash], lines };
}

async function login(email: string, password: string): Promise<number> {
  return (await api.call('POST', '/v2/login', { body: { email, password } })).status;
}

const passwordIn = (lines: string[]) => /^password: (.+)$/m.exec(lines.join('\n'))?.[1] ?? '';

it('the first two operators are made alone, the third by two, also when the second and third come at once', async () => {
  await api.parts.pool.query(`DELETE FROM users WHERE role = 'operator'`);
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
  const { rows } = await api.parts.pool.query(`SELECT 1 FROM users WHERE role = 'operator'`);
  expect(rows).toHaveLength(2);
});

it('a further operator, with some permissions, is made by two, and does what is permitted', async () => {
  const { approve, lines } = await made(
    jane('create-admin', 'max@test.local', '--permissions', 'kyc,records', ...because),
  );
  expect(await login('max@test.local', passwordIn(lines))).toBe(401);
  expect((await jane(...approve)).errors.join()).toMatch(/your own/);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  expect(await login('max@test.local', passwordIn(lines))).toBe(200);
  expect(await permissionsOf('max')).toBe('kyc,records');
  // The operator acts on records of their own.
  const seen = await jane('requests');
  expect(seen.lines.join()).not.toContain('argon2');
  expect((await jane('records', '--json', '--count', '10')).lines.join()).not.toContain('argon2');
});

it('what is not permitted is refused, whoever the shell belongs to', async () => {
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
  expect((await clerk('records')).code).toBe(1);
  expect((await stranger('approve-kyc', 'alice@test.local', ...because)).errors.join()).toMatch(/is no operator/);
  expect(await permissionsOf('clerk')).toBe('kyc');
});

it('a change over HTTP has an operator, the permission and a reason, like one of the command line', async () => {
  const { rows } = await api.parts.pool.query<{ id: number; email: string }>(
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

it('a month is detached by somebody who says why', async () => {
  const { code, errors } = await jane('detach-month', '2026-01');
  expect([code, errors.join()]).not.toEqual([0, '']);
  expect(errors.join()).toContain('reason');
  expect((await jane('detach-month', '2026-01', ...because)).errors.join()).toContain('there is no month');
});

it.each([
  ['the one who approves', 'ravi'],
  ['the one who asks', 'jane'],
])('%s needs the permission still when it is approved', async (_, loser) => {
  const { approve } = await made(jane('unblock', 'alice@test.local', ...because));
  await api.parts.pool.query(`UPDATE users SET permissions = '{kyc}' WHERE operator_name = $1`, [loser]);
  expect((await ravi(...approve)).errors.join()).toMatch(/does not have the permission/);
  await api.parts.pool.query(
    `UPDATE users SET permissions = '{accounts}', status = 'blocked' WHERE operator_name = $1`,
    [loser],
  );
  expect((await ravi(...approve)).errors.join()).toMatch(/is no operator/);
  await api.parts.pool.query(`UPDATE users SET status = 'active' WHERE operator_name = $1`, [loser]);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
});

it('a change of permissions waits for an approval that has begun', async () => {
  const { approve } = await made(jane('unblock', 'alice@test.local', ...because));
  const holder = await api.parts.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE email = 'alice@test.local' FOR UPDATE`);
  const approval = ravi(...approve);
  await isWaiting(1);
  const change = api.parts.pool.query(`UPDATE users SET permissions = '{}' WHERE operator_name = 'ravi'`);
  await isWaiting(2);
  await holder.query('ROLLBACK');
  holder.release();
  expect(await approval).toMatchObject({ code: 0 });
  await change;
});

async function isWaiting(count: number): Promise<void> {
  await until(
    `${count} wait for a lock`,
    async () => {
      const { rows } = await api.parts.pool.query(
        `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      return rows.length === count;
    },
    20_000,
  );
}

it('an approval that dies half way has done nothing, and the next one does it once', async () => {
  const { approve } = await made(jane('credit', 'alice@test.local', 'USDT', '7', '--reference', 'crash', ...because));
  const holder = await api.parts.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE email = 'alice@test.local' FOR UPDATE`);
  const approval = ravi(...approve);
  await isWaiting(1);
  await api.parts.pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
  );
  expect(await approval).toMatchObject({ code: 1 });
  await holder.query('ROLLBACK');
  holder.release();
  const results = await Promise.all([ravi(...approve), ravi(...approve)]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const { rows } = await api.parts.pool.query(`SELECT 1 FROM ledger_entries WHERE reference = 'crash'`);
  expect(rows).toHaveLength(1);
});

it('an approval that began in time counts, although the request expires before it ends', async () => {
  const { approve } = await made(jane('unblock', 'alice@test.local', ...because));
  const [, id] = approve;
  const copied = await api.parts.pool.query<{ id: string }>(
    `INSERT INTO operator_requests (action, payload, payload_hash, reason, maker, expires_at)
      SELECT action, payload, payload_hash, reason, maker, now() + interval '1500 ms' FROM operator_requests WHERE id = $1
      RETURNING id`,
    [id],
  );
  const short = copied.rows[0]?.id ?? '';
  const holder = await api.parts.pool.connect();
  await holder.query('BEGIN');
  await holder.query(`SELECT FROM users WHERE email = 'alice@test.local' FOR UPDATE`);
  const approval = ravi('approve', short, approve[2] ?? '');
  await isWaiting(1);
  await until(
    'it has expired',
    async () => {
      const { rows } = await api.parts.pool.query(
        'SELECT 1 FROM operator_requests WHERE id = $1 AND expires_at < now()',
        [short],
      );
      return rows.length === 1;
    },
    20_000,
  );
  await holder.query('ROLLBACK');
  holder.release();
  expect(await approval).toMatchObject({ code: 0 });
  expect((await ravi('approve', short, approve[2] ?? '')).code).toBe(1);
});

it('blocking acts at once, letting in again takes two', async () => {
  await api.signUp('shut@test.local');
  expect(await jane('block', 'shut@test.local', ...because)).toMatchObject({ code: 0 });
  expect(await login('shut@test.local', testPassword)).toBe(403);
  const { approve } = await made(jane('unblock', 'shut@test.local', ...because));
  expect(await login('shut@test.local', testPassword)).toBe(403);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  expect(await login('shut@test.local', testPassword)).toBe(200);
});

it('a password is reset by two: the old one is good until then, and sessions end with it', async () => {
  const bob = await api.signUp('bob@test.local');
  const { approve, lines } = await made(jane('reset-password', 'bob@test.local', ...because));
  expect(await login('bob@test.local', testPassword)).toBe(200);
  expect(await login('bob@test.local', passwordIn(lines))).toBe(401);
  expect(await ravi(...approve)).toMatchObject({ code: 0, lines: [expect.not.stringContaining('password:')] });
  expect(await login('bob@test.local', testPassword)).toBe(401);
  expect(await login('bob@test.local', passwordIn(lines))).toBe(200);
  await until('the session ends', async () => (await bob.get('/v2/settings/general')).status === 401, 20_000);
});

it("somebody's API key works once another operator has approved it", async () => {
  const { approve, lines } = await made(jane('create-api-key', 'alice@test.local', '--scopes', 'read', ...because));
  const key = /^key: (.+)$/m.exec(lines.join('\n'))?.[1] ?? '';
  const isKnown = async () =>
    (await api.parts.pool.query('SELECT 1 FROM api_keys WHERE key = $1', [key])).rowCount === 1;
  expect(await isKnown()).toBe(false);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  expect(await isKnown()).toBe(true);
  expect(await jane('revoke-api-key', key, ...because)).toMatchObject({ code: 0 });
});

it('two operators keep the permission to make operators, also when two are taken away at once', async () => {
  await makeTestOperator(api.parts.pool, await api.signUp('third@test.local'));
  const one = await made(jane('permissions', 'ravi@test.local', 'money', ...because));
  const other = await made(ravi('permissions', 'jane@test.local', 'money', ...because));
  const third = commandLine({ ...environment, OPERATOR: 'third' });
  const results = await Promise.all([third(...one.approve), third(...other.approve)]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  const { rows } = await api.parts.pool.query(`SELECT 1 FROM users WHERE 'operators' = ANY (permissions)`);
  expect(rows).toHaveLength(2);
});

it('an operator is blocked by two, and the others stay', async () => {
  expect((await jane('block', 'ravi@test.local', ...because)).errors.join()).toMatch(/2 operators keep/);
  await makeTestOperator(api.parts.pool, await api.signUp('spare@test.local'));
  const { approve } = await made(jane('block', 'ravi@test.local', ...because));
  expect((await jane(...approve)).errors.join()).toMatch(/your own/);
  expect(await login('ravi@test.local', testPassword)).toBe(200);
  // Who is to be blocked has no say in it.
  for (const decision of [approve, ['reject', approve[1] ?? '']])
    expect((await ravi(...decision)).errors.join()).toMatch(/about your own account/);
  await makeTestOperator(api.parts.pool, await api.signUp('keeper@test.local'), ['accounts']);
  const keeper = commandLine({ ...environment, OPERATOR: 'keeper' });
  expect(await keeper(...approve)).toMatchObject({ code: 0, lines: [expect.stringMatching(/is blocked/)] });
  expect(await login('ravi@test.local', testPassword)).toBe(403);
  // Nobody becomes an operator alone because of it.
  expect((await stranger('create-admin', 'mallory@test.local', ...because)).errors.join()).toMatch(/is no operator/);
});

it('one operator shuts another out for a day, each once, and one at a time', async () => {
  const { pool } = api.parts;
  const third = commandLine({ ...environment, OPERATOR: 'third' });
  await makeTestOperator(pool, await api.signUp('third@test.local'));
  const suspend = (by: CommandLine, whom: string) => by('suspend', `${whom}@test.local`, ...because);
  const done = async (result: ReturnType<CommandLine>) =>
    expect(await result).toMatchObject({ code: 0, lines: [expect.stringMatching(/is suspended/)] });
  expect((await suspend(jane, 'alice')).errors.join()).toMatch(/is no operator/);
  const pending = await made(ravi('unblock', 'alice@test.local', ...because));

  await done(suspend(jane, 'ravi'));
  expect(await login('ravi@test.local', testPassword)).toBe(403);
  expect((await suspend(ravi, 'jane')).errors.join()).toMatch(/is no operator/);
  expect((await third(...pending.approve)).errors.join()).toMatch(/is no operator/);
  // Jane alone shuts out no second one, and Ravi not for longer.
  const next = await made(suspend(jane, 'third'));
  const again = await made(suspend(jane, 'ravi'));
  expect((await ravi('reject', again.approve[1] ?? '')).errors.join()).toMatch(/is no operator/);
  expect((await third(...next.approve)).errors.join()).toMatch(/about your own account/);

  await pool.query(`UPDATE users SET suspended_until = now() - interval '1 s' WHERE operator_name = 'ravi'`);
  expect(await login('ravi@test.local', testPassword)).toBe(200);
  await done(suspend(ravi, 'jane'));
  expect((await suspend(jane, 'ravi')).errors.join()).toMatch(/is no operator/);
  const back = await made(ravi('unblock', 'jane@test.local', ...because));
  expect(await third(...back.approve)).toMatchObject({ code: 0 });
  await made(suspend(jane, 'ravi'));
}, 60_000);

it('of two operators who shut each other out at once, one stays', async () => {
  const results = await Promise.all([
    jane('suspend', 'ravi@test.local', ...because),
    ravi('suspend', 'jane@test.local', ...because),
  ]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
  expect(results.flatMap(({ errors }) => errors).join()).toMatch(/is no operator/);
}, 60_000);

it('of two operators who are blocked at once, two who make operators stay', async () => {
  await makeTestOperator(api.parts.pool, await api.signUp('third@test.local'));
  const one = await made(jane('block', 'ravi@test.local', ...because));
  const other = await made(jane('block', 'third@test.local', ...because));
  await makeTestOperator(api.parts.pool, await api.signUp('guard@test.local'), ['accounts']);
  const guard = commandLine({ ...environment, OPERATOR: 'guard' });
  const results = await Promise.all([guard(...one.approve), guard(...other.approve)]);
  expect(results.map(({ code }) => code).toSorted()).toEqual([0, 1]);
}, 60_000);

it('a blocked operator is none of the two who keep the permission to make operators', async () => {
  await makeTestOperator(api.parts.pool, await api.signUp('asleep@test.local'));
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE operator_name = 'asleep'`);
  expect((await jane('permissions', 'ravi@test.local', 'money', ...because)).errors.join()).toMatch(/2 operators keep/);
});

it('an account that somebody else may have registered is made no operator', async () => {
  const carl = await api.signUp('carl@test.local');
  const promote = () => jane('create-admin', 'carl@test.local', ...because);
  const set = (assignment: string) => api.parts.pool.query(`UPDATE users SET ${assignment} WHERE id = $1`, [carl.id]);
  await set('email_verified_at = NULL');
  expect((await promote()).errors.join()).toMatch(/not verified/);
  await set(`email_verified_at = now(), status = 'blocked'`);
  expect((await promote()).errors.join()).toMatch(/is blocked/);
  await set(`status = 'active'`);
  const key = await made(jane('create-api-key', 'carl@test.local', '--scopes', 'read', ...because));
  expect(await ravi(...key.approve)).toMatchObject({ code: 0 });
  const { approve, lines } = await made(promote());
  expect((await ravi('requests')).lines.join()).toContain(`"existingUserId":${carl.id}`);
  expect(await ravi(...approve)).toMatchObject({ code: 0 });
  const { rows } = await api.parts.pool.query('SELECT enabled FROM api_keys WHERE user_id = $1', [carl.id]);
  expect(rows).toEqual([{ enabled: false }]);
  // The password of whoever signed up is of no use any more.
  expect(await login('carl@test.local', testPassword)).toBe(401);
  expect(await login('carl@test.local', passwordIn(lines))).toBe(200);
  await until('the session ends', async () => (await carl.get('/v2/settings/general')).status === 401, 20_000);
});

it('a label that hides text is refused, and what is printed moves no cursor', async () => {
  expect((await jane('no\u001b[2K')).errors.join()).toContain('no\\u001b[2K');
  const label = ['--label', 'bot\u202e'];
  expect(await jane('create-api-key', 'alice@test.local', '--scopes', 'read', ...label, ...because)).toMatchObject({
    code: 2,
  });
});
