/** Recovery of lost second factors: two operators, two days, and whatever stops it. */
import { finishFactorRecoveries } from '@pelican/api/src/modules/factor-recovery/jobs.ts';
import { afterAll, expect, test } from 'vitest';
import { startFactorRecoveryApi } from '../../support/factor-recovery.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { type Asked, approveRequest, signUpOperator } from '../../support/operators.ts';
import { codeOf, type Enabled, enableTotp, forgetCounts, signInWith } from '../../support/second-factors.ts';
import { type TestUser, testPassword } from '../../support/test-api.ts';

const { api, pool, worker, jane, ravi, close } = await startFactorRecoveryApi();
afterAll(close);

interface Loser extends Enabled {
  user: TestUser;
}

async function loser(name: string): Promise<Loser> {
  const user = await api.signUp(`${name}@lost.test`);
  return { user, ...(await enableTotp(api, user)) };
}

const reason = 'the selfie of the ticket is that of the verification';
const ticketOf = async ({ email }: TestUser) => (await signInWith(api, email, testPassword)).body.ticket;
const askBy = (ticket: string, ip = '127.0.0.1') =>
  api.call<{ code?: string; wait_hours: number; requested: number }>('POST', '/v2/2fa/recovery', {
    body: { ticket },
    ip,
  });
const ask = async (user: TestUser) => {
  await forgetCounts(api);
  return askBy(await ticketOf(user));
};

interface RecoveryRow {
  id: string;
  status: string;
  hours: number | null;
}
async function recoveriesOf({ id }: TestUser): Promise<RecoveryRow[]> {
  const { rows } = await pool.query<RecoveryRow>(
    `SELECT id, status, round(extract(epoch FROM effective_at - now()) / 3600)::int AS hours FROM factor_recoveries WHERE user_id = $1 ORDER BY id`,
    [id],
  );
  return rows;
}
const statusOf = async (user: TestUser) => (await recoveriesOf(user)).at(-1)?.status;

async function kindsOf({ id }: TestUser): Promise<string[]> {
  const { rows } = await pool.query<{ kind: string }>(
    `SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'factor_recovery%' ORDER BY id`,
    [id],
  );
  return rows.map(({ kind }) => kind.slice('factor_recovery_'.length));
}

async function linkOf({ id }: TestUser, kind = 'factor_recovery_link'): Promise<string> {
  const { rows } = await pool.query<{ token: string }>(
    `SELECT payload ->> 'token' AS token FROM notices WHERE user_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1`,
    [id, kind],
  );
  return rows[0]?.token ?? '';
}
const stop = (token: string) => api.call<{ code?: string }>('POST', '/v2/2fa/recovery/stop', { body: { token } });

/** Jane asks that the recovery is approved. */
async function approvalAsked(user: TestUser): Promise<Asked['request']> {
  const id = (await recoveriesOf(user)).at(-1)?.id;
  const answer = await jane.post<Asked>(`/v2/ops/factor-recoveries/${id}/approve`, { reason });
  expect([answer.status, answer.body.status]).toEqual([202, 'requested']);
  return answer.body.request;
}

async function approved(user: TestUser): Promise<void> {
  expect((await ask(user)).status).toBe(200);
  expect(await approveRequest(ravi, await approvalAsked(user))).toMatchObject({ status: 200 });
}
async function queued(): Promise<number | undefined> {
  const queues = await jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
  return queues.body.result.find(({ queue }) => queue === 'factor_recoveries')?.count;
}
const waitIsOver = ({ id }: TestUser) =>
  pool.query(
    `UPDATE factor_recoveries SET effective_at = now() - interval '1 s' WHERE user_id = $1 AND status = 'approved'`,
    [id],
  );
const finish = () => finishFactorRecoveries({ pool: worker, redis: api.parts.redis, log: silent });
const factorsOf = async ({ id }: TestUser) =>
  (
    await pool.query(
      'SELECT FROM second_factors WHERE user_id = $1 UNION ALL SELECT FROM recovery_codes WHERE user_id = $1',
      [id],
    )
  ).rowCount;

