/** What a call adds to an account is not there after a change of the account that ended the call's session, or took its reason away. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import type { ClientBase } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { callDuring } from '../../support/locked-account.ts';
import { codeOf, enableTotp, forgetCounts, sentCode, verifyEmail } from '../../support/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import {
  type Answer,
  type CallOptions,
  startTestApi,
  type TestApi,
  type TestUser,
  testPassword,
} from '../../support/test-api.ts';

const site = 'http://localhost:3000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: site });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

let numbers = 10;
const nextPhone = () => `+9198765477${numbers++}`;

async function confirmedUser(): Promise<TestUser> {
  const user = await api.signUp(`${crypto.randomUUID()}@ended.test`);
  await verifyEmail(api, user);
  return user;
}

/** What gives access to the account. */
async function accessOf({ id }: TestUser) {
  const { rows } = await api.parts.pool.query(
    `SELECT phone, (SELECT count(*)::int FROM second_factors WHERE user_id = u.id AND enabled_at IS NOT NULL) AS factors,
        ARRAY(SELECT id FROM passkeys WHERE user_id = u.id) AS passkeys,
        ARRAY(SELECT enabled FROM api_keys WHERE user_id = u.id) AS keys,
        ARRAY(SELECT code_hash FROM recovery_codes WHERE user_id = u.id ORDER BY 1) AS codes,
        (SELECT methods FROM sessions WHERE user_id = u.id ORDER BY created_at LIMIT 1) AS methods
      FROM users u WHERE id = $1`,
    [id],
  );
  return rows[0];
}

type Call = () => Promise<Answer<unknown>>;

/** The session ends while the call waits. As by a recovery whose announcement is lost: this process still knows the session. */
async function expectRefused(user: TestUser, call: Call): Promise<void> {
  const before = await accessOf(user);
  const answer = await callDuring(api, user.email, call, (client) =>
    client.query(`UPDATE sessions SET ended_at = now(), end_reason = 'test' WHERE user_id = $1`, [user.id]),
  );
  expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  expect(await accessOf(user)).toEqual(before);
}

async function numberToVerify(user: TestUser): Promise<string> {
  const phone = nextPhone();
  expect((await user.post('/v2/settings/verify_phone_number', { phone })).status).toBe(200);
  return sentCode(api, phone);
}

async function numberOfSignUp(user: TestUser): Promise<string> {
  const phone = nextPhone();
  expect((await user.post('/v2/register/update_phone_otp', { phone })).status).toBe(200);
  return sentCode(api, phone);
}

const wantedKey = { name: 'bot', scopes: ['read'], factor: 'totp' };

describe('a session that ends meanwhile', () => {
  test('adds no authenticator app', async () => {
    const user = await confirmedUser();
    const { body } = await user.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate');
    const code = codeOf(body.twoFactorSecret);
    await expectRefused(user, () => user.post('/v2/settings/2fa/toggle', { enable: true, code }));
  });

  test('adds no passkey', async () => {
    const user = await confirmedUser();
    const { body } = await user.post<{ options: never }>('/v2/passkeys/options', {});
    const response = new SoftwareAuthenticator(site).create(body.options);
    await expectRefused(user, () => user.post('/v2/passkeys', { name: 'Laptop', response }));
  });

  test('verifies no telephone in the settings', async () => {
    const user = await confirmedUser();
    const code = await numberToVerify(user);
    await expectRefused(user, () => user.post('/v2/settings/verifyOTP', { code }));
  });

  test('verifies no telephone of a sign-up', async () => {
    const user = await confirmedUser();
    const code = await numberOfSignUp(user);
    await expectRefused(user, () => user.post('/v2/register/confirm_verification', { phone_code: code }));
  });

  test('makes no API key', async () => {
    const user = await confirmedUser();
    const { secret } = await enableTotp(api, user);
    await expectRefused(user, () => user.post('/v2/api_key', { ...wantedKey, code: codeOf(secret) }));
  });

  test('turns no API key on', async () => {
    const user = await confirmedUser();
    const { secret } = await enableTotp(api, user);
    const options = { userId: user.id, label: 'bot', scopes: ['read' as const] };
    const { id } = await createApiKey(api.parts.pool, options, api.config.apiKeyEncryptionKeys);
    await user.post(`/v2/api_key/${id}`, { enabled: false });
    await expectRefused(user, () =>
      user.post(`/v2/api_key/${id}`, { enabled: true, factor: 'totp', code: codeOf(secret) }),
    );
  });

  test('makes no recovery codes', async () => {
    const user = await confirmedUser();
    const { secret } = await enableTotp(api, user);
    const renew = (options: CallOptions) => user.post('/v2/settings/2fa/recovery_codes', {}, options);
    const { challenge } = (await renew({})).body as { challenge: { id: string } };
    const answer = { id: challenge.id, factor: 'totp', answer: codeOf(secret) };
    expect((await user.post('/v2/auth/challenge', answer)).status).toBe(200);
    await expectRefused(user, () => renew({ headers: { 'x-step-up': challenge.id } }));
  });

  test('asks for no deletion', async () => {
    const user = await confirmedUser();
    await expectRefused(user, () => user.post('/v2/deleteUserApi', { password: testPassword }));
    const { rows } = await api.parts.pool.query('SELECT FROM users WHERE id = $1 AND deletion_due_at IS NOT NULL', [
      user.id,
    ]);
    expect(rows).toEqual([]);
  });

  test('turns no factor off', async () => {
    const user = await confirmedUser();
    const { secret } = await enableTotp(api, user);
    await expectRefused(user, () =>
      user.post('/v2/settings/2fa/toggle', { enable: false, factor: 'totp', code: codeOf(secret) }),
    );
  });
});

test('a session that goes on adds an app', async () => {
  const user = await confirmedUser();
  const { body } = await user.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate');
  const code = codeOf(body.twoFactorSecret);
  const turnOn = () => user.post('/v2/settings/2fa/toggle', { enable: true, code });
  expect(await callDuring(api, user.email, turnOn, async () => undefined)).toMatchObject({ status: 200 });
  expect(await accessOf(user)).toMatchObject({ factors: 1, methods: expect.arrayContaining(['mfa']) });
});

describe('a telephone that is verified meanwhile', () => {
  const other = (user: TestUser, phone: string) => (client: ClientBase) =>
    client.query('UPDATE users SET phone = $2, phone_verified_at = now() WHERE id = $1', [user.id, phone]);

  test('is not replaced by the code of a sign-up', async () => {
    const [user, phone] = [await confirmedUser(), nextPhone()];
    const code = await numberOfSignUp(user);
    const confirm = () => user.post('/v2/register/confirm_verification', { phone_code: code });
    const answer = await callDuring(api, user.email, confirm, other(user, phone));
    expect(answer).toMatchObject({ status: 409, body: { code: 'already_verified' } });
    expect(await accessOf(user)).toMatchObject({ phone });
  });

  test('is not replaced in the settings once it is a factor', async () => {
    const [user, phone] = [await confirmedUser(), nextPhone()];
    const code = await numberToVerify(user);
    const answer = await callDuring(
      api,
      user.email,
      () => user.post('/v2/settings/verifyOTP', { code }),
      async (client) => {
        await other(user, phone)(client);
        await client.query(`INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'sms_code', now())`, [
          user.id,
        ]);
      },
    );
    expect(answer).toMatchObject({ status: 422, body: { code: 'code_wrong' } });
    expect(await accessOf(user)).toMatchObject({ phone });
  });
});
