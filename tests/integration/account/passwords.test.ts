/** Recovery and change of passwords: what they need, what ends, and what nobody learns. */
import { createTokens } from '@pelican/api/src/identity/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyEmail } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1' });
});
afterAll(() => api.close());

const newPassword = 'Another#Bird77';
const sameTwice = (password: string) => ({ password, password_confirmation: password });

const mailsTo = async (email: string) =>
  (
    await api.call<{ result: { text: string; subject: string }[] }>('GET', `/dev/mailbox?to=${email}`)
  ).body.result.filter(({ subject }) => subject === 'Choose a new password');

/** Asks for the mail and waits for it. */
async function recover(email: string): Promise<{ token: string; code: string; request: string }> {
  const before = (await mailsTo(email)).length;
  const asked = await api.call<{ request: string }>('POST', '/v2/password/email', { body: { email } });
  expect(asked).toMatchObject({ status: 200, body: { status: 'success', request: expect.any(String) } });
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(before + 1);
  const [mail] = await mailsTo(email);
  const token = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] as string;
  const code = /code is (\w{8})\./.exec(mail?.text ?? '')?.[1] as string;
  return { token, code, request: asked.body.request };
}

const reset = (token: string, password: string, change: object = {}) =>
  api.call<{ withdrawalsLockedUntil: number; code: string }>('POST', '/v2/password/reset', {
    body: { token, ...sameTwice(password), ...change },
  });
const verify = (email: string, request: string, code: string) =>
  api.call<{ token: string; factors: string[] }>('POST', '/v2/password/forgot_password_verify', {
    body: { email, request, code },
  });
const login = (email: string, password: string) => api.call('POST', '/v2/login', { body: { email, password } });
const change = (user: TestUser, password_old: string, password: string) =>
  user.post<{ code: string; errors: Record<string, string[]> }>('/v2/settings/password', {
    password_old,
    ...sameTwice(password),
  });
const wrongFor = (code: string) => (code === 'AAAAAAAA' ? 'BBBBBBBB' : 'AAAAAAAA');

