/** The second factor that a recovery of the password demands: each can be shown, by the token of the mail and by that alone. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  codeOf,
  enableTotp,
  forgetCounts,
  insertPasskey,
  sentCode,
  signInWith,
  verifyEmail,
  wrongCodeOf,
} from '../../support/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

const site = 'http://localhost:3000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1', PUBLIC_URL: site });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const newPassword = 'Another#Bird77';
const phone = (number: number) => `+9198765${String(number).padStart(5, '0')}`;

/** The token of a mail that is asked for now. */
async function tokenFor(email: string): Promise<string> {
  const mails = async () => {
    const { body } = await api.call<{ result: { text: string }[] }>('GET', `/dev/mailbox?to=${email}`);
    return body.result.flatMap(({ text }) => /reset-password\?token=(\S+)/.exec(text)?.[1] ?? []);
  };
  const before = (await mails()).length;
  await api.call('POST', '/v2/password/email', { body: { email } });
  await expect.poll(async () => (await mails()).length, { timeout: 30_000 }).toBe(before + 1);
  return (await mails())[0] as string;
}

const reset = (token: string, proof: object = {}) =>
  api.call<{ code?: string }>('POST', '/v2/password/reset', {
    body: { token, password: newPassword, password_confirmation: newPassword, ...proof },
  });
const factorsOf = (token: string) =>
  api.call<{ factors: string[] }>('POST', '/v2/password/factors', { body: { token } });
const askCode = (token: string, factor: string) =>
  api.call<{ to: string }>('POST', '/v2/password/factor_code', { body: { token, factor } });
const askPasskey = (token: string) =>
  api.call<{ options: never }>('POST', '/v2/password/factor_options', { body: { token } });
const makeOlder = async (user: TestUser) => {
  for (const [table, time] of [
    ['second_factors', 'enabled_at'],
    ['passkeys', 'created_at'],
    ['recovery_codes', 'created_at'],
  ])
    await api.parts.pool.query(`UPDATE ${table} SET ${time} = now() - interval '8 days' WHERE user_id = $1`, [user.id]);
};

async function userWith(email: string, methods: readonly string[], number?: string): Promise<TestUser> {
  const user = await api.signUp(email);
  await verifyEmail(api, user);
  for (const method of methods)
    await api.parts.pool.query('INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, $2, now())', [
      user.id,
      method,
    ]);
  if (number !== undefined)
    await api.parts.pool.query(
      `UPDATE users SET phone = $2, phone_verified_at = now() - interval '8 days' WHERE id = $1`,
      [user.id, number],
    );
  await makeOlder(user);
  return user;
}

async function addPasskey(user: TestUser): Promise<SoftwareAuthenticator> {
  const authenticator = new SoftwareAuthenticator(site);
  const { body } = await user.post<{ options: never }>('/v2/passkeys/options', {});
  const added = await user.post('/v2/passkeys', { name: 'Laptop', response: authenticator.create(body.options) });
  expect(added).toMatchObject({ status: 200 });
  return authenticator;
}

describe('a recovery is finished by', () => {
  test('a code by text message', async () => {
    const user = await userWith('text@factors.test', ['sms_code'], phone(1));
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['sms_code']);
    expect(await askCode(token, 'sms_code')).toMatchObject({ status: 200, body: { to: '+91******01' } });
    const proof = { factor: 'sms_code', code: await sentCode(api, phone(1)) };
    expect(await reset(token, proof)).toMatchObject({ status: 200 });
  });

  test('a code by mail, where there is nothing else', async () => {
    const user = await userWith('mail@factors.test', ['email_code']);
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['email_code']);
    expect(await askCode(token, 'email_code')).toMatchObject({ status: 200 });
    expect(await reset(token)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    const proof = { factor: 'email_code', code: await sentCode(api, user.email) };
    expect(await reset(token, proof)).toMatchObject({ status: 200 });
  });

  test('an authenticator app', async () => {
    const user = await api.signUp('app@factors.test');
    const { secret } = await enableTotp(api, user);
    await makeOlder(user);
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['totp', 'recovery_code']);
    expect(await reset(token, { factor: 'totp', code: codeOf(secret) })).toMatchObject({ status: 200 });
  });

  test('a recovery code', async () => {
    const user = await api.signUp('codes@factors.test');
    const { recoveryCodes } = await enableTotp(api, user);
    await makeOlder(user);
    const token = await tokenFor(user.email);
    expect(await reset(token, { factor: 'recovery_code', code: recoveryCodes[0] })).toMatchObject({ status: 200 });
  });

  test('a passkey', async () => {
    const user = await userWith('passkey@factors.test', []);
    const authenticator = await addPasskey(user);
    await makeOlder(user);
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['passkey', 'recovery_code']);
    const { body } = await askPasskey(token);
    const proof = { factor: 'passkey', code: authenticator.get(body.options) };
    expect(await reset(token, proof)).toMatchObject({ status: 200 });
  });
});

