/** The steps of a sign-in: what a ticket is good for, devices that are new, how many guesses there are, and operators. */

import { hashPassword } from '@pelican/api/src/identity/index.ts';
import { createLoginAttempts } from '@pelican/api/src/modules/auth/attempts.ts';
import { writeDeployment } from '@pelican/prisma/write-deployment.ts';
import { DomainError } from '@pelican/shared/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { makeTestOperator } from '../../support/operators.ts';
import { codeOf, enableTotp, forgetCounts, sentCode, signInWith, wrongCodeOf } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const ended = { status: 403, body: { code: 'sign_in_ended' } };
const wrongFactor = { status: 422, body: { code: 'factor_wrong' } };
const signedIn = { status: 200, body: { access_token: expect.any(String) } };

/** What it is not becomes it never again. */
const notADemo = () => writeDeployment(api.databaseUrl, { twoPersons: false, production: false, isDemo: false });

const begin = async ({ email }: { email: string }, ip = '10.1.0.1') =>
  (await signInWith(api, email, testPassword, { ip })).body;
const answer = (ticket: string, code: string, ip = '10.1.0.1', factor = 'totp') =>
  api.call('POST', '/v2/2fa/validate', { body: { ticket, factor, code }, ip });

async function protectedUser(email: string): Promise<{ user: TestUser; secret: string }> {
  const user = await api.signUp(email);
  return { user, secret: (await enableTotp(api, user)).secret };
}

describe('a ticket', () => {
  test('is of one account and one address', async () => {
    const [own, other] = [await protectedUser('own@test.local'), await protectedUser('other@test.local')];
    const { ticket } = await begin(own.user);
    expect(await answer(ticket, codeOf(other.secret))).toMatchObject(wrongFactor);
    expect(await answer(ticket, codeOf(own.secret), '10.1.0.2')).toMatchObject(ended);
    expect(await answer('A'.repeat(22), codeOf(own.secret))).toMatchObject(ended);
    expect(await answer(ticket, codeOf(own.secret))).toMatchObject(signedIn);
    expect(await answer(ticket, codeOf(own.secret, 1))).toMatchObject(ended);
  });

  test('takes five answers, and then not the right one', async () => {
    const { user, secret } = await protectedUser('five@test.local');
    const { ticket } = await begin(user);
    const wrong = wrongCodeOf(secret);
    const guesses = await Promise.all(Array.from({ length: 5 }, () => answer(ticket, wrong)));
    expect(guesses.map(({ status }) => status)).toEqual(Array(5).fill(422));
    await forgetCounts(api);
    expect(await answer(ticket, codeOf(secret))).toMatchObject(ended);
    const { rows } = await api.parts.pool.query(
      `SELECT kind FROM notices WHERE user_id = $1 AND kind = 'second_step_failed'`,
      [user.id],
    );
    expect(rows).toHaveLength(1);
    expect(await answer((await begin(user)).ticket, codeOf(secret))).toMatchObject(signedIn);
  });

  test('ends with a change of the password, with a block, and after ten minutes', async () => {
    const { pool, redis } = api.parts;
    const { user, secret } = await protectedUser('changed@test.local');
    const before = await begin(user);
    const hash = await hashPassword(testPassword);
    await pool.query('UPDATE users SET password_hash = $2, password_changed_at = now() WHERE id = $1', [user.id, hash]);
    expect(await answer(before.ticket, codeOf(secret))).toMatchObject(ended);

    const late = await begin(user);
    for (const key of await redis.keys(`sign-in:${late.ticket}*`)) {
      expect(await redis.ttl(key)).toBeGreaterThan(0);
      expect(await redis.ttl(key)).toBeLessThanOrEqual(600);
      await redis.expire(key, 0);
    }
    expect(await answer(late.ticket, codeOf(secret))).toMatchObject(ended);

    const { ticket } = await begin(user);
    await pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [user.id]);
    expect(await answer(ticket, codeOf(secret))).toMatchObject({ status: 403, body: { code: 'account_blocked' } });
    expect(await begin(user)).toMatchObject({ code: 'account_blocked' });
  });

  test('of a new device is none for a second factor, nor the other way', async () => {
    const { user, secret } = await protectedUser('mixed@test.local');
    const { ticket } = await begin(user);
    const body = { ticket, code: codeOf(secret) };
    expect(await api.call('POST', '/v2/login/device_verification', { body, ip: '10.1.0.1' })).toMatchObject(ended);
  });
});

