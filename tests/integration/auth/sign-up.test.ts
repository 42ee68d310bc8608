import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestApi, type TestApi, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1' });
});
afterAll(() => api.close());

const form = (email: string, change: Record<string, unknown> = {}) => ({
  body: { email, password: testPassword, country: 'IN', terms: true, ...change },
});

describe('sign-up', () => {
  test('a newcomer signs up, finds the confirmation link in the mailbox, confirms, and may sign in before that', async () => {
    const email = 'new@test.local';
    const registered = await api.call('POST', '/v2/register', form(' New@Test.local '));
    expect(registered).toMatchObject({ status: 200, body: { status: 'success', email } });

    const login = await api.call('POST', '/v2/login', { body: { email, password: testPassword } });
    expect(login.status).toBe(200);

    const mailbox = await api.call<{ result: { text: string }[] }>('GET', `/dev/mailbox?to=${email}`);
    const token = /verify\?token=(\S+)/.exec(mailbox.body.result[0]?.text ?? '')?.[1];
    const body = { password: testPassword };
    const confirmed = await api.call('POST', `/v2/register/confirmation/${token}`, { body });
    expect(confirmed).toMatchObject({ status: 200, body: { status: 'success', email } });
    const { rows } = await api.parts.pool.query('SELECT email_verified_at FROM users WHERE email = $1', [email]);
    expect(rows[0].email_verified_at).toBeInstanceOf(Date);
  });

  test('a taken e-mail is refused by its field, and nothing is mailed', async () => {
    await api.signUp('taken@test.local');
    const answer = await api.call('POST', '/v2/register', form('taken@test.local'));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'email_taken', errors: { email: ['Email already in use'] } },
    });
    const mailbox = await api.call<{ result: unknown[] }>('GET', '/dev/mailbox?to=taken@test.local');
    expect(mailbox.body.result).toEqual([]);
  });

  test('people in a restricted country may not register', async () => {
    const answer = await api.call('POST', '/v2/register', form('us@test.local', { country: 'US' }));
    expect(answer).toMatchObject({ status: 403, body: { code: 'country_restricted' } });
  });

  test('a password that keeps the rules and is easily guessed is refused', async () => {
    const answer = await api.call('POST', '/v2/register', form('weak@test.local', { password: 'Password1!' }));
    expect(answer).toMatchObject({
      status: 422,
      body: { code: 'weak_password', errors: { password: [expect.any(String)] } },
    });
  });

  test('each broken field is named', async () => {
    const answer = await api.call<{ errors: Record<string, string[]>; code: string }>('POST', '/v2/register', {
      body: { email: 'nonsense', password: 'short', country: 'XX1', terms: false },
    });
    expect(answer.status).toBe(422);
    expect(answer.body.code).toBe('invalid_argument');
    expect(Object.keys(answer.body.errors).sort()).toEqual(['country', 'email', 'message', 'password', 'terms']);
  });

  test('a forged confirmation link is refused', async () => {
    const answer = await api.call('POST', '/v2/register/confirmation/not.a.token');
    expect(answer).toMatchObject({ status: 422, body: { code: 'link_ended' } });
  });
});

test('where a telephone is demanded, one that is absent is refused by its field, as is the password once more', async () => {
  const outsideOfDemo = await startTestApi({ SIGN_UP_PHONE: '1' });
  try {
    const register = (change: Record<string, unknown>) =>
      outsideOfDemo.call('POST', '/v2/register', form('whole@test.local', change));
    const whole = { phone: '+91 98765 43210', password_confirmation: testPassword };
    const refused = (field: string) => ({
      status: 422,
      body: { code: 'invalid_argument', errors: { [field]: ['Field is required'] } },
    });
    expect(await register({ ...whole, phone: undefined })).toMatchObject(refused('phone'));
    expect(await register({ ...whole, password_confirmation: undefined })).toMatchObject(
      refused('password_confirmation'),
    );
    expect(Object.keys((await register({})).body.errors as object)).toEqual(
      expect.arrayContaining(['phone', 'password_confirmation']),
    );
    expect((await outsideOfDemo.parts.pool.query(`SELECT FROM users WHERE status <> 'blocked'`)).rowCount).toBe(0);
    expect(await register(whole)).toMatchObject({ status: 200, body: { email: 'whole@test.local' } });
  } finally {
    await outsideOfDemo.close();
  }
});