test('two operators and two days later the factors are gone, with every session and key, and nothing is withdrawn for two days', async () => {
  const { user } = await loser('whole');
  await pool.query(
    `INSERT INTO api_keys (id, user_id, label, key, secret_encrypted, scopes) VALUES (gen_random_uuid(), $1, 'bot', 'whole', '', '{read}')`,
    [user.id],
  );
  const ticket = await ticketOf(user);
  const answers = await Promise.all([askBy(ticket), askBy(ticket), askBy(ticket)]);
  expect(answers.map(({ status, body }) => [status, body.wait_hours])).toEqual(answers.map(() => [200, 48]));
  expect(await recoveriesOf(user)).toMatchObject([{ status: 'waiting' }]);
  expect(await queued()).toBe(1);
  expect(await jane.get('/v2/ops/factor-recoveries')).toMatchObject({
    body: { result: [{ email: user.email, status: 'waiting', request: null }], total: 1 },
  });

  const request = await approvalAsked(user);
  expect(await queued()).toBe(0);
  const id = Number((await recoveriesOf(user))[0]?.id);
  expect(await ravi.post(`/v2/ops/factor-recoveries/${id}/approve`, { reason })).toMatchObject({
    status: 409,
    body: { code: 'request_closed' },
  });
  expect(await ravi.get(`/v2/ops/factor-recoveries/${id}`)).toMatchObject({
    body: { request: { id: request.id, maker: 'jane' } },
  });
  expect(await approveRequest(jane, request)).toMatchObject({ status: 403 });
  expect(await approveRequest(ravi, request)).toMatchObject({ status: 200 });
  expect(await recoveriesOf(user)).toMatchObject([{ status: 'approved', hours: 48 }]);
  await finish();
  expect(await factorsOf(user)).not.toBe(0);

  await waitIsOver(user);
  await Promise.all([finish(), finish()]);
  expect(await statusOf(user)).toBe('done');
  expect(await factorsOf(user)).toBe(0);
  await expect.poll(async () => (await user.get('/v2/settings/general')).status).toBe(401);
  const { rows } = await pool.query(
    `SELECT withdrawals_locked_until > now() + interval '47 hours' AS locked, (SELECT bool_or(enabled) FROM api_keys WHERE user_id = users.id) AS keys
      FROM users WHERE id = $1`,
    [user.id],
  );
  expect(rows).toEqual([{ locked: true, keys: false }]);
  expect((await signInWith(api, user.email, testPassword)).body.access_token).toBeDefined();
  expect(await kindsOf(user)).toEqual(['asked', 'link', 'due', 'approved_link', 'done']);
  const records = await pool.query<{ action: string; actor: string }>(
    `SELECT action, actor FROM audit_records WHERE subject = $1 AND action LIKE 'factor_recovery.%' ORDER BY id`,
    [`user:${user.id}`],
  );
  expect(records.rows).toEqual([
    { action: 'factor_recovery.asked', actor: `user:${user.id}` },
    { action: 'factor_recovery.approved', actor: 'ops:jane' },
    { action: 'factor_recovery.done', actor: 'system' },
  ]);
});

test('the link of the mail stops it, also after the approval, and the next request is taken a day later', async () => {
  const { user } = await loser('link');
  await approved(user);
  const token = await linkOf(user);
  expect(await stop(`${token.slice(0, -10)}${'x'.repeat(10)}`)).toMatchObject({
    status: 422,
    body: { code: 'link_ended' },
  });
  expect(await statusOf(user)).toBe('approved');
  expect((await stop(token)).status).toBe(200);
  expect((await stop(token)).status).toBe(200);
  await waitIsOver(user);
  await finish();
  expect(await statusOf(user)).toBe('stopped');
  expect(await factorsOf(user)).not.toBe(0);
  expect(await kindsOf(user)).toEqual(['asked', 'link', 'due', 'approved_link', 'stopped']);
  expect(await ask(user)).toMatchObject({ status: 429 });
  const { rows } = await pool.query(`SELECT FROM notices WHERE in_app AND payload ? 'token' AND user_id = $1`, [
    user.id,
  ]);
  expect(rows).toEqual([]);
});

test('the link of the mail at the approval stops it too, and no operator is shown its token', async () => {
  const { user } = await loser('second-link');
  await approved(user);
  const token = await linkOf(user, 'factor_recovery_approved_link');
  const requests = await ravi.get('/v2/ops/requests?status=decided');
  expect(JSON.stringify(requests.body)).toContain(user.email);
  expect(JSON.stringify(requests.body)).not.toContain(token);
  expect((await stop(token)).status).toBe(200);
  expect(await statusOf(user)).toBe('stopped');
});