describe('a device that is new to an account with a verified mailbox', () => {
  async function verifiedUser(email: string): Promise<TestUser> {
    const user = await api.signUp(email);
    await api.parts.pool.query('UPDATE users SET email_verified_at = now() WHERE id = $1', [user.id]);
    return user;
  }
  const verify = (ticket: string, code: string, ip: string) =>
    api.call('POST', '/v2/login/device_verification', { body: { ticket, code }, ip });

  test('is verified by the code that is mailed, once', async () => {
    const user = await verifiedUser('device@test.local');
    const ip = '198.51.100.7';
    const step = await begin(user, ip);
    expect(step).toMatchObject({ status: 'device_verification', to: 'd***e@test.local' });
    const { ticket } = step;
    const code = await sentCode(api, user.email);
    const wrong = code === '000000' ? '111111' : '000000';
    expect(await verify(ticket, wrong, ip)).toMatchObject(wrongFactor);
    expect(await verify(ticket, code, '198.51.100.8')).toMatchObject(ended);
    const done = await verify(ticket, code, ip);
    expect(done).toMatchObject(signedIn);
    expect(await verify(ticket, code, ip)).toMatchObject(ended);
    const { rows } = await api.parts.pool.query(
      'SELECT methods FROM sessions WHERE user_id = $1 ORDER BY created_at DESC LIMIT 1',
      [user.id],
    );
    expect(rows).toEqual([{ methods: ['pwd', 'mca'] }]);
    expect(await begin(user, ip), 'the address is known').toMatchObject({ access_token: expect.any(String) });
    const cookie = [done.headers['set-cookie']]
      .flat()
      .map(String)
      .find((one) => one.startsWith('pelican_device='));
    const known = await signInWith(api, user.email, testPassword, {
      ip: '203.0.113.5',
      headers: { cookie: String(cookie).split(';')[0] as string },
    });
    expect(known, 'the browser is known').toMatchObject(signedIn);
  });

  test('gets another code after a minute, and the one under way counts for a sign-in that was begun anew', async () => {
    const user = await verifiedUser('resend@test.local');
    const ip = '198.51.100.9';
    const first = await begin(user, ip);
    const again = await begin(user, ip);
    expect(again.ticket).toBe(first.ticket);
    expect(again.retry_after).toBeLessThanOrEqual(60);
    const resend = () => api.call('POST', '/v2/resendDeviceCode', { body: { ticket: first.ticket }, ip });
    expect(await resend()).toMatchObject({ status: 429, headers: { 'retry-after': expect.anything() } });
    const before = await sentCode(api, user.email);
    await forgetCounts(api);
    expect(await resend()).toMatchObject({ status: 200, body: { to: 'r***d@test.local', retry_after: 60 } });
    const code = await sentCode(api, user.email);
    if (before !== code) expect(await verify(first.ticket, before, ip)).toMatchObject(wrongFactor);
    expect(await verify(first.ticket, code, ip)).toMatchObject(signedIn);
  });

  test('needs none where the first sign-in is made, the mailbox is nobody’s yet, or a demo’s people sign in', async () => {
    const unverified = await api.signUp('unverified@test.local');
    expect(await begin(unverified, '198.51.100.11')).toMatchObject({ access_token: expect.any(String) });
    const { pool } = api.parts;
    await pool.query(
      `INSERT INTO users (email, password_hash, nickname, email_verified_at) VALUES ('first@test.local', $1, 'first', now())`,
      [await hashPassword(testPassword)],
    );
    expect(await begin({ email: 'first@test.local' }, '198.51.100.12')).toMatchObject({
      access_token: expect.any(String),
    });
    const demo = await verifiedUser('alice@demo.local');
    expect(await begin(demo, '198.51.100.13')).toMatchObject({ access_token: expect.any(String) });
    await notADemo();
    expect(await begin(demo, '198.51.100.14')).toMatchObject({ status: 'device_verification' });
  });
});

