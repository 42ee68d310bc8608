/** The first factor beside codes by mail: what the mailbox alone could have made gains nothing by it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { until } from '../../../scripts/services/process.ts';
import {
  addAppByMail,
  codeByMail,
  codeOf,
  forgetCounts,
  forgetSteps,
  sentCode,
  settleFactors,
  turnMailOn,
  withFactor,
} from '../../support/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { type CallOptions, startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';
import { type Withdrawer, withdrawerOf } from '../../support/withdrawals.ts';

const site = 'http://localhost:3000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: site });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const noFactor = { status: 422, body: { code: 'factor_wrong' } };

/** With codes by mail as their only factor, of a month ago. */
async function withMail(name: string): Promise<Withdrawer> {
  const from = await withdrawerOf(api, `${name}@beyond-mailbox.test`, { hasFactor: false, amount: '3000' });
  await turnMailOn(api, from.user);
  await settle(from.user);
  return from;
}

/** As if everything of the account were a month old. */
async function settle({ id }: TestUser): Promise<void> {
  await settleFactors(api.parts.pool, id);
  await sql(
    `UPDATE users SET withdrawals_locked_until = NULL, phone_verified_at = phone_verified_at - interval '30 days',
        phone_new_since = phone_new_since - interval '30 days' WHERE id = $1`,
    id,
  );
}

async function takePhone({ id }: TestUser): Promise<void> {
  await sql(
    `UPDATE users SET phone = '+9198765' || lpad(id::text, 5, '0'), phone_verified_at = now() - interval '30 days' WHERE id = $1`,
    id,
  );
}

interface MadeKey {
  id: string;
  apiKey: string;
  apiSecret: string;
}

const keyOf = (user: TestUser, proof: object) =>
  user.post<MadeKey>('/v2/api_key', { name: 'bot', scopes: ['withdraw'], allowed_ips: ['127.0.0.1'], ...proof });

/** By a key, to an address that was saved a month ago. */
async function withdrawBy({ apiKey, apiSecret }: MadeKey, { user, address }: Withdrawer) {
  await sql(
    `INSERT INTO saved_addresses (user_id, name, method_id, address, usable_at, created_at)
      SELECT $1, 'old', id, $2, now(), now() - interval '30 days' FROM payment_methods
        WHERE key = 'SANDBOX' AND asset_id = (SELECT id FROM assets WHERE ticker = 'USDT') ON CONFLICT DO NOTHING`,
    user.id,
    address,
  );
  const path = '/v3/balance/withdrawal-USDT/SANDBOX';
  const body = JSON.stringify({ amount: '501', address });
  return api.call<{ code?: string }>('POST', path, {
    body,
    headers: signedHeaders(apiKey, apiSecret, 'POST', path, body),
    ip: '127.0.0.1',
  });
}

const enabledNotice = async ({ id }: TestUser, method: string) =>
  (
    await sql(
      `SELECT payload FROM notices WHERE user_id = $1 AND kind = 'two_factor_enabled' AND payload ->> 'method' = $2`,
      id,
      method,
    )
  )[0]?.payload;

describe('a key that a code by mail has made', () => {
  test('is off with the app, also when the app is old; its owner turns it on by the app alone', async () => {
    const from = await withMail('key');
    const { user } = from;
    const made = (await keyOf(user, await codeByMail(api, user))).body;
    expect((await withdrawBy(made, from)).body).toMatchObject({ code: 'withdrawal_limit' });
    const { secret, apiKeysOff } = await addAppByMail(api, user);
    expect(apiKeysOff).toBe(1);
    expect(await enabledNotice(user, 'totp')).toEqual({ method: 'totp', lockHours: 48, keysOff: 1 });
    await settle(user);
    expect((await withdrawBy(made, from)).status).toBe(401);

    const turnOn = (proof: object) => user.post(`/v2/api_key/${made.id}`, { enabled: true, ...proof });
    expect(await turnOn(await codeByMail(api, user))).toMatchObject(noFactor);
    await forgetSteps(api, user);
    expect(await turnOn({ factor: 'totp', code: codeOf(secret) })).toMatchObject({ status: 200 });
    expect((await withdrawBy(made, from)).status).toBe(200);
  });

  test('is off with a passkey; keys beside another factor stay on when one more is added', async () => {
    const { user } = await withMail('passkey');
    await keyOf(user, await codeByMail(api, user));
    const options = (given: CallOptions) => user.post<{ options: never }>('/v2/passkeys/options', {}, given);
    const { factor, code } = await codeByMail(api, user);
    const asked = await withFactor(user, options, factor, code);
    const response = new SoftwareAuthenticator(site).create(asked.body.options);
    const added = await user.post('/v2/passkeys', { name: 'Laptop', response });
    expect(added).toMatchObject({ status: 200, body: { apiKeysOff: 1 } });
    const isOn = async () => (await sql('SELECT enabled FROM api_keys WHERE user_id = $1', user.id))[0]?.enabled;
    expect(await isOn()).toBe(false);

    await sql('UPDATE api_keys SET enabled = true WHERE user_id = $1', user.id);
    const generate = (given: CallOptions) =>
      user.post<{ twoFactorSecret: string }>('/v2/settings/2fa/generate', {}, given);
    const [recovery = ''] = (added.body as { recoveryCodes: string[] }).recoveryCodes;
    const { twoFactorSecret } = (await withFactor(user, generate, 'recovery_code', recovery)).body;
    const on = { enable: true, code: codeOf(twoFactorSecret) };
    const second = await user.post('/v2/settings/2fa/toggle', on);
    expect(second.body).toEqual({ twoFactorEnabled: true });
    expect(await isOn()).toBe(true);
  });
});

