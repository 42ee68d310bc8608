/** What a session may change of second factors that are there: only with one of them, and nothing is withdrawn afterwards. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  addAppByMail,
  codeByMail,
  codeOf,
  enableTotp,
  forgetCounts,
  forgetSteps,
  sentCode,
  turnMailOn,
  verifyEmail,
  withFactor,
} from '../../support/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { type CallOptions, startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

const site = 'http://localhost:3000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: site });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const refused = { status: 403, body: { code: 'sign_in_again', challenge: { factors: ['totp', 'recovery_code'] } } };
const wrongFactor = { status: 422, body: { code: 'factor_wrong' } };

async function lockOf(user: TestUser): Promise<boolean> {
  const { rows } = await api.parts.pool.query<{ isLocked: boolean }>(
    `SELECT coalesce(withdrawals_locked_until > now() + interval '47 hours 59 minutes', false) AS "isLocked" FROM users WHERE id = $1`,
    [user.id],
  );
  return rows[0]?.isLocked ?? false;
}

/** Of somebody with an app, in a session of a moment ago. */
async function protectedUser(name: string) {
  const user = await api.signUp(`${name}@factor-changes.test`);
  return { user, ...(await enableTotp(api, user)) };
}

const sendTo = (user: TestUser, factor: string) => (options: CallOptions) =>
  user.post('/v2/settings/2fa/code', { factor }, options);
const turnOnMail = (user: TestUser, code: string) =>
  user.post('/v2/settings/2fa/toggle', { enable: true, method: 'email_code', code });
const verifyPhone = (user: TestUser, phone: string) => (options: CallOptions) =>
  user.post('/v2/settings/verify_phone_number', { phone }, options);

test('a telephone in place of another one locks withdrawals, and the other number is told', async () => {
  const user = await api.signUp('replaced@changes.test');
  await verifyEmail(api, user);
  const verify = async (phone: string) => {
    await forgetCounts(api);
    expect(await verifyPhone(user, phone)({})).toMatchObject({ status: 200 });
    expect(await user.post('/v2/settings/verifyOTP', { code: await sentCode(api, phone) })).toMatchObject({
      status: 200,
    });
  };
  const stateOf = async () => {
    const { rows } = await api.parts.pool.query(
      `SELECT phone, withdrawals_locked_until > now() + interval '47 hours' AS "isLocked",
          (SELECT count(*)::int FROM notices WHERE user_id = users.id AND kind = 'phone_replaced') AS told FROM users WHERE id = $1`,
      [user.id],
    );
    return rows[0];
  };
  await verify('+919876579001');
  expect(await stateOf()).toEqual({ phone: '+919876579001', isLocked: null, told: 0 });
  await verify('+919876579002');
  expect(await stateOf()).toEqual({ phone: '+919876579002', isLocked: true, told: 1 });
  await sentCode(api, '+919876579002');
  const { rows } = await api.parts.pool.query(
    `SELECT text FROM messages WHERE recipient = '+919876579001' AND expires_at IS NULL`,
  );
  expect(rows).toEqual([{ text: expect.stringContaining('no longer that of your account') }]);
});

