/** Recovery and change of passwords: what they need, what ends, and what nobody learns. */
import { createTokens } from '@pelican/api/src/identity/index.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
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
async function recover(email: string): Promise<{ token: string; code: string }> {
  const before = (await mailsTo(email)).length;
  await api.parts.redis.del(...(await api.parts.redis.keys('sent-code*:wait')), 'none');
  expect(await api.call('POST', '/v2/password/email', { body: { email } })).toMatchObject({
    status: 200,
    body: { status: 'success' },
  });
  await expect.poll(async () => (await mailsTo(email)).length, { timeout: 30_000 }).toBe(before + 1);
  const [mail] = await mailsTo(email);
  const token = /reset-password\?token=(\S+)/.exec(mail?.text ?? '')?.[1] as string;
  const code = /code is (\d{6})/.exec(mail?.text ?? '')?.[1] as string;
  return { token, code };
}

const reset = (token: string, password: string, change: object = {}) =>
  api.call<{ withdrawalsLockedUntil: number; code: string }>('POST', '/v2/password/reset', {
    body: { token, ...sameTwice(password), ...change },
  });
const verify = (email: string, code: string) =>
  api.call<{ token: string; factors: string[] }>('POST', '/v2/password/forgot_password_verify', {
    body: { email, code },
  });
const login = (email: string, password: string) => api.call('POST', '/v2/login', { body: { email, password } });
const change = (user: TestUser, password_old: string, password: string) =>
  user.post<{ code: string; errors: Record<string, string[]> }>('/v2/settings/password', {
    password_old,
    ...sameTwice(password),
  });
const wrongFor = (code: string) => (code === '000000' ? '111111' : '000000');

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
    const { code } = await recover(user.email);
    if (older.code !== code) expect((await verify(user.email, older.code)).status).toBe(422);
    const { body } = await verify(user.email, code);
    expect(body.factors).toEqual([]);
    expect((await verify(user.email, code)).status).toBe(422);
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
    const ask = (email: string) => api.call('POST', '/v2/password/email', { body: { email } });
    const [one, other] = await Promise.all([ask(known.email), ask('nobody@recovery.test')]);
    expect(other.status).toBe(200);
    expect(other.body).toEqual(one.body);
    const wrong = await verify('nobody@recovery.test', '123456');
    await expect.poll(async () => (await mailsTo(known.email)).length, { timeout: 30_000 }).toBe(1);
    const code = /code is (\d{6})/.exec((await mailsTo(known.email))[0]?.text ?? '')?.[1] as string;
    expect((await verify(known.email, wrongFor(code))).body).toEqual(wrong.body);
    expect(await mailsTo('nobody@recovery.test')).toEqual([]);
  });

  test('codes are guessed five times each and twenty times a day, then the link is left', async () => {
    const user = await api.signUp('guessed@recovery.test');
    const first = await recover(user.email);
    for (let guesses = 0; guesses < 5; guesses++) await verify(user.email, wrongFor(first.code));
    expect((await verify(user.email, first.code)).status).toBe(422);
    const second = await recover(user.email);
    for (let guesses = 0; guesses < 14; guesses++) await verify('guessed@recovery.test', 'abc');
    expect((await verify(user.email, second.code)).status).toBe(200);
    const third = await recover(user.email);
    for (let guesses = 0; guesses < 13; guesses++) await verify(user.email, wrongFor(third.code));
    const fourth = await recover(user.email);
    expect((await verify(user.email, fourth.code)).status).toBe(422);
    expect((await reset(fourth.token, newPassword)).status).toBe(200);
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

  test('who has a second factor shows it', async () => {
    const user = await api.signUp('factor@recovery.test');
    await api.parts.pool.query(
      `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'email_code', now())`,
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
