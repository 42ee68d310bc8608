/** Decisions of operators over HTTP: refused without the permission, asked for where two decide, done once. */
import { postEntry } from '@pelican/api/src/ledger/index.ts';
import { promotionsAccount, signUpBonusAccount } from '@pelican/api/src/modules/promotions/accounts.ts';
import { fillPromotions } from '@pelican/api/src/modules/promotions/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { permissions } from '@pelican/shared/contracts/operations';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type Asked,
  approveRequest,
  choosePassword,
  demandTwoPersons,
  signUpOperator,
} from '../../support/operators.ts';
import { enableTotp } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
let customer: TestUser;
let [jane, ravi, mara, clerk]: TestUser[] = [];

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  customer = await api.signUp('customer@test.local');
  [jane, ravi, mara] = await Promise.all(['jane', 'ravi', 'mara'].map((name) => signUpOperator(api, name)));
  clerk = await signUpOperator(api, 'clerk', ['users']);
});
afterAll(() => api.close());
beforeEach(() => api.parts.pool.query(`UPDATE users SET status = 'active', suspended_until = NULL`));

const reason = 'test';
const statusOf = async ({ id }: TestUser) =>
  (await api.parts.pool.query<{ status: string }>('SELECT status FROM users WHERE id = $1', [id])).rows[0]?.status;

/** Asks for a credit-like action of two persons: letting the customer in again. */
async function unfreezeAsked(by: TestUser | undefined): Promise<Asked['request']> {
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [customer.id]);
  const { status, body } = await (by as TestUser).post<Asked>(`/v2/ops/users/${customer.id}/unfreeze`, { reason });
  expect([status, body.status]).toEqual([202, 'requested']);
  return body.request;
}