describe('a million guesses at a second factor', () => {
  /** Virtual days: each wait is taken out of Redis and added to the clock, as if it had been waited for. */
  async function guessFor(days: number, attempt: { email: string; sessionId?: string; deviceId?: string }) {
    const { redis } = api.parts;
    const attempts = createLoginAttempts(redis);
    let guesses = 0;
    let waitedMs = 0;
    for (let address = 0; waitedMs < days * 86_400_000; address++) {
      const ip = `10.${100 + (address >> 16)}.${(address >> 8) & 255}.${address & 255}`;
      const guess = { deviceId: undefined, sessionId: undefined, ...attempt, ip, of: 'factor' as const };
      const refusal = await attempts.reserve(guess).then(
        async (reservation) => reservation.failed(),
        (error: unknown) => error as DomainError,
      );
      if (refusal instanceof DomainError) {
        waitedMs += Number(refusal.details.retryAfterMs);
        await redis.del(await redis.keys('login-attempts:factor:*:wait'));
      } else guesses++;
    }
    return guesses;
  }

  test.each([
    ['from any number of addresses, by somebody who knows the password', {}],
    ['on a device of the owner’s', { deviceId: 'laptop' }],
    ['in a session', { sessionId: 'f3' }],
  ])('%s, would take over fifty years', async (name, who) => {
    const days = 30;
    const guesses = await guessFor(days, { email: `million-${name.length}@test.local`, ...who });
    expect(guesses).toBeGreaterThanOrEqual(10);
    expect(guesses).toBeLessThan(50 + days * 25);
    expect(1_000_000 / (guesses / days) / 365).toBeGreaterThan(50);
  });

  test('by a stranger leave the owner’s device free, and a right password clears none of them', async () => {
    const { user, secret } = await protectedUser('victim@test.local');
    const known = await signInWith(api, user.email, testPassword, { ip: '10.2.0.1' });
    const done = await answer(known.body.ticket, codeOf(secret), '10.2.0.1');
    const cookie = [done.headers['set-cookie']]
      .flat()
      .map(String)
      .find((one) => one.startsWith('pelican_device='));
    const device = { cookie: String(cookie).split(';')[0] as string };

    let refused = 0;
    for (let address = 1; address <= 12; address++) {
      const ip = `10.3.0.${address}`;
      const { ticket } = await begin(user, ip);
      const { status } = await answer(ticket, wrongCodeOf(secret), ip);
      if (status === 429) refused++;
    }
    expect(refused).toBeGreaterThan(0);
    // The wait is a second, which a busy machine may take until the next call: a longer one in its place.
    for (const key of await api.parts.redis.keys('login-attempts:factor:*:count')) {
      if (Number(await api.parts.redis.get(key)) >= 10)
        await api.parts.redis.set(key.replace(/count$/, 'wait'), 'x', 'EX', 60);
    }
    const stranger = await begin(user, '10.3.1.1');
    expect(await answer(stranger.ticket, codeOf(secret, 1), '10.3.1.1')).toMatchObject({ status: 429 });
    const own = await signInWith(api, user.email, testPassword, { ip: '10.2.0.1', headers: device });
    expect(await answer(own.body.ticket, codeOf(secret, 1), '10.2.0.1')).toMatchObject(signedIn);
  });
});

