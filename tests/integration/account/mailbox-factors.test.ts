/** What who has a session and the mailbox reaches of an account: what guards it takes another factor, where it has one. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import {
  addAppByMail,
  codeByMail,
  codeOf,
  enableTotp,
  forgetCounts,
  forgetSteps,
  sentCode,
  settleFactors,
  turnMailOn,
  withFactor,
} from '../../support/second-factors.ts';
import { SoftwareAuthenticator } from '../../support/software-authenticator.ts';
import { type CallOptions, startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';
import { createByMail, makerOf } from '../../support/transfer-codes.ts';
import { newAddress, type Withdrawer, withdrawerOf } from '../../support/withdrawals.ts';

const site = 'http://localhost:3000';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ PUBLIC_URL: site });
});
afterAll(() => api.close());
beforeEach(() => forgetCounts(api));

const wrongFactor = { status: 422, body: { code: 'factor_wrong' } };
const key = { name: 'bot', scopes: ['read'] };

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;

const byMail = (user: TestUser) => codeByMail(api, user);

/** With an app, a passkey, and codes by mail. */
async function wellGuarded(name: string) {
  const user = await api.signUp(`${name}@mailbox.test`);
  const { secret, recoveryCodes } = await enableTotp(api, user);
  const byApp = async <Body>(call: (options: CallOptions) => ReturnType<typeof user.post<Body>>) => {
    await forgetCounts(api);
    await forgetSteps(api, user);
    return withFactor(user, call, 'totp', codeOf(secret));
  };
  const { body } = await byApp((options) => user.post<{ options: never }>('/v2/passkeys/options', {}, options));
  const response = new SoftwareAuthenticator(site).create(body.options);
  const { passkey } = (await user.post<{ passkey: { id: string } }>('/v2/passkeys', { name: 'Laptop', response })).body;
  await byApp((options) => user.post('/v2/settings/2fa/code', { factor: 'email_code' }, options));
  const on = { enable: true, method: 'email_code', code: await sentCode(api, user.email) };
  expect(await user.post('/v2/settings/2fa/toggle', on)).toMatchObject({ status: 200 });
  await forgetSteps(api, user);
  return { user, secret, recoveryCodes, passkey };
}

describe('beside other factors a code by mail', () => {
  const address = { name: 'Mine', ticker: 'USDT', payment_method: 'SANDBOX', address: newAddress() };
  test.each([
    ['makes no recovery codes', (user) => user.post('/v2/settings/2fa/recovery_codes', {})],
    ['adds no passkey', (user) => user.post('/v2/passkeys/options', {})],
    ['removes no passkey', (user, id) => user.delete(`/v2/passkeys/${id}`)],
    ['adds no telephone', (user) => user.post('/v2/settings/verify_phone_number', { phone: '+919876512345' })],
    ['saves no address', (user) => user.post('/v3/profile/add-addresses-management', address)],
    ['gives no addresses free', (user) => user.post('/v3/profile/addresses-management/allow-list', { enabled: false })],
  ] as [string, (user: TestUser, passkey: string) => ReturnType<TestUser['post']>][])('%s', async (name, call) => {
    const { user, passkey } = await wellGuarded(name.replaceAll(' ', '-'));
    const { status, body } = await call(user, passkey.id);
    const factors = ['totp', 'passkey', 'recovery_code'];
    expect({ status, body }).toMatchObject({ status: 403, body: { code: 'sign_in_again', challenge: { factors } } });
    const { id } = (body as { challenge: { id: string } }).challenge;
    const { factor, code: answer } = await byMail(user);
    expect(await user.post('/v2/auth/challenge', { id, factor, answer })).toMatchObject({
      body: { code: 'challenge_failed' },
    });
  });

  test('turns no factor off, the app does', async () => {
    const { user, secret } = await wellGuarded('off');
    for (const method of ['totp', 'email_code']) {
      const off = { enable: false, method, ...(await byMail(user)) };
      expect(await user.post('/v2/settings/2fa/toggle', off)).toMatchObject(wrongFactor);
    }
    // Without the name of a factor the code is one that guards the account.
    const off = { enable: false, method: 'email_code', code: codeOf(secret) };
    expect(await user.post('/v2/settings/2fa/toggle', off)).toMatchObject({ status: 200 });
  });

  test('changes no password, which would remove the app of this week', async () => {
    const { user } = await wellGuarded('password');
    const change = {
      password_old: testPassword,
      password: 'Another#Word-2026',
      password_confirmation: 'Another#Word-2026',
    };
    expect(await user.post('/v2/settings/password', { ...change, ...(await byMail(user)) })).toMatchObject(wrongFactor);
    expect((await user.get('/v2/settings/security')).body).toMatchObject({
      factors: expect.arrayContaining(['totp', 'passkey']),
    });
  });

  test('asks for no deletion of the account, the app does', async () => {
    const { user, secret } = await wellGuarded('deletion');
    const asked = { password: testPassword, ...(await byMail(user)) };
    expect(await user.post('/v2/deleteUserApi', asked)).toMatchObject(wrongFactor);
    const byApp = { password: testPassword, factor: 'totp', code: codeOf(secret) };
    expect(await user.post('/v2/deleteUserApi', byApp)).toMatchObject({ status: 200 });
  });

  test('makes no key; a recovery code, which only another factor could have made, does', async () => {
    const { user, recoveryCodes } = await wellGuarded('key');
    expect(await user.post('/v2/api_key', { ...key, ...(await byMail(user)) })).toMatchObject(wrongFactor);
    const byRecovery = { factor: 'recovery_code', code: recoveryCodes[0] };
    expect(await user.post('/v2/api_key', { ...key, ...byRecovery })).toMatchObject({ status: 200 });
  });
});

