/** What somebody else has left behind in an account, or has made in the name of an address, does not outlive its recovery. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { codeOf, enableTotp, forgetCounts, insertPasskey, verifyEmail } from '../../support/second-factors.ts';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ DEV_MAILBOX: '1', PUBLIC_URL: 'http://localhost:3000' });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const newPassword = 'Another#Bird77';

/** What the messages to somebody say in the first group of the pattern, the newest first. */
async function mailsOf(email: string, pattern: RegExp): Promise<string[]> {
  const { body } = await api.call<{ result: { text: string }[] }>('GET', `/dev/mailbox?to=${email}`);
  return body.result.flatMap(({ text }) => pattern.exec(text)?.[1] ?? []);
}

/** What the newest of more than `before` messages says. */
async function mailOf(email: string, pattern: RegExp, before = 0): Promise<string> {
  let found: string[] = [];
  const isThere = async () => {
    found = await mailsOf(email, pattern);
    return found.length > before;
  };
  await expect.poll(isThere, { timeout: 30_000 }).toBe(true);
  return found[0] as string;
}

async function recover(email: string, { password = newPassword, ...proof }: { [field: string]: unknown } = {}) {
  const link = /reset-password\?token=(\S+)/;
  const before = (await mailsOf(email, link)).length;
  await api.call('POST', '/v2/password/email', { body: { email } });
  const token = await mailOf(email, link, before);
  const body = { token, password, password_confirmation: password, ...proof };
  return api.call('POST', '/v2/password/reset', { body });
}

const login = (email: string, password: string) => api.call('POST', '/v2/login', { body: { email, password } });
const column = async (user: { id: number }, text: string) =>
  (await api.parts.pool.query(`SELECT ${text} AS value FROM users u WHERE id = $1`, [user.id])).rows[0]?.value;
const lockedDays = `round(extract(epoch FROM withdrawals_locked_until - now()) / 86400)::int`;
const makeOlder = (user: TestUser, table: string, time: string) =>
  api.parts.pool.query(`UPDATE ${table} SET ${time} = now() - interval '8 days' WHERE user_id = $1`, [user.id]);
const passkeysOf = async ({ id }: TestUser) =>
  (await api.parts.pool.query<{ id: string }>('SELECT id FROM passkeys WHERE user_id = $1', [id])).rows.map(
    (row) => row.id,
  );