/** A bonus as the job grants it, out of a budget of 1 BTC. */
async function grantBonus({ id: userId }: TestUser): Promise<{ assetId: number }> {
  const { pool } = api.parts;
  const { rows } = await pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker = 'BTC'`);
  const assetId = Number(rows[0]?.id);
  await inTransaction(pool, async (tx) => {
    await fillPromotions(tx, { assetId, amount: '1', reference: 'bonus' });
    await tx.query(
      `INSERT INTO sign_up_bonuses (user_id, state, asset_id, amount, inr, granted_at, expires_at)
        VALUES ($1, 'granted', $2, 0.0001, 200, now(), now() + interval '14 days')`,
      [userId, assetId],
    );
    await postEntry(tx, {
      kind: 'sign_up_bonus_granted',
      reference: `sign-up-bonus:${userId}`,
      idempotencyKey: `sign-up-bonus:${userId}:grant`,
      legs: [
        { account: promotionsAccount(assetId), amount: '-0.0001' },
        { account: signUpBonusAccount({ userId, assetId }), amount: '0.0001' },
      ],
    });
  });
  return { assetId };
}

test('each call is refused without its permission, to customers and without a session', async () => {
  const id = customer.id;
  const gets = ['users?search=a', `users/${id}`, `users/${id}/timeline`, 'operators', 'jobs', 'messages', 'records'];
  const readable = ['users?search=a', `users/${id}`, `users/${id}/timeline`];
  for (const path of [...gets, 'requests', 'me', 'queues']) {
    expect((await api.call('GET', `/v2/ops/${path}`)).status, path).toBe(401);
    expect((await customer.get(`/v2/ops/${path}`)).status, path).toBe(403);
  }
  for (const path of gets)
    expect((await clerk?.get(`/v2/ops/${path}`))?.status, path).toBe(readable.includes(path) ? 200 : 403);
  const posts: [string, object][] = [
    ...['freeze', 'unfreeze', 'suspend', 'reset-password'].map((name): [string, object] => [
      `users/${id}/${name}`,
      { reason },
    ]),
    [`users/${id}/revoke-bonus`, { reason }],
    [`users/${id}/revoke-api-key`, { key: 'a', reason }],
    ['records/exports', {}],
    ['operators', { email: 'new@test.local', name: 'new', permissions: [], reason }],
    ['operators/permissions', { email: 'clerk@test.local', permissions: [...permissions], reason }],
    ['jobs/1/repeat', { reason }],
    ['jobs/1/drop', { reason }],
    ['messages/repeat', { which: 'all', reason }],
    ['messages/drop', { which: 'all', reason }],
  ];
  for (const [path, body] of posts)
    expect(await clerk?.post(`/v2/ops/${path}`, body), path).toMatchObject({
      status: 403,
      body: { code: 'forbidden' },
    });
  expect(await statusOf(customer)).toBe('active');
});

test('one operator freezes a user at once; letting in again takes another one, and is done once', async () => {
  const frozen = await jane?.post(`/v2/ops/users/${customer.id}/freeze`, { reason: 'card reported stolen' });
  expect(frozen).toMatchObject({ status: 200, body: { status: 'done' } });
  expect(await statusOf(customer)).toBe('blocked');
  const login = { body: { email: customer.email, password: testPassword } };
  expect((await api.call('POST', '/v2/login', login)).status).not.toBe(200);

  const request = await unfreezeAsked(jane);
  expect(await statusOf(customer)).toBe('blocked');
  expect(await approveRequest(jane, request)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  const wrong = { ...request, hash: request.hash.replace(/^./, (first) => (first === '0' ? '1' : '0')) };
  expect(await approveRequest(ravi, wrong)).toMatchObject({ status: 409, body: { code: 'request_closed' } });
  expect(await statusOf(customer)).toBe('blocked');
  const answers = await Promise.all([
    approveRequest(ravi, request),
    approveRequest(mara, request),
    approveRequest(ravi, request),
  ]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409]);
  expect(await statusOf(customer)).toBe('active');
  const { rows } = await api.parts.pool.query(
    `SELECT details ->> 'reason' AS reason FROM audit_records WHERE action = 'request.done' AND subject = $1`,
    [`request:${request.id}`],
  );
  expect(rows).toEqual([{ reason: 'looked at it' }]);
});

test('a request is hidden from operators who could not approve it, and withdrawn by its maker', async () => {
  const request = await unfreezeAsked(jane);
  const path = `/v2/ops/requests/${request.id}`;
  expect((await clerk?.get(path))?.status).toBe(404);
  expect((await clerk?.post(`${path}/reject`, { reason }))?.status).toBe(404);
  expect(await ravi?.get(path)).toMatchObject({
    status: 200,
    body: { mine: false, maker: 'jane', payload: { email: customer.email }, status: 'pending' },
  });
  expect(await jane?.post(`${path}/reject`, { reason })).toMatchObject({ status: 200 });
  expect(await approveRequest(ravi, request)).toMatchObject({ status: 409 });
});

test('no answer has a password: it ends at the approval, and its owner chooses the next one by mail', async () => {
  const asked = await jane?.post<Asked>(`/v2/ops/users/${customer.id}/reset-password`, { reason });
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested' } });
  const login = (password: string) => api.call('POST', '/v2/login', { body: { email: customer.email, password } });
  expect((await login(testPassword)).status).toBe(200);
  const approved = await approveRequest(ravi, asked?.body.request as Asked['request']);
  expect(approved).toMatchObject({ status: 200 });
  expect(JSON.stringify([asked?.body, approved.body])).not.toMatch(/"password"/);
  expect((await login(testPassword)).status).toBe(401);
  await choosePassword(api, customer.email, 'Quiet#Heron77');
  expect((await login('Quiet#Heron77')).status).toBe(200);
});

test('a sign-up bonus that waits is taken back by two, and its user is told', async () => {
  const user = await api.signUp('bonus@test.local', { kycApproved: false });
  const { pool } = api.parts;
  const { assetId } = await grantBonus(user);
  const path = `/v2/ops/users/${user.id}`;
  const shown = await jane?.get<{ sign_up_bonus: unknown }>(path);
  expect(shown?.body.sign_up_bonus).toMatchObject({ asset: 'BTC', amount: '0.0001', expires: expect.any(Number) });
  const asked = await jane?.post<Asked>(`${path}/revoke-bonus`, { reason });
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested' } });
  const stateOf = async () =>
    (await pool.query<{ state: string }>('SELECT state FROM sign_up_bonuses WHERE user_id = $1', [user.id])).rows[0]
      ?.state;
  expect(await stateOf()).toBe('granted');
  expect((await approveRequest(ravi, asked?.body.request as Asked['request'])).status).toBe(200);
  expect(await stateOf()).toBe('revoked');
  expect((await jane?.get<{ sign_up_bonus: unknown }>(path))?.body.sign_up_bonus).toBeNull();
  const { rows } = await pool.query<{ balance: string }>(
    `SELECT trim_scale(balance)::text AS balance FROM ledger_accounts WHERE kind = 'promotions' AND asset_id = $1`,
    [assetId],
  );
  expect(rows).toEqual([{ balance: '1' }]);
  const told = await pool.query('SELECT kind FROM notices WHERE user_id = $1', [user.id]);
  expect(told.rows).toContainEqual({ kind: 'sign_up_bonus_revoked' });
  expect((await jane?.post(`${path}/revoke-bonus`, { reason }))?.status).toBe(404);
});

test('where one decides the same calls are done at once', async () => {
  await api.parts.pool.query('UPDATE deployment SET two_persons = false');
  try {
    await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [customer.id]);
    const answer = await jane?.post(`/v2/ops/users/${customer.id}/unfreeze`, { reason });
    expect(answer).toMatchObject({ status: 200, body: { status: 'done' } });
    expect(await statusOf(customer)).toBe('active');
  } finally {
    await demandTwoPersons(api.databaseUrl, { isDemo: true });
  }
});

test('an API key is no operator, and a reason is one line of text', async () => {
  const bad = ['', 'two\nlines', 'hid\u202eden', 'x'.repeat(501)];
  for (const text of bad)
    expect((await jane?.post(`/v2/ops/users/${customer.id}/freeze`, { reason: text }))?.status, text).toBe(422);
  const key = { 'x-api-key': 'a', 'x-api-timestamp': '1', 'x-api-signature': 'b' };
  expect((await api.call('GET', '/v2/ops/me', { headers: key })).status).toBeGreaterThanOrEqual(401);
  expect(await statusOf(customer)).toBe('active');
  expect((await jane?.post('/v2/ops/users/999999/freeze', { reason }))?.status).toBe(404);
});

test('an e-mail is the one that accounts have, however it is typed', async () => {
  const known = await api.signUp('known@test.local');
  await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [known.id]);
  const typed = 'Known@TEST.local';
  const asked = await jane?.post<Asked>('/v2/ops/operators', {
    email: typed,
    name: 'known',
    permissions: ['records'],
    reason,
  });
  expect(asked?.status).toBe(202);
  expect((await approveRequest(ravi, asked?.body.request as Asked['request'])).status).toBe(200);
  const { rows } = await api.parts.pool.query(
    `SELECT id::int, operator_name FROM users WHERE lower(email) = 'known@test.local'`,
  );
  expect(rows).toEqual([{ id: known.id, operator_name: 'known' }]);
  const rights = { email: typed, permissions: ['users'], reason };
  expect((await jane?.post('/v2/ops/operators/permissions', rights))?.status).toBe(202);
  await expect(
    api.parts.pool.query(`INSERT INTO users (email, password_hash, nickname) VALUES ('Known@test.local', '', '')`),
  ).rejects.toMatchObject({ code: '23514', constraint: 'users_email_check' });
});

test('who asks for an operator, and who approves, gets no way to act as the new one', async () => {
  const wanted = { email: 'new@test.local', name: 'newcomer', permissions: [...permissions], reason };
  const asked = await jane?.post<Asked>('/v2/ops/operators', wanted);
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested' } });
  expect(asked?.body).not.toHaveProperty('password');
  expect(await approveRequest(ravi, asked?.body.request as Asked['request'])).toMatchObject({ status: 200 });
  const { rows } = await api.parts.pool.query<{ kind: string; payload: object }>(
    'SELECT kind, payload FROM notices WHERE user_id = (SELECT id FROM users WHERE email = $1)',
    [wanted.email],
  );
  expect(rows).toEqual([{ kind: 'operator_made', payload: { name: 'newcomer' } }]);
  await choosePassword(api, wanted.email, testPassword);
  const { rows: accounts } = await api.parts.pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [
    wanted.email,
  ]);
  const newcomer = await api.signIn(wanted.email, Number(accounts[0]?.id));
  // Outside a demo, which it is no more from here on, nothing of the console answers before a second factor is there.
  await demandTwoPersons(api.databaseUrl);
  expect(await newcomer.get('/v2/ops/me')).toMatchObject({ status: 403, body: { code: 'operator_two_factor' } });
  await enableTotp(api, newcomer);
  expect(await newcomer.get('/v2/ops/me')).toMatchObject({ status: 200, body: { name: 'newcomer' } });
});