describe('who has codes by mail alone', () => {
  test('makes a key by one, turns it on by one, and keeps the recovery codes', async () => {
    const user = await api.signUp('alone@mailbox.test');
    expect(await turnMailOn(api, user)).toHaveLength(10);
    const made = await user.post<{ id: string }>('/v2/api_key', { ...key, ...(await byMail(user)) });
    expect(made).toMatchObject({ status: 200 });
    const path = `/v2/api_key/${made.body.id}`;
    expect(await user.post(path, { enabled: false })).toMatchObject({ status: 200 });
    const { code } = await byMail(user);
    expect(await user.post(path, { enabled: true, code })).toMatchObject({ status: 200 });
    expect((await user.get('/v2/settings/security')).body).toMatchObject({ recoveryCodesLeft: 10 });
  });

  test('gets other recovery codes with the first factor beside them: those of before came by the mailbox', async () => {
    const user = await api.signUp('codes@mailbox.test');
    const [old] = await turnMailOn(api, user);
    const { recoveryCodes } = await addAppByMail(api, user);
    expect(recoveryCodes).toHaveLength(10);
    const keyBy = (code: string | undefined) => user.post('/v2/api_key', { ...key, factor: 'recovery_code', code });
    expect(await keyBy(old)).toMatchObject(wrongFactor);
    expect(await keyBy(recoveryCodes[0])).toMatchObject({ status: 200 });
  });
});

/** With codes by mail and a telephone, both of a month ago, and the recovery codes of before. */
async function withMailAndPhone(name: string): Promise<Withdrawer & { recoveryCodes: string[] }> {
  const from = await withdrawerOf(api, `${name}@mailbox.test`, { hasFactor: false });
  const { id } = from.user;
  const recoveryCodes = await turnMailOn(api, from.user);
  await settleFactors(api.parts.pool, id);
  await sql(
    `UPDATE users SET phone = '+9198765' || lpad(id::text, 5, '0'), phone_verified_at = now() - interval '30 days',
        withdrawals_locked_until = NULL WHERE id = $1`,
    id,
  );
  return { ...from, recoveryCodes };
}

/** Withdraws by a key that the account makes by a code, to an address that was saved a month ago. */
async function byKey(from: Withdrawer, proof: object, amount: string) {
  const { user, address } = from;
  const wanted = { name: 'bot', scopes: ['withdraw'], allowed_ips: ['127.0.0.1'], ...proof };
  const made = await user.post<{ apiKey: string; apiSecret: string }>('/v2/api_key', wanted);
  expect(made, JSON.stringify(made.body)).toMatchObject({ status: 200 });
  await sql(
    `INSERT INTO saved_addresses (user_id, name, method_id, address, usable_at, created_at)
      SELECT $1, 'old', id, $2, now(), now() - interval '30 days' FROM payment_methods WHERE key = 'SANDBOX' AND asset_id = (SELECT id FROM assets WHERE ticker = 'USDT')`,
    user.id,
    address,
  );
  const path = '/v3/balance/withdrawal-USDT/SANDBOX';
  const body = JSON.stringify({ amount, address });
  const headers = signedHeaders(made.body.apiKey, made.body.apiSecret, 'POST', path, body);
  return api.call<{ code?: string }>('POST', path, { body, headers, ip: '127.0.0.1' });
}