describe('a recovery', () => {
  test('is not held off by an app and a passkey that were added a moment ago, and removes them', async () => {
    const user = await api.signUp('added@foreign.test');
    const { recoveryCodes } = await enableTotp(api, user);
    await insertPasskey(api, user, 'thief');
    expect(await recover(user.email)).toMatchObject({ status: 200 });
    expect(await passkeysOf(user)).toEqual([]);
    expect((await login(user.email, newPassword)).body).not.toMatchObject({ status: 'two_factor' });
    const { rows } = await api.parts.pool.query('SELECT FROM recovery_codes WHERE user_id = $1', [user.id]);
    expect(rows).toEqual([]);
    expect(recoveryCodes).toHaveLength(10);
    const told = await api.parts.pool.query(
      `SELECT payload ->> 'method' AS method FROM notices WHERE user_id = $1 AND kind = 'two_factor_disabled' ORDER BY 1`,
      [user.id],
    );
    expect(told.rows).toEqual([{ method: 'passkey' }, { method: 'totp' }]);
  });

  test('demands a factor that has been there for a week, and removes what was added beside it', async () => {
    const user = await api.signUp('settled@foreign.test');
    const { secret } = await enableTotp(api, user);
    await makeOlder(user, 'second_factors', 'enabled_at');
    await insertPasskey(api, user, 'old', '8 days');
    await insertPasskey(api, user, 'new');
    const codes = await api.parts.pool.query('SELECT FROM recovery_codes WHERE user_id = $1', [user.id]);
    expect(codes.rowCount).toBe(10);
    expect(await recover(user.email)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    expect(await recover(user.email, { factor: 'totp', code: codeOf(secret) })).toMatchObject({ status: 200 });
    expect(await passkeysOf(user)).toEqual(['old']);
    const after = await api.parts.pool.query('SELECT FROM recovery_codes WHERE user_id = $1', [user.id]);
    expect(after.rowCount, 'codes that were made with the new factor').toBe(0);
    expect((await login(user.email, newPassword)).body).toMatchObject({ factors: ['totp', 'passkey'] });
  });

  test('of an operator demands a factor whatever its age, takes its recovery codes, and removes none', async () => {
    const user = await api.signUp('operator@foreign.test');
    const { secret, recoveryCodes } = await enableTotp(api, user);
    await insertPasskey(api, user, 'added beside it');
    await api.parts.pool.query(`UPDATE users SET role = 'operator', operator_name = 'foreign' WHERE id = $1`, [
      user.id,
    ]);
    expect(await recover(user.email)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    expect(await recover(user.email, { factor: 'totp', code: codeOf(secret) })).toMatchObject({ status: 200 });
    expect((await login(user.email, newPassword)).body).toMatchObject({
      factors: ['totp', 'passkey', 'recovery_code'],
    });
    expect(await column(user, lockedDays)).toBe(2);
    const proof = { factor: 'recovery_code', code: recoveryCodes[0] };
    expect(await recover(user.email, { ...proof, password: 'Third#Bird7788' })).toMatchObject({ status: 200 });
  });

  test('that removes factors holds withdrawals back for a week, any other one for two days', async () => {
    const user = await api.signUp('held@foreign.test');
    await verifyEmail(api, user);
    expect(await recover(user.email)).toMatchObject({ status: 200 });
    expect(await column(user, lockedDays)).toBe(2);
    const other = await api.signUp('held-longer@foreign.test');
    await enableTotp(api, other);
    const { body } = await recover(other.email);
    expect(await column(other, lockedDays)).toBe(7);
    expect(JSON.stringify(body)).toContain(
      await column(other, 'floor(extract(epoch FROM withdrawals_locked_until))::text'),
    );
  });

  test('takes no recovery code that was made a moment ago', async () => {
    const user = await api.signUp('codes@foreign.test');
    const { recoveryCodes } = await enableTotp(api, user);
    await makeOlder(user, 'second_factors', 'enabled_at');
    const proof = { factor: 'recovery_code', code: recoveryCodes[0] };
    expect(await recover(user.email, proof)).toMatchObject({ status: 422, body: { code: 'factor_wrong' } });
    await makeOlder(user, 'recovery_codes', 'created_at');
    expect(await recover(user.email, { ...proof, code: recoveryCodes[1] })).toMatchObject({ status: 200 });
  });

  test('counts codes by text message as young as the number that they go to', async () => {
    const user = await api.signUp('number@foreign.test');
    await verifyEmail(api, user);
    await api.parts.pool.query(
      `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'sms_code', now() - interval '1 year')`,
      [user.id],
    );
    await api.parts.pool.query(`UPDATE users SET phone = '+919876511111', phone_verified_at = now() WHERE id = $1`, [
      user.id,
    ]);
    expect(await recover(user.email)).toMatchObject({ status: 200 });
    expect((await login(user.email, newPassword)).body).not.toMatchObject({ status: 'two_factor' });
  });

  test('takes a telephone of the last days away, tells it, and keeps an older one', async () => {
    const user = await api.signUp('phone@foreign.test');
    await verifyEmail(api, user);
    const verified = (age: string) =>
      api.parts.pool.query(
        `UPDATE users SET phone = '+919876544444', phone_verified_at = now() - $2::interval WHERE id = $1`,
        [user.id, age],
      );
    await verified('8 days');
    expect(await recover(user.email)).toMatchObject({ status: 200 });
    expect(await column(user, 'phone')).toBe('+919876544444');
    await verified('6 days');
    expect(await recover(user.email, { password: 'Third#Bird7788' })).toMatchObject({ status: 200 });
    expect(await column(user, 'phone')).toBeNull();
    expect(await column(user, 'phone_verified_at')).toBeNull();
    const told = `(SELECT payload ->> 'phone' FROM notices WHERE user_id = u.id AND kind = 'phone_removed')`;
    expect(await column(user, told)).toMatch(/44$/);
  });

  test('ends a deletion request, which the password of before has proven', async () => {
    const user = await api.signUp('deletion@foreign.test');
    await verifyEmail(api, user);
    expect(await user.post('/v2/deleteUserApi', { password: testPassword })).toMatchObject({ status: 200 });
    expect(await column(user, 'deletion_due_at IS NOT NULL')).toBe(true);
    expect(await recover(user.email)).toMatchObject({ status: 200 });
    expect(await column(user, 'deletion_due_at')).toBeNull();
    const open = `(SELECT count(*)::int FROM jobs WHERE name = 'account.close' AND key = 'user:' || u.id AND state = 'waiting')`;
    expect(await column(user, open)).toBe(0);
  });

  test('tells nobody without the factor whether a password is the present one', async () => {
    const user = await api.signUp('judge@foreign.test');
    const { secret } = await enableTotp(api, user);
    await makeOlder(user, 'second_factors', 'enabled_at');
    const present = { password: testPassword };
    expect(await recover(user.email, present)).toMatchObject({ status: 403, body: { code: 'factor_needed' } });
    const shown = { ...present, factor: 'totp', code: codeOf(secret) };
    expect(await recover(user.email, shown)).toMatchObject({ body: { code: 'password_used_before' } });
  });

  test('counts each password that is compared with the present one, of all that are sent at once too', async () => {
    const user = await api.signUp('guesses@foreign.test');
    await verifyEmail(api, user);
    await api.call('POST', '/v2/password/email', { body: { email: user.email } });
    const token = await mailOf(user.email, /reset-password\?token=(\S+)/);
    const guess = (number: number) => {
      const password = `Guess#Bird77${number}`;
      return api.call('POST', '/v2/password/reset', { body: { token, password, password_confirmation: password } });
    };
    const answers = await Promise.all(Array.from({ length: 13 }, (_, number) => guess(number)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test('of an address that was not verified takes the account over: factors, keys, sessions and the telephone go', async () => {
    const squatter = await api.signUp('victim@foreign.test');
    await enableTotp(api, squatter);
    await makeOlder(squatter, 'second_factors', 'enabled_at');
    await insertPasskey(api, squatter, 'squatter', '1 year');
    const options = { userId: squatter.id, label: 'bot', scopes: ['read' as const] };
    await createApiKey(api.parts.pool, options, api.config.apiKeyEncryptionKeys);
    await api.parts.pool.query(
      `UPDATE users SET email_verified_at = NULL, phone = '+919876522222', phone_verified_at = now(), anti_phishing_code = 'squat' WHERE id = $1`,
      [squatter.id],
    );
    const friend = await api.signUp('referrer@foreign.test');
    await api.parts.pool.query('INSERT INTO referrals (friend_id, referrer_id) VALUES ($1, $2)', [
      squatter.id,
      friend.id,
    ]);
    await api.parts.pool.query(`INSERT INTO notice_choices VALUES ($1, 'account', 'mail', false)`, [squatter.id]);
    await api.parts.pool.query(`INSERT INTO kyc_cases (user_id, variant) VALUES ($1, 'global')`, [squatter.id]);
    await api.parts.pool.query(`UPDATE users SET nickname = 'scam' WHERE id = $1`, [squatter.id]);
    expect(await recover(squatter.email)).toMatchObject({ status: 200 });
    expect(await column(squatter, 'nickname')).toBe('victim');
    for (const left of [
      'referrals WHERE friend_id',
      'notice_choices WHERE user_id',
      `kyc_cases WHERE status = 'draft' AND user_id`,
    ])
      expect(await column(squatter, `(SELECT count(*)::int FROM ${left} = u.id)`), left).toBe(0);
    expect(
      await column(squatter, 'email_verified_at IS NOT NULL AND phone IS NULL AND anti_phishing_code IS NULL'),
    ).toBe(true);
    expect(await column(squatter, '(SELECT count(*)::int FROM api_keys WHERE user_id = u.id)')).toBe(0);
    expect(await passkeysOf(squatter)).toEqual([]);
    await expect.poll(async () => (await squatter.get('/v2/settings/general')).status).toBe(401);
    expect((await login(squatter.email, newPassword)).body).toMatchObject({ access_token: expect.any(String) });
  });
});

describe('the ticket of a sign-up', () => {
  test('ends when the owner of the address takes the account over', async () => {
    const email = 'squatted@foreign.test';
    const form = { email, password: testPassword, country: 'IN', terms: true };
    const { body: registered } = await api.call<{ verification: string }>('POST', '/v2/register', { body: form });
    const { verification } = registered;
    const phone = '+919876533333';
    const send = () => api.call('POST', '/v2/register/update_phone_otp', { body: { verification, phone } });
    expect(await send()).toMatchObject({ status: 200 });
    const code = await mailOf(encodeURIComponent(phone), /\b(\d{6})\b/);
    expect(await recover(email)).toMatchObject({ status: 200 });
    const refused = { status: 422, body: { code: 'link_ended' } };
    const codes = { verification, phone_code: code };
    expect(await api.call('POST', '/v2/register/confirm_verification', { body: codes })).toMatchObject(refused);
    await forgetCounts(api);
    expect(await send()).toMatchObject(refused);
    const { rows } = await api.parts.pool.query('SELECT phone, unverified_phone FROM users WHERE email = $1', [email]);
    expect(rows).toEqual([{ phone: null, unverified_phone: null }]);
  });
});

describe('an address that is not confirmed', () => {
  test('has no second factor and no passkey', async () => {
    const user = await api.signUp('unconfirmed@foreign.test');
    const refused = { status: 403, body: { code: 'email_unverified' } };
    for (const [path, body] of [
      ['/v2/settings/2fa/generate', {}],
      ['/v2/settings/2fa/toggle', { enable: true, method: 'email_code', code: '123456' }],
      ['/v2/settings/enable_sms_verification', { enable: true, code: '123456' }],
      ['/v2/passkeys/options', {}],
    ] as const)
      expect(await user.post(path, body), path).toMatchObject(refused);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ emailVerified: false });
    await verifyEmail(api, user);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ emailVerified: true });
    expect(await user.post('/v2/settings/2fa/generate')).toMatchObject({ status: 200 });
  });

  test('has no API key, although there is a factor from before', async () => {
    const user = await api.signUp('keyless@foreign.test');
    const { secret } = await enableTotp(api, user);
    await api.parts.pool.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [user.id]);
    const form = { name: 'bot', scopes: ['read'], factor: 'totp', code: codeOf(secret) };
    expect(await user.post('/v2/api_key', form)).toMatchObject({ status: 403, body: { code: 'email_unverified' } });
  });

  test('is confirmed by the link in a session of the account, or with its password, and not by anybody who reads the mail', async () => {
    const email = 'linked@foreign.test';
    const form = { email, password: testPassword, country: 'IN', terms: true };
    expect((await api.call('POST', '/v2/register', { body: form })).status).toBe(200);
    const token = await mailOf(email, /verify\?token=(\S+)/);
    const path = `/v2/register/confirmation/${token}`;
    const { rows } = await api.parts.pool.query<{ id: string }>('SELECT id FROM users WHERE email = $1', [email]);
    const own = { id: Number(rows[0]?.id) };
    const isVerified = () => column(own, 'email_verified_at IS NOT NULL');
    const needed = { status: 403, body: { code: 'password_needed' } };
    expect(await api.call('POST', path)).toMatchObject(needed);
    const mallory = await api.signUp('mallory@foreign.test');
    expect(await mallory.post(path)).toMatchObject(needed);
    const wrong = { body: { password: 'Wrong#Bird77' } };
    expect(await api.call('POST', path, wrong)).toMatchObject({ status: 422, body: { code: 'password_wrong' } });
    for (let guesses = 0; guesses < 4; guesses++) await api.call('POST', path, wrong);
    const right = { body: { password: testPassword } };
    expect(await api.call('POST', path, right), 'guesses are counted').toMatchObject({ status: 429 });
    expect(await isVerified()).toBe(false);
    await forgetCounts(api);
    expect(await api.call('POST', path, right)).toMatchObject({ status: 200, body: { email } });
    expect(await isVerified()).toBe(true);

    await api.parts.pool.query('UPDATE users SET email_verified_at = NULL WHERE id = $1', [own.id]);
    expect(await (await api.signIn(email, own.id)).post(path)).toMatchObject({ status: 200, body: { email } });
    expect(await isVerified()).toBe(true);
  });
});