describe('a sign-in of a moment ago is not enough', () => {
  test('for a first telephone beside an app, which locks withdrawals; nor is a code from before the app, nor the way of a sign-up', async () => {
    const user = await api.signUp('first-phone@factor-changes.test');
    await verifyEmail(api, user);
    const phone = '+919876500011';
    expect(await verifyPhone(user, phone)({})).toMatchObject({ status: 200 });
    const early = await sentCode(api, phone);
    await forgetCounts(api);
    expect(await user.post('/v2/register/update_phone_otp', { phone })).toMatchObject({ status: 200 });
    const ofSignUp = await sentCode(api, phone);
    const { secret } = await enableTotp(api, user);
    await api.parts.pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [user.id]);
    await forgetCounts(api);
    expect(await user.post('/v2/settings/verifyOTP', { code: early })).toMatchObject({ body: { code: 'code_wrong' } });
    const proof = { phone_code: ofSignUp };
    expect((await user.post('/v2/register/confirm_verification', proof)).body).toMatchObject({
      code: 'already_verified',
    });
    expect((await user.post('/v2/register/update_phone_otp', { phone })).body).toMatchObject({
      code: 'already_verified',
    });
    expect(await verifyPhone(user, phone)({})).toMatchObject(refused);
    await forgetSteps(api, user);
    expect(await withFactor(user, verifyPhone(user, phone), 'totp', codeOf(secret))).toMatchObject({ status: 200 });
    expect(await lockOf(user)).toBe(false);
    expect((await user.post('/v2/settings/verifyOTP', { code: await sentCode(api, phone) })).status).toBe(200);
    expect(await lockOf(user)).toBe(true);
  });

  test('for new recovery codes', async () => {
    const { user, secret, recoveryCodes } = await protectedUser('codes');
    const renew = (options: CallOptions) => user.post('/v2/settings/2fa/recovery_codes', {}, options);
    expect(await renew({})).toMatchObject(refused);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ recoveryCodesLeft: recoveryCodes.length });
    expect(await lockOf(user)).toBe(false);
    expect(await withFactor(user, renew, 'totp', codeOf(secret))).toMatchObject({ status: 200 });
    expect(await lockOf(user)).toBe(true);
  });

  test('for another phone in place of the one that codes are sent to, nor is a code from before', async () => {
    const { user, secret } = await protectedUser('phone');
    const [own, other] = ['+919876500001', '+919876500002'];
    const verify = async (phone: string) => {
      await forgetCounts(api);
      await forgetSteps(api, user);
      await withFactor(user, verifyPhone(user, phone), 'totp', codeOf(secret));
    };
    await verify(own);
    await user.post('/v2/settings/verifyOTP', { code: await sentCode(api, own) });
    await verify(other);
    const early = await sentCode(api, other);
    await forgetSteps(api, user);
    await withFactor(user, sendTo(user, 'sms_code'), 'totp', codeOf(secret));
    const on = { enable: true, code: await sentCode(api, own) };
    expect(await user.post('/v2/settings/enable_sms_verification', on)).toMatchObject({ status: 200 });
    await api.parts.pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [user.id]);

    expect(await user.post('/v2/settings/verifyOTP', { code: early })).toMatchObject({ body: { code: 'code_wrong' } });
    expect(await verifyPhone(user, other)({})).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    await forgetSteps(api, user);
    await withFactor(user, verifyPhone(user, other), 'totp', codeOf(secret));
    const code = await sentCode(api, other);
    expect(await user.post('/v2/settings/verifyOTP', { code })).toMatchObject({ status: 200 });
    expect(await lockOf(user)).toBe(true);
  });

  test('for codes by mail beside an app: no code is sent, and one that was sent before the app counts no longer', async () => {
    const user = await api.signUp('beside@factor-changes.test');
    await sendTo(user, 'email_code')({});
    const early = await sentCode(api, user.email);
    const { secret } = await enableTotp(api, user);
    expect(await turnOnMail(user, early)).toMatchObject(wrongFactor);
    expect(await sendTo(user, 'email_code')({})).toMatchObject(refused);
    await withFactor(user, sendTo(user, 'email_code'), 'totp', codeOf(secret));
    expect(await lockOf(user)).toBe(false);
    expect(await turnOnMail(user, await sentCode(api, user.email))).toMatchObject({ status: 200 });
    expect(await lockOf(user)).toBe(true);
  });

  test('for an app beside codes by mail, whose seed is shown to the session that asked for it and confirmed there alone', async () => {
    const user = await api.signUp('app@factor-changes.test');
    await verifyEmail(api, user);
    await sendTo(user, 'email_code')({});
    await turnOnMail(user, await sentCode(api, user.email));
    await forgetCounts(api);
    const other = await api.signIn(user.email, user.id);
    const generate = (options: CallOptions) =>
      user.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate', {}, options);
    expect(await generate({})).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    await sendTo(user, 'email_code')({});
    const { body } = await withFactor(user, generate, 'email_code', await sentCode(api, user.email));
    const { twoFactorSecret } = body;
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ twoFactorSecret });
    expect((await other.get('/v2/settings/security')).body).toMatchObject({ twoFactorSecret: null });
    const turnOn = (who: TestUser) =>
      who.post('/v2/settings/2fa/toggle', { enable: true, code: codeOf(twoFactorSecret) });
    expect(await turnOn(other)).toMatchObject(wrongFactor);
    expect(await turnOn(user)).toMatchObject({ status: 200 });
    expect(await lockOf(user)).toBe(true);
  });

  test('for a passkey beside an app, nor to remove it', async () => {
    const { user, secret } = await protectedUser('passkey');
    const authenticator = new SoftwareAuthenticator(site);
    const options = (given: CallOptions) => user.post<{ options: never }>('/v2/passkeys/options', {}, given);
    expect(await options({})).toMatchObject(refused);
    const asked = await withFactor(user, options, 'totp', codeOf(secret));
    const response = authenticator.create(asked.body.options);
    const added = await user.post<{ passkey: { id: string } }>('/v2/passkeys', { name: 'Laptop', response });
    expect(added.status).toBe(200);
    expect(await lockOf(user)).toBe(true);

    await api.parts.pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [user.id]);
    await forgetSteps(api, user);
    const remove = (given: CallOptions) => user.delete(`/v2/passkeys/${added.body.passkey.id}`, given);
    expect(await remove({})).toMatchObject({ status: 403, body: { code: 'sign_in_again' } });
    expect(await withFactor(user, remove, 'totp', codeOf(secret))).toMatchObject({ status: 200 });
    expect(await lockOf(user)).toBe(true);
  });
});