describe('a factor counts', () => {
  test('with the token alone that it was asked by', async () => {
    const [own, other] = [
      await userWith('own@factors.test', ['sms_code'], phone(2)),
      await userWith('other@factors.test', ['sms_code'], phone(3)),
    ];
    const [token, foreign] = [await tokenFor(own.email), await tokenFor(other.email)];
    await askCode(token, 'sms_code');
    const proof = { factor: 'sms_code', code: await sentCode(api, phone(2)) };
    const wrong = { status: 422, body: { code: 'factor_wrong' } };
    expect(await reset(foreign, proof)).toMatchObject(wrong);
    expect(await reset(token, proof)).toMatchObject({ status: 200 });
    expect(await askCode(token, 'sms_code')).toMatchObject({ status: 422, body: { code: 'link_ended' } });
  });

  test('not by what a session of the account was sent, nor one by what a recovery was sent', async () => {
    const user = await userWith('session@factors.test', ['sms_code'], phone(4));
    const token = await tokenFor(user.email);
    expect(await user.post('/v2/settings/2fa/code', { factor: 'sms_code' })).toMatchObject({ status: 200 });
    const sent = { factor: 'sms_code', code: await sentCode(api, phone(4)) };
    expect(await reset(token, sent)).toMatchObject({ status: 422, body: { code: 'factor_wrong' } });
    await forgetCounts(api);
    expect(await askCode(token, 'sms_code')).toMatchObject({ status: 200 });
    const code = await sentCode(api, phone(4));
    const change = { password_old: testPassword, password: newPassword, password_confirmation: newPassword };
    expect(await user.post('/v2/settings/password', { ...change, factor: 'sms_code', code })).toMatchObject({
      body: { code: 'factor_wrong' },
    });
  });

  test('if it is due: no other one is sent, and a code by mail adds nothing to the mailbox', async () => {
    const user = await userWith('due@factors.test', ['email_code', 'sms_code'], phone(5));
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['sms_code']);
    const refused = { status: 422, body: { code: 'invalid_argument' } };
    expect(await askCode(token, 'email_code')).toMatchObject(refused);
    expect(await askPasskey(token)).toMatchObject(refused);
    await user.post('/v2/settings/2fa/code', { factor: 'email_code' });
    const proof = { factor: 'email_code', code: await sentCode(api, user.email) };
    expect(await reset(token, proof)).toMatchObject({ status: 422, body: { code: 'factor_wrong' } });
  });

  test('if it has been there for a week: a passkey of today answers for no older one', async () => {
    const user = await userWith('young@factors.test', []);
    const young = await addPasskey(user);
    await insertPasskey(api, user, 'old', '8 days');
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['passkey']);
    const { options } = (await askPasskey(token)).body as { options: { allowCredentials: { id: string }[] } };
    expect(options.allowCredentials.map(({ id }) => id)).toEqual(['old']);
    const { allowCredentials: _asked, ...anyPasskey } = options;
    const proof = { factor: 'passkey', code: young.get(anyPasskey as never) };
    expect(await reset(token, proof)).toMatchObject({ status: 422, body: { code: 'factor_wrong' } });
  });

  test('of an operator who has codes by mail alone: a recovery code, and never the mailbox', async () => {
    const user = await userWith('operator@factors.test', ['email_code']);
    await api.parts.pool.query(`UPDATE users SET role = 'operator', operator_name = 'factors' WHERE id = $1`, [
      user.id,
    ]);
    const token = await tokenFor(user.email);
    expect((await factorsOf(token)).body.factors).toEqual(['recovery_code']);
    expect(await askCode(token, 'email_code')).toMatchObject({ body: { code: 'invalid_argument' } });
    expect(await reset(token)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
  });
});