describe('an operator outside a demo', () => {
  const call = (user: TestUser) => user.post('/v2/ops/index', { market: 'NOPE_USDT', price: '1', reason: 'test' });
  /** An index is set in a demo alone. */
  const letIn = { status: 422, body: { code: 'invalid_argument' } };

  test('without a second factor is told to enable one, and is let in once it is', async () => {
    await notADemo();
    const user = await api.signUp('operator@test.local');
    await makeTestOperator(api.parts.pool, user);
    await api.parts.pool.query('DELETE FROM second_factors WHERE user_id = $1', [user.id]);
    await api.parts.pool.query(`UPDATE sessions SET methods = '{pwd}' WHERE user_id = $1`, [user.id]);
    expect(await call(user)).toMatchObject({ status: 403, body: { code: 'operator_two_factor' } });
    const { secret } = await enableTotp(api, user);
    expect(await call(user)).toMatchObject(letIn);

    const { ticket } = await begin(user, '127.0.0.1');
    const done = await answer(ticket, codeOf(secret), '127.0.0.1');
    const headers = { authorization: `Bearer ${String(done.body.access_token)}` };
    expect(
      await api.call('POST', '/v2/ops/index', { body: { market: 'NOPE_USDT', price: '1', reason: 'test' }, headers }),
    ).toMatchObject(letIn);
  });

  test('has no factor in codes by mail: they open no console, answer for no app, and are not turned on', async () => {
    await notADemo();
    const user = await api.signUp('mailbox@test.local');
    await makeTestOperator(api.parts.pool, user);
    const { pool } = api.parts;
    await pool.query('DELETE FROM second_factors WHERE user_id = $1', [user.id]);
    const mailed = `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'email_code', now())`;
    await pool.query(mailed, [user.id]);
    expect(await call(user)).toMatchObject({ status: 403, body: { code: 'operator_two_factor' } });

    await enableTotp(api, user);
    expect(await begin(user)).toMatchObject({ status: 'two_factor', factors: ['totp', 'recovery_code'] });
    await pool.query(`DELETE FROM second_factors WHERE user_id = $1 AND method = 'email_code'`, [user.id]);
    const wanted = { enable: true, method: 'email_code', code: '123456' };
    expect(await user.post('/v2/settings/2fa/toggle', wanted)).toMatchObject({
      status: 422,
      body: { code: 'invalid_argument', errors: { method: ['Current value is not supported'] } },
    });
  });

  test('in a session that was opened by the password alone answers a challenge by the second factor', async () => {
    await notADemo();
    const { user, secret } = await protectedUser('half@test.local');
    await makeTestOperator(api.parts.pool, user);
    await api.parts.pool.query(`UPDATE sessions SET methods = '{pwd}' WHERE user_id = $1`, [user.id]);
    await api.parts.redis.publish('account-changes', JSON.stringify({ kind: 'user', userId: user.id, reason: 'test' }));
    await expect.poll(async () => (await call(user)).body.code).toBe('sign_in_again');
    const refusal = await user.post<{ challenge: { id: string; factors: string[] } }>('/v2/ops/index', {
      market: 'NOPE_USDT',
      price: '1',
      reason: 'test',
    });
    expect(refusal.body.challenge.factors).toEqual(['totp', 'recovery_code']);
    const { id } = refusal.body.challenge;
    await user.post('/v2/auth/challenge', { id, factor: 'totp', answer: codeOf(secret) });
    expect(
      await user.post(
        '/v2/ops/index',
        { market: 'NOPE_USDT', price: '1', reason: 'test' },
        { headers: { 'x-step-up': id } },
      ),
    ).toMatchObject(letIn);
  });
});

test('while Redis does not answer nobody is signed in by a second factor, and no code is used up', async () => {
  const { user, secret } = await protectedUser('redis-away@test.local');
  const { ticket } = await begin(user);
  await api.parts.redis.client('PAUSE', 4_000, 'ALL');
  const away = { status: 503, body: { code: 'service_unavailable' } };
  expect(await Promise.all([answer(ticket, codeOf(secret)), signInWith(api, user.email, testPassword)])).toMatchObject([
    away,
    away,
  ]);
  await expect.poll(() => answer(ticket, codeOf(secret)), { timeout: 20_000 }).toMatchObject(signedIn);
});