describe('recovery', () => {
  test('by the link: once, all sessions end, and withdrawals are held back for two days', async () => {
    const user = await api.signUp('link@recovery.test');
    const { token } = await recover(user.email);
    const answer = await reset(token, newPassword);
    expect(answer.status).toBe(200);
    expect(answer.body.withdrawalsLockedUntil).toBeCloseTo(Date.now() / 1000 + 48 * 3600, -2);
    await expect.poll(async () => (await user.get('/v2/settings/general')).status).toBe(401);
    expect((await login(user.email, testPassword)).status).toBe(401);
    expect((await login(user.email, newPassword)).status).toBe(200);
    expect(await reset(token, 'Third#Bird778')).toMatchObject({ status: 422, body: { code: 'link_ended' } });
    const { rows } = await api.parts.pool.query('SELECT payload::text FROM notices WHERE user_id = $1', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test('by the code of the mail, which is used up, and an older link ends with the new password', async () => {
    const user = await api.signUp('code@recovery.test');
    const older = await recover(user.email);
    const { code, request } = await recover(user.email);
    expect((await verify(user.email, request, older.code)).status).toBe(422);
    const { body } = await verify(user.email, request, ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`);
    expect(body.factors).toEqual([]);
    expect((await verify(user.email, request, code)).status).toBe(422);
    expect((await reset(body.token, newPassword)).status).toBe(200);
    expect((await reset(older.token, 'Third#Bird778')).body.code).toBe('link_ended');
  });

  test('of two that use the link at once one has it', async () => {
    const user = await api.signUp('twice@recovery.test');
    const { token } = await recover(user.email);
    const passwords = ['First#Finch771', 'Second#Finch772', 'Third#Finch773'];
    const answers = await Promise.all(passwords.map((password) => reset(token, password)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { rows } = await api.parts.pool.query('SELECT FROM password_history WHERE user_id = $1', [user.id]);
    expect(rows).toHaveLength(1);
  });

  test('an e-mail that nobody has is answered alike, and nothing is written', async () => {
    const known = await api.signUp('known@recovery.test');
    const ask = (email: string) => api.call<{ request: string }>('POST', '/v2/password/email', { body: { email } });
    const [one, other] = await Promise.all([ask(known.email), ask('nobody@recovery.test')]);
    for (const { status, body } of [one, other]) {
      expect(status).toBe(200);
      expect(body).toEqual({ status: 'success', request: expect.stringMatching(/^[\w-]{22}$/) });
    }
    const wrong = await verify('nobody@recovery.test', other.body.request, 'ABCD2345');
    await expect.poll(async () => (await mailsTo(known.email)).length, { timeout: 30_000 }).toBe(1);
    const code = /code is (\w{8})\./.exec((await mailsTo(known.email))[0]?.text ?? '')?.[1] as string;
    expect((await verify(known.email, one.body.request, wrongFor(code))).body).toEqual(wrong.body);
    expect(await mailsTo('nobody@recovery.test')).toEqual([]);
  });

  test('asking, and a wrong code, are answered before anything of an account is read: no time tells whether it exists', async () => {
    const known = await api.signUp('timed@recovery.test');
    const client = await api.parts.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
      for (const email of [known.email, 'nobody-timed@recovery.test']) {
        const asked = await api.call<{ request: string }>('POST', '/v2/password/email', { body: { email } });
        expect(asked.status, email).toBe(200);
        expect((await verify(email, asked.body.request, 'ABCD2345')).status, email).toBe(422);
      }
    } finally {
      await client.query('ROLLBACK');
      client.release();
    }
  });

  test('a code takes five answers of anybody who has asked for it; those of strangers count for nothing', async () => {
    const user = await api.signUp('guessed@recovery.test');
    const own = await recover(user.email);
    const stranger = await recover(user.email);
    expect(own.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/);
    for (let guesses = 0; guesses < 30; guesses++) await verify(user.email, stranger.request, wrongFor(own.code));
    expect((await verify(user.email, stranger.request, own.code)).status).toBe(422);
    expect((await verify(user.email, stranger.request, stranger.code)).status).toBe(422);
    for (let guesses = 0; guesses < 4; guesses++) await verify(user.email, own.request, wrongFor(own.code));
    expect((await verify('somebody@recovery.test', own.request, own.code)).status).toBe(422);
    expect((await verify(user.email, own.request, own.code)).status).toBe(200);
    const last = await recover(user.email);
    for (let guesses = 0; guesses < 5; guesses++) await verify(user.email, last.request, wrongFor(last.code));
    expect((await verify(user.email, last.request, last.code)).status).toBe(422);
    expect((await reset(last.token, newPassword)).status).toBe(200);
  });

  test('the mail of a request is sent again with a code that counts for it, once a minute', async () => {
    const user = await api.signUp('again@recovery.test');
    const { request, code } = await recover(user.email);
    const again = () => api.call('POST', '/v2/password/trigger_otp', { body: { email: user.email, request } });
    expect(await again()).toMatchObject({ status: 200, body: { request } });
    await api.parts.redis.del(await api.parts.redis.keys('sent-code:recovery:*:wait'));
    expect(await again()).toMatchObject({ status: 200, body: { request } });
    await expect.poll(async () => (await mailsTo(user.email)).length, { timeout: 30_000 }).toBe(2);
    const newer = /code is (\w{8})\./.exec((await mailsTo(user.email))[0]?.text ?? '')?.[1] as string;
    expect((await verify(user.email, request, code)).status).toBe(422);
    expect((await verify(user.email, request, newer)).status).toBe(200);
  });

  test.each([
    ['of another use', () => createTokens(api.config.accessTokenSecret).sign('confirm', claims)],
    ['that was forged', () => createTokens('another secret of thirty-two letters').sign('recover', claims)],
    ['of another password', () => createTokens(api.config.accessTokenSecret).sign('recover', claims)],
    ['that has expired', () => createTokens(api.config.accessTokenSecret, () => 1_000_000).sign('recover', claims)],
    ['that is text', async () => 'x'],
  ])('a token %s opens nothing', async (_what, make) => {
    expect(await reset(await make(), newPassword)).toMatchObject({ status: 422, body: { code: 'link_ended' } });
  });
  const claims = { userId: 1, subject: 'x', lifeSeconds: 60 };

  test('a blocked account is not recovered, and says so to nobody', async () => {
    const user = await api.signUp('blocked@recovery.test');
    const { token } = await recover(user.email);
    await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [user.id]);
    expect((await reset(token, newPassword)).body.code).toBe('link_ended');
  });

  test('who has had a second factor for a week shows it', async () => {
    const user = await api.signUp('factor@recovery.test');
    await verifyEmail(api, user);
    await api.parts.pool.query(
      `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'email_code', now() - interval '8 days')`,
      [user.id],
    );
    const { token } = await recover(user.email);
    expect(await reset(token, newPassword)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    const wrong = { factor: 'email_code', code: '000000' };
    expect(await reset(token, newPassword, wrong)).toMatchObject({ status: 422, body: { code: 'factor_wrong' } });
    const password = { factor: 'password', code: testPassword };
    expect((await reset(token, newPassword, password)).body.code).toBe('factor_wrong');
    expect((await login(user.email, testPassword)).status).toBe(200);
  });

  test.each([
    ['victim@recovery.test\r\nBcc: all@recovery.test'],
    ['vict\u0456m@recovery.test'],
    ['\u212Anown@recovery.test'],
  ])('%j is no e-mail address', async (email) => {
    const answer = await api.call('POST', '/v2/password/email', { body: { email } });
    expect(answer).toMatchObject({ status: 422, body: { errors: { email: ['Email is not valid'] } } });
  });
});

describe('change', () => {
  test('the other sessions end, this one goes on, and withdrawals are held back', async () => {
    const user = await api.signUp('changed@password.test');
    const other = await api.signIn(user.email, user.id);
    const answer = await change(user, testPassword, newPassword);
    expect(answer.status).toBe(200);
    await expect.poll(async () => (await other.get('/v2/settings/general')).status).toBe(401);
    expect((await user.get('/v2/settings/general')).status).toBe(200);
    expect((await login(user.email, newPassword)).status).toBe(200);
    const { rows } = await api.parts.pool.query(
      `SELECT withdrawals_locked_until > now() + interval '47 hours 59 minutes' AS locked FROM users WHERE id = $1`,
      [user.id],
    );
    expect(rows[0].locked).toBe(true);
  });

  test('the old password is demanded, and guesses at it are counted with those of sign-in', async () => {
    const user = await api.signUp('guessed@password.test');
    for (let guesses = 0; guesses < 5; guesses++)
      expect(await change(user, 'Wrong#Bird77', newPassword)).toMatchObject({ body: { code: 'password_wrong' } });
    expect((await change(user, testPassword, newPassword)).status).toBe(429);
    expect((await login(user.email, testPassword)).status).toBe(429);
  });

  test('a new password differs from the old one, is confirmed, and is none of the last five', async () => {
    const user = await api.signUp('history@password.test');
    const messageOf = async (old: string, password: string, confirmation = password) =>
      Object.values(
        (
          await user.post<{ errors: Record<string, string[]> }>('/v2/settings/password', {
            password_old: old,
            password,
            password_confirmation: confirmation,
          })
        ).body.errors ?? {},
      ).flat();
    expect(await messageOf(testPassword, testPassword)).toContain('Field should not match old password');
    expect(await messageOf(testPassword, newPassword, testPassword)).toContain('Field should match password');
    let current = testPassword;
    for (const next of ['First#Finch771', 'Second#Finch772', 'Third#Finch773', 'Fourth#Finch774', 'Fifth#Finch775']) {
      expect((await change(user, current, next)).status).toBe(200);
      current = next;
    }
    expect((await change(user, current, testPassword)).body.code).toBe('password_used_before');
    expect((await change(user, current, 'Sixth#Finch776')).status).toBe(200);
    expect((await change(user, 'Sixth#Finch776', testPassword)).status).toBe(200);
  });

  test('of two changes at once one counts', async () => {
    const user = await api.signUp('race@password.test');
    const passwords = ['First#Finch771', 'Second#Finch772'];
    const answers = await Promise.all(passwords.map((password) => change(user, testPassword, password)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  });
});