test('who has codes by mail alone changes the password by one, and a wrong one does not', async () => {
  const user = await api.signUp('alone-password@mailbox.test');
  await turnMailOn(api, user);
  const password = 'Another#Word-2026';
  const change = { password_old: testPassword, password, password_confirmation: password };
  expect((await user.post('/v2/settings/password', change)).body).toMatchObject({ code: 'factor_needed' });
  const wrong = { ...change, factor: 'email_code', code: '000000' };
  expect(await user.post('/v2/settings/password', wrong)).toMatchObject(wrongFactor);
  expect(await user.post('/v2/settings/password', { ...change, ...(await byMail(user)) })).toMatchObject({
    status: 200,
  });
});

describe('with a telephone beside codes by mail', () => {
  test('a key, which nobody confirms, stays within the basic limit', async () => {
    const from = await withMailAndPhone('key-limit');
    expect((await from.user.get('/v3/profile/withdraw_kyc_limit')).body).toMatchObject({ tier: 'enhanced' });
    expect((await byKey(from, await byMail(from.user), '501')).body).toMatchObject({ code: 'withdrawal_limit' });
  });

  test('a key that a code by text message has made has the limit of the account', async () => {
    const from = await withMailAndPhone('sms-key');
    const { user } = from;
    await sql(
      `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, 'sms_code', now() - interval '30 days')`,
      user.id,
    );
    await forgetCounts(api);
    expect(await user.post('/v2/settings/2fa/code', { factor: 'sms_code' })).toMatchObject({ status: 200 });
    const [row] = await sql('SELECT phone FROM users WHERE id = $1', user.id);
    const proof = { factor: 'sms_code', code: await sentCode(api, row?.phone as string) };
    expect(await byKey(from, proof, '501')).toMatchObject({ status: 200 });
  });

  test('a request by a recovery code, which the mailbox could have made, is confirmed by text message', async () => {
    const from = await withMailAndPhone('recovery');
    const proof = { factor: 'recovery_code', code: from.recoveryCodes[0] };
    expect(await from.request({ amount: '501', ...proof })).toMatchObject({
      status: 200,
      body: { confirmBy: ['text'] },
    });
  });

  test('a recovery code and the code of a mail make no transfer code above the basic limit', async () => {
    const { user, recoveryCodes } = await withMailAndPhone('codes-limit');
    await forgetCounts(api);
    const wanted = { ticker: 'USDT', amount: '501' };
    await user.post('/v2/profile/code/confirmation', wanted);
    const [row] = await sql(
      `SELECT payload ->> 'code' AS code FROM notices WHERE user_id = $1 AND kind = 'transfer_code_confirmation'`,
      user.id,
    );
    const proof = { mail_code: row?.code, factor: 'recovery_code', code: recoveryCodes[0] };
    expect(await user.post('/v2/profile/code/create', { ...wanted, ...proof })).toMatchObject({
      body: { code: 'confirmation_channel' },
    });
  });
});

test('new recovery codes are a factor of the last days, as long as they are that', async () => {
  const maker = await makerOf(api, 'renewed@mailbox.test', { amount: '2000' });
  const { code } = await maker.proof();
  const renew = (options: CallOptions) => maker.user.post('/v2/settings/2fa/recovery_codes', {}, options);
  expect(await withFactor(maker.user, renew, 'totp', code)).toMatchObject({ status: 200 });
  await sql('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', maker.user.id);
  expect((await createByMail(api, maker, '600')).body).toMatchObject({ code: 'factor_recent' });
  await settleFactors(api.parts.pool, maker.user.id);
  expect(await createByMail(api, maker, '600')).toMatchObject({ status: 200 });
});