describe('an answer that was right', () => {
  test('counts again for its token where the password was refused, and nothing but it', async () => {
    const user = await api.signUp('again@factors.test');
    const { recoveryCodes } = await enableTotp(api, user);
    await makeOlder(user);
    const token = await tokenFor(user.email);
    const proof = { factor: 'recovery_code', code: recoveryCodes[0] };
    const present = { ...proof, password: testPassword, password_confirmation: testPassword };
    expect(await reset(token, present)).toMatchObject({ status: 422, body: { code: 'password_used_before' } });
    expect(await reset(token)).toMatchObject({ body: { code: 'factor_needed' } });
    expect(await reset(token, proof)).toMatchObject({ status: 200 });
  });

  test('is forgotten with another answer, which is counted as a guess', async () => {
    const user = await api.signUp('guess-again@factors.test');
    const { recoveryCodes } = await enableTotp(api, user);
    await makeOlder(user);
    const token = await tokenFor(user.email);
    const proof = { factor: 'recovery_code', code: recoveryCodes[0] };
    await reset(token, { ...proof, password: testPassword, password_confirmation: testPassword });
    for (const answer of [{ ...proof, code: 'AAAA-AAAA-AAAA-AAAA' }, proof])
      expect(await reset(token, answer)).toMatchObject({ body: { code: 'factor_wrong' } });
  });
});

test('wrong codes at the sign-in of somebody who knows the password keep nobody from a recovery', async () => {
  const user = await api.signUp('kept-out@factors.test');
  const { secret } = await enableTotp(api, user);
  await makeOlder(user);
  const token = await tokenFor(user.email);
  const answers: (string | undefined)[] = [];
  for (let guesses = 0; guesses < 12; guesses++) {
    const ip = `192.0.2.${guesses + 1}`;
    const { body } = await signInWith(api, user.email, testPassword, { ip });
    const guess = { ticket: body.ticket, factor: 'totp', code: wrongCodeOf(secret) };
    const answer = await api.call<{ code?: string }>('POST', '/v2/2fa/validate', { body: guess, ip });
    answers.push(answer.body.code);
  }
  expect(answers.at(-1)).toBe('too_many_requests');
  expect(await reset(token, { factor: 'totp', code: codeOf(secret) })).toMatchObject({ status: 200 });
});

test('guesses at a code are counted, and the code ends with the fifth', async () => {
  const user = await userWith('guessed@factors.test', ['sms_code'], phone(6));
  const token = await tokenFor(user.email);
  await askCode(token, 'sms_code');
  const code = await sentCode(api, phone(6));
  const wrong = { factor: 'sms_code', code: code === '000000' ? '111111' : '000000' };
  for (let guesses = 0; guesses < 4; guesses++) expect((await reset(token, wrong)).body.code).toBe('factor_wrong');
  const fifth = (await reset(token, wrong)).body.code;
  expect(['factor_wrong', 'too_many_requests']).toContain(fifth);
  await forgetCounts(api);
  await reset(token, wrong);
  await forgetCounts(api);
  expect(await reset(token, { factor: 'sms_code', code })).toMatchObject({ body: { code: 'factor_wrong' } });
});

test('a token that opens nothing names no factor and sends nothing', async () => {
  for (const answer of [await factorsOf('x'), await askCode('x', 'sms_code'), await askPasskey('x')])
    expect(answer).toMatchObject({ status: 422, body: { code: 'link_ended' } });
});