test('a request of an operator is worth nothing once the owner has stopped the recovery', async () => {
  const { user } = await loser('raced');
  await ask(user);
  const request = await approvalAsked(user);
  expect((await stop(await linkOf(user))).status).toBe(200);
  expect(await approveRequest(ravi, request)).toMatchObject({ status: 409, body: { code: 'request_closed' } });
  expect(await statusOf(user)).toBe('stopped');
});

test('of the end of the waiting time and the link at once, one comes first and the other changes nothing', async () => {
  const { user } = await loser('tie');
  await approved(user);
  await waitIsOver(user);
  const [stopped] = await Promise.all([linkOf(user).then(stop), finish()]);
  expect([await statusOf(user), await factorsOf(user)]).toEqual(
    stopped.status === 200 ? ['stopped', expect.any(Number)] : ['done', 0],
  );
  if (stopped.status === 200) expect(await factorsOf(user)).not.toBe(0);
});

test('whatever second factor is shown stops it: at a sign-in, or in a session', async () => {
  const atSignIn = await loser('signed-in');
  await approved(atSignIn.user);
  const given = { ticket: await ticketOf(atSignIn.user), factor: 'totp', code: codeOf(atSignIn.secret) };
  expect((await api.call('POST', '/v2/2fa/validate', { body: given })).status).toBe(200);
  expect(await statusOf(atSignIn.user)).toBe('stopped');

  const inSession = await loser('in-session');
  await ask(inSession.user);
  const change = { password_old: testPassword, password: 'Quiet#Heron77', password_confirmation: 'Quiet#Heron77' };
  const proof = { factor: 'totp', code: codeOf(inSession.secret) };
  await forgetCounts(api);
  expect((await inSession.user.post('/v2/settings/password', { ...change, ...proof })).status).toBe(200);
  expect(await statusOf(inSession.user)).toBe('stopped');
});

test('an operator refuses it alone, also in the waiting time; a frozen account keeps its factors until it is let in', async () => {
  const { user } = await loser('refused');
  await approved(user);
  await pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [user.id]);
  await waitIsOver(user);
  await finish();
  expect(await statusOf(user)).toBe('approved');
  const id = (await recoveriesOf(user))[0]?.id;
  expect(await ravi.post(`/v2/ops/factor-recoveries/${id}/refuse`, { reason })).toMatchObject({
    body: { status: 'done' },
  });
  expect(await ravi.post(`/v2/ops/factor-recoveries/${id}/refuse`, { reason })).toMatchObject({ status: 409 });
  await pool.query(`UPDATE users SET status = 'active' WHERE id = $1`, [user.id]);
  await finish();
  expect(await statusOf(user)).toBe('refused');
  expect(await factorsOf(user)).not.toBe(0);
});

test('it takes the right password, from the address of the sign-in, and the permission', async () => {
  const { user } = await loser('guarded');
  expect(await askBy('a'.repeat(22))).toMatchObject({ body: { code: 'sign_in_ended' } });
  expect(await askBy(await ticketOf(user), '198.51.100.9')).toMatchObject({ body: { code: 'sign_in_ended' } });
  expect(await recoveriesOf(user)).toEqual([]);
  expect((await user.get('/v2/ops/factor-recoveries')).status).toBe(403);
  const clerk = await signUpOperator(api, 'clerk', ['users', 'kyc']);
  expect((await clerk.get('/v2/ops/factor-recoveries')).status).toBe(403);
  expect((await jane.get('/v2/ops/factor-recoveries/999999')).status).toBe(404);
});

test('no operator decides about themselves', async () => {
  await pool.query('INSERT INTO factor_recoveries (user_id) VALUES ($1), ($2)', [jane.id, ravi.id]);
  const [own] = await recoveriesOf(jane);
  for (const decision of ['approve', 'refuse'])
    expect(await jane.post(`/v2/ops/factor-recoveries/${own?.id}/${decision}`, { reason })).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  expect(await approveRequest(ravi, await approvalAsked(ravi))).toMatchObject({ status: 403 });
});