describe('what was asked before a factor counts no longer beside it', () => {
  const renew = (user: TestUser, options: CallOptions = {}) =>
    user.post<{ code: string; challenge: { id: string } }>('/v2/settings/2fa/recovery_codes', {}, options);
  const answer = (user: TestUser, id: string, factor: string, code: string) =>
    user.post('/v2/auth/challenge', { id, factor, answer: code });
  const challengeOf = async (user: TestUser) => (await renew(user)).body.challenge.id;
  const failed = { status: 403, body: { code: 'challenge_failed' } };

  const mailCode = async (user: TestUser) => (await codeByMail(api, user)).code;

  test('a challenge of codes by mail: neither an answer by mail nor one that was right before the app', async () => {
    const owner = await api.signUp('early-mail@factor-changes.test');
    await turnMailOn(api, owner);
    await forgetCounts(api);
    const thief = await api.signIn(owner.email, owner.id);
    const [unanswered, answered] = [await challengeOf(thief), await challengeOf(thief)];
    expect(await answer(thief, answered, 'email_code', await mailCode(thief))).toMatchObject({ status: 200 });
    const [shown = ''] = (await addAppByMail(api, owner)).recoveryCodes;

    expect(await answer(thief, unanswered, 'email_code', await mailCode(thief))).toMatchObject(failed);
    for (const id of [unanswered, answered])
      expect(await renew(thief, { headers: { 'x-step-up': id } })).toMatchObject(refused);
    // The codes that the owner was shown are still those of the account.
    const { body } = await renew(owner);
    expect(await answer(owner, body.challenge.id, 'recovery_code', shown)).toMatchObject({ status: 200 });
    expect(await renew(owner, { headers: { 'x-step-up': body.challenge.id } })).toMatchObject({ status: 200 });
  });

  test('a challenge of the password, of an account that had no factor', async () => {
    const owner = await api.signUp('early-password@factor-changes.test');
    const thief = await api.signIn(owner.email, owner.id);
    await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '11 minutes' WHERE user_id = $1`, [
      owner.id,
    ]);
    await verifyEmail(api, owner);
    const ask = async () => {
      const { body } = await thief.post<{ challenge: { id: string } }>('/v2/passkeys/options', {});
      return body.challenge.id;
    };
    const [unanswered, answered] = [await ask(), await ask()];
    expect(await answer(thief, answered, 'password', testPassword)).toMatchObject({ status: 200 });
    await api.parts.pool.query(`UPDATE sessions SET auth_time = now() WHERE user_id = $1`, [owner.id]);
    await enableTotp(api, owner);
    expect(await answer(thief, unanswered, 'password', testPassword)).toMatchObject(failed);
    for (const id of [unanswered, answered])
      expect(await thief.post('/v2/passkeys/options', {}, { headers: { 'x-step-up': id } })).toMatchObject(refused);
  });
});

test('turning a factor off holds withdrawals back, also in a process that remembers the session', async () => {
  const { user, secret } = await protectedUser('off');
  expect((await user.get('/v2/settings/security')).body).toMatchObject({ withdrawalsLockedUntil: null });
  await user.post('/v2/settings/2fa/toggle', { enable: false, code: codeOf(secret) });
  expect(await lockOf(user)).toBe(true);
  expect((await user.get('/v2/settings/security')).body).toMatchObject({
    withdrawalsLockedUntil: expect.closeTo(Date.now() / 1000 + 48 * 3600, -2),
  });
});

test('the first factor of an account holds withdrawals back where somebody had signed in before', async () => {
  const owner = await api.signUp('stolen@factor-changes.test');
  await verifyEmail(api, owner);
  const later = await api.signIn(owner.email, owner.id);
  expect((await owner.get('/v2/settings/security')).body).toMatchObject({ newFactorLocks: false });
  expect((await later.get('/v2/settings/security')).body).toMatchObject({ newFactorLocks: true });
  await enableTotp(api, later);
  expect(await lockOf(owner)).toBe(true);
  const told = await api.parts.pool.query(
    `SELECT payload FROM notices WHERE user_id = $1 AND kind = 'two_factor_enabled'`,
    [owner.id],
  );
  expect(told.rows).toEqual([{ payload: { method: 'totp', lockHours: 48 } }]);

  const forgotten = await api.signUp('forgotten@factor-changes.test');
  await api.parts.pool.query(`UPDATE users SET created_at = now() - interval '91 days' WHERE id = $1`, [forgotten.id]);
  await enableTotp(api, forgotten);
  expect(await lockOf(forgotten), 'whose first session is forgotten').toBe(true);
});

test('the first factor holds nothing back in the first session, and does not make the sign-in younger', async () => {
  const user = await api.signUp('first@factor-changes.test');
  await api.parts.pool.query(`UPDATE sessions SET auth_time = now() - interval '9 minutes' WHERE user_id = $1`, [
    user.id,
  ]);
  await enableTotp(api, user);
  expect(await lockOf(user)).toBe(false);
  const { rows } = await api.parts.pool.query<{ isOld: boolean; methods: string[] }>(
    `SELECT auth_time < now() - interval '8 minutes' AS "isOld", methods FROM sessions WHERE user_id = $1`,
    [user.id],
  );
  expect(rows).toEqual([{ isOld: true, methods: ['mfa', 'otp', 'pwd'] }]);
});