describe('a telephone beside codes by mail', () => {
  test('counts as new from the app on, which the notice says, until its number is proven beside the app', async () => {
    const from = await withMail('phone');
    const { user } = from;
    await takePhone(user);
    const request = async () => from.request({ amount: '501', ...(await codeByMail(api, user)) });
    expect(await request()).toMatchObject({ status: 200, body: { confirmBy: ['text'] } });
    const { secret } = await addAppByMail(api, user);
    expect(await enabledNotice(user, 'totp')).toMatchObject({ keysOff: 0, phone: expect.stringMatching(/^\+91/) });
    expect((await user.get('/v2/settings/security')).body).toMatchObject({
      recent: expect.arrayContaining([{ kind: 'phone', name: null, addedAt: expect.closeTo(Date.now() / 1000, -2) }]),
    });
    await sql('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', user.id);
    // By the mailbox alone: a text to the telephone adds nothing.
    expect((await request()).body).toMatchObject({ code: 'confirmation_channel' });

    const [row] = await sql('SELECT phone FROM users WHERE id = $1', user.id);
    const phone = row?.phone as string;
    await forgetCounts(api);
    const verify = (options: CallOptions) => user.post('/v2/settings/verify_phone_number', { phone }, options);
    expect(await withFactor(user, verify, 'totp', codeOf(secret))).toMatchObject({ status: 200 });
    expect((await user.post('/v2/settings/verifyOTP', { code: await sentCode(api, phone) })).status).toBe(200);
    expect(await request()).toMatchObject({ status: 200, body: { confirmBy: ['text'] } });
  });

  test('is not added by a code that was asked for by mail before the app', async () => {
    const { user } = await withMail('early-phone');
    const phone = '+919876500777';
    const verify = (options: CallOptions) => user.post('/v2/settings/verify_phone_number', { phone }, options);
    const { factor, code } = await codeByMail(api, user);
    expect(await withFactor(user, verify, factor, code)).toMatchObject({ status: 200 });
    const early = await sentCode(api, phone);
    await addAppByMail(api, user);
    expect(await user.post('/v2/settings/verifyOTP', { code: early })).toMatchObject({ body: { code: 'code_wrong' } });
  });
});

describe('an app that is turned on while a code by mail is judged', () => {
  /** The call has shown its code and waits for the account, whose app is on when it goes on. */
  async function meanwhile<Answered>(user: TestUser, call: () => Promise<Answered>): Promise<Answered> {
    const client = await api.parts.pool.connect();
    try {
      await client.query('BEGIN');
      await client.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [user.id]);
      const answer = call();
      const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
      await until('the call waits for the account', async () => (await sql(waiting)).length > 0, 20_000);
      await client.query(
        `INSERT INTO second_factors (user_id, method, secret_encrypted, enabled_at) VALUES ($1, 'totp', '', now())`,
        [user.id],
      );
      await client.query('COMMIT');
      return await answer;
    } finally {
      client.release(true);
    }
  }

  const needed = { status: 403, body: { code: 'factor_needed' } };

  test('a key is neither made nor turned on', async () => {
    const { user } = await withMail('key-race');
    const { id } = (await keyOf(user, await codeByMail(api, user))).body;
    await user.post(`/v2/api_key/${id}`, { enabled: false });
    const makes = await codeByMail(api, user);
    expect(await meanwhile(user, () => keyOf(user, makes))).toMatchObject(needed);
    await sql(`DELETE FROM second_factors WHERE user_id = $1 AND method = 'totp'`, user.id);
    const turns = await codeByMail(api, user);
    const turnOn = () => user.post(`/v2/api_key/${id}`, { enabled: true, ...turns });
    expect(await meanwhile(user, turnOn)).toMatchObject(needed);
    expect(await sql('SELECT enabled FROM api_keys WHERE user_id = $1', user.id)).toEqual([{ enabled: false }]);
  });

  test('the password is not changed, and the app stays', async () => {
    const { user } = await withMail('password-race');
    const password = 'Another#Word-2026';
    const proof = await codeByMail(api, user);
    const change = { password_old: testPassword, password, password_confirmation: password, ...proof };
    expect(await meanwhile(user, () => user.post('/v2/settings/password', change))).toMatchObject(needed);
    const methods = await sql(`SELECT method FROM second_factors WHERE user_id = $1 ORDER BY method`, user.id);
    expect(methods).toEqual([{ method: 'email_code' }, { method: 'totp' }]);
  });

  test('the account is not asked to be deleted', async () => {
    const { user } = await withMail('deletion-race');
    const wish = { password: testPassword, ...(await codeByMail(api, user)) };
    expect(await meanwhile(user, () => user.post('/v2/deleteUserApi', wish))).toMatchObject(needed);
    expect(await sql('SELECT deletion_due_at FROM users WHERE id = $1', user.id)).toEqual([{ deletion_due_at: null }]);
  });
});
