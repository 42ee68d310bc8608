import { signRequest } from '@pelican/api/src/identity/api-signature.ts';
import { announceAccountChange, createApiKey } from '@pelican/api/src/identity/index.ts';
import { createRequire, withdrawalsUnlocked } from '@pelican/api/src/identity/requirements.ts';
import type { Principal } from '@pelican/api/src/platform/http/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { makeTestOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const order = { pair: 'NOPE_USDT', direction: 'buy', price: '1', amount: '1' };
const setIndex = (user: TestUser) => user.post('/v2/ops/index', { market: 'NOPE_USDT', price: '1' });
const change = (user: TestUser, column: string) =>
  api.parts.pool.query(`UPDATE users SET ${column} WHERE id = $1`, [user.id]);

test('a new operator may act at once, also in a process that remembers the former role', async () => {
  const user = await api.signUp('promoted@test.local');
  expect(await setIndex(user)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  await makeTestOperator(api.parts.pool, user);
  expect(await setIndex(user)).toMatchObject({ status: 422, body: { code: 'unknown_pair' } });
});

test('an operator whose sign-in is half a day old signs in again before acting, and reads on', async () => {
  const user = await api.signUp('yesterday@test.local');
  await makeTestOperator(api.parts.pool, user);
  await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '13 hours' WHERE user_id = $1`, [
    user.id,
  ]);
  expect(await setIndex(user)).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
  expect(await user.get('/v2/settings/general')).toMatchObject({ status: 200 });
  expect(await setIndex(await api.signIn(user.email, user.id))).toMatchObject({ body: { code: 'unknown_pair' } });
});

test('a refusal of a blocked account says that it is blocked', async () => {
  const user = await api.signUp('shut-out@test.local', { kycApproved: false });
  expect(await user.post('/v2/order', order)).toMatchObject({ body: { code: 'kyc_required' } });
  await change(user, `status = 'blocked'`);
  expect(await user.post('/v2/order', order)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
});

test('no order of an account from a restricted country, by sign-up or by KYC, and cancels go on', async () => {
  const user = await api.signUp('abroad@test.local');
  const barred = {
    status: 403,
    body: { code: 'region_barred', errors: { message: ["Sorry, but your region can't participate"] } },
  };
  for (const column of ['country', 'kyc_country']) {
    await change(user, `${column} = 'US'`);
    await announceAccountChange(api.parts.redis, { kind: 'user', userId: user.id, reason: 'kyc_approved' });
    await until('the country is known', async () => (await user.post('/v2/order', order)).status === 403, 20_000);
    expect(await user.post('/v2/order', order)).toMatchObject(barred);
    expect(await user.delete('/v2/order/1')).not.toMatchObject(barred);
    await change(user, `${column} = 'IN'`);
    expect(await user.post('/v2/order', order)).toMatchObject({ body: { code: 'unknown_pair' } });
  }
});

test('KYC and the quiz are demanded in this order before a perpetual order', async () => {
  const user = await api.signUp('perpetual@test.local', { kycApproved: false });
  const place = () =>
    user.post('/v3/order', {
      market: 'NOPE_USDT',
      side: 'buy',
      position: 'long',
      mode: 'cross',
      type: 'limit',
      px: '1',
      sz: '1',
    });
  expect(await place()).toMatchObject({ body: { code: 'kyc_required' } });
  await change(user, `kyc_status = 'approved'`);
  expect(await place()).toMatchObject({ body: { code: 'quiz_required' } });
  await change(user, 'futures_quiz_passed_at = now()');
  expect(await place()).toMatchObject({ body: { code: 'unknown_pair' } });
});

test('who may open no position any more may still close one', async () => {
  const user = await api.signUp('barred@test.local', { kycApproved: false });
  const order = { market: 'NOPE_USDT', position: 'long', mode: 'cross', type: 'limit', px: '1', sz: '1' };
  expect(await user.post('/v3/order', { ...order, side: 'buy' })).toMatchObject({ body: { code: 'kyc_required' } });
  expect(await user.post('/v3/order', { ...order, side: 'sell' })).toMatchObject({ body: { code: 'unknown_pair' } });
});

test('a key of an operator is no session, and has its own scopes only', async () => {
  const user = await api.signUp('keyed@test.local');
  await makeTestOperator(api.parts.pool, user);
  const { pool } = api.parts;
  const options = { userId: user.id, label: 'bot', scopes: ['read' as const], allowedIps: [] };
  const { key, secret } = await createApiKey(pool, options, api.config.apiKeyEncryptionKeys);
  for (const [path, content] of [
    ['/v2/ops/index', { market: 'NOPE_USDT', price: '1' }],
    ['/v2/order', order],
  ] as const) {
    const body = JSON.stringify(content);
    const timestampMs = Date.now();
    const headers = {
      'x-api-key': key,
      'x-api-timestamp': String(timestampMs),
      'x-api-signature': signRequest(secret, { timestampMs, method: 'POST', path, body }),
    };
    const answer = await api.call('POST', path, { body, headers });
    expect(answer).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  }
});

test('nothing is withdrawn while withdrawals are locked, also in a process that remembers other times', async () => {
  const user = await api.signUp('locked@test.local');
  const stale: number[] = [];
  const require = createRequire({
    pool: api.parts.pool,
    kycRequired: { trade: false, exchange: false, deposit: false, withdraw: false },
    restrictedCountries: [],
    onStale: (userId) => stale.push(userId),
  });
  const remembered = (withdrawalsLockedUntilMs: number) =>
    ({ userId: user.id, scopes: new Set(['withdraw']), withdrawalsLockedUntilMs }) as unknown as Principal;
  await change(user, `withdrawals_locked_until = now() + interval '1 hour'`);
  const locked = remembered(Date.now() + 3_600_000);
  await expect(require(locked, withdrawalsUnlocked)).rejects.toMatchObject({
    code: 'withdrawals_locked',
    details: { retryAfterMs: expect.closeTo(3_600_000, -5) },
  });
  const refusal = () => require(locked, withdrawalsUnlocked).catch((error: Error) => error.message);
  expect(await refusal()).toMatch(/changed how you sign in/);
  await change(user, `password_changed_at = now() + interval '1 hour'`);
  expect(await refusal()).toMatch(/changed password in last 2 days/);
  await change(user, `withdrawals_locked_until = now() - interval '1 s'`);
  expect((await require(locked, withdrawalsUnlocked)).withdrawalsLockedUntilMs).toBeLessThan(Date.now());
  expect(stale).toEqual([user.id]);
  await expect(require(remembered(0), withdrawalsUnlocked)).resolves.toBeDefined();
});
