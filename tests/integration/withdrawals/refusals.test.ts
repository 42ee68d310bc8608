/** What withdrawals refuse: each leaves nothing behind. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';
import { mainOf, newAddress, type Withdrawer, withdrawerOf } from '../../support/withdrawals.ts';

let api: TestApi;
let from: Withdrawer;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
});
beforeEach(async () => {
  from = await withdrawerOf(api, `refused${people++}@test.local`);
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const nothing = { balance: 1000, held: 0 };

test.each([
  [
    'more than the balance',
    { amount: '1000.01' },
    'insufficient_balance',
    { amount: ['Amount should not be greater than your balance!'] },
  ],
  ['below the minimum', { amount: '4' }, 'amount_too_small', { amount: ['The minimum is 5 USDT'] }],
  ['zero', { amount: '0' }, 'invalid_argument', { amount: ['Must be greater than zero'] }],
  ['less than nothing', { amount: '-10' }, 'invalid_argument', { amount: expect.any(Array) }],
  ['more decimals than it has', { amount: '10.000000001' }, 'wrong_step', { amount: ['USDT has at most 8 decimals'] }],
  ['nineteen decimals', { amount: '10.0000000000000000001' }, 'invalid_argument', { amount: expect.any(Array) }],
  ['no number', { amount: '1e3' }, 'invalid_argument', { amount: expect.any(Array) }],
  [
    'an address of another chain',
    { address: '0x52908400098527886E0F7030069857D2E4169EE7' },
    'invalid_address',
    { address: ['Invalid address'] },
  ],
  [
    'a wrong checksum',
    { address: `${newAddress().slice(0, -1)}b` },
    'invalid_address',
    { address: ['Invalid address'] },
  ],
  ['no address', { address: '' }, 'invalid_argument', { address: ['Field is required'] }],
  ['a memo where there is none', { memo: '77' }, 'invalid_argument', { memo: ['This network has no memo'] }],
  ['a saved address of nobody', { address_id: 4711 }, 'not_found', {}],
  ['a wrong second factor', { code: '000000' }, 'factor_wrong', { code: expect.any(Array) }],
  ['no second factor', { code: undefined, factor: undefined }, 'factor_needed', {}],
])('%s', async (_, wanted, code, errors) => {
  const answer = await from.request(wanted);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.body).toMatchObject({ code, errors });
  expect(await mainOf(api, from)).toEqual(nothing);
});

test('above the maximum, or switched off', async () => {
  const ofMethod = `WHERE action = 'withdraw' AND method_id = (SELECT method.id FROM payment_methods method JOIN assets asset ON asset.id = asset_id
    WHERE ticker = 'USDT')`;
  await sql(`UPDATE payment_terms SET amount_max = 50 ${ofMethod}`);
  expect((await from.request()).body).toMatchObject({ code: 'amount_too_large' });
  await sql(`UPDATE payment_terms SET amount_max = 0, enabled = false ${ofMethod}`);
  expect((await from.request()).body).toMatchObject({
    code: 'withdrawal_disabled',
    errors: { message: ['Withdrawal for USDT is disabled'] },
  });
  await sql(`UPDATE payment_terms SET enabled = true ${ofMethod}`);
  expect(await mainOf(api, from)).toEqual(nothing);
});

test('a currency, a method or a bank that is none', async () => {
  const post = (path: string) => from.user.post(path, { amount: '100', address: from.address });
  expect((await post('/v3/balance/withdrawal-NONE/SANDBOX')).body).toMatchObject({ code: 'unknown_asset' });
  expect((await post('/v3/balance/withdrawal-USDT/NONE')).body).toMatchObject({ code: 'unknown_payment_method' });
  expect((await api.call('POST', '/v3/balance/withdrawal-USDT/SANDBOX', { body: {} })).status).toBe(401);
});

test('without verification, with a locked or a blocked account', async () => {
  await sql(
    `UPDATE users SET withdrawals_locked_until = now() + interval '1 hour', password_changed_at = now() + interval '1 minute'
      WHERE id = $1`,
    from.user.id,
  );
  // Past what the process remembers of the account.
  const other = await api.signIn(from.user.email, from.user.id);
  expect(
    await other.post('/v3/balance/withdrawal-USDT/SANDBOX', { amount: '100', address: from.address }),
  ).toMatchObject({
    status: 403,
    body: {
      code: 'withdrawals_locked',
      errors: { message: ["You can't withdraw at the moment, because you have changed password in last 2 days"] },
    },
  });
  const unverified = await withdrawerOf(api, 'unverified@test.local', { kycApproved: false });
  expect((await unverified.request()).body).toMatchObject({
    code: 'kyc_required',
    errors: { message: ['You must pass personal verification'] },
  });
  expect((await unverified.user.get('/v3/profile/withdraw_kyc_limit')).body).toMatchObject({ tier: 'new', limit: '0' });
  expect(await mainOf(api, unverified)).toEqual(nothing);
});

test('without a second factor no more than the basic limit', async () => {
  const basic = await withdrawerOf(api, 'basic@test.local', { hasFactor: false });
  expect((await basic.request({ amount: '500.01' })).body).toMatchObject({ code: 'withdrawal_limit' });
  expect((await basic.request({ amount: '500' })).status).toBe(200);
  expect((await basic.request({ amount: '5' })).body).toMatchObject({ code: 'withdrawal_limit' });
});

test('an API key withdraws to saved addresses past their waiting time alone, without a confirmation', async () => {
  const { key, secret } = await createApiKey(
    api.parts.pool,
    { userId: from.user.id, label: 'bot', scopes: ['read', 'withdraw'] },
    api.config.apiKeyEncryptionKeys,
  );
  const path = '/v3/balance/withdrawal-USDT/SANDBOX';
  const request = (wanted: object) => {
    const body = JSON.stringify({ amount: '100', ...wanted });
    return api.call('POST', path, { body, headers: signedHeaders(key, secret, 'POST', path, body) });
  };
  expect((await request({ address: from.address })).body).toMatchObject({ code: 'address_not_saved' });
  const { rows } = await sql(
    `INSERT INTO saved_addresses (user_id, method_id, name, address, usable_at)
      SELECT $1, method.id, 'Mine', $2, now() + interval '1 hour' FROM payment_methods method JOIN assets asset ON asset.id = asset_id
       WHERE ticker = 'USDT' RETURNING id`,
    from.user.id,
    from.address,
  );
  const saved = { address_id: Number(rows[0].id) };
  expect((await request(saved)).body).toMatchObject({ code: 'address_waits' });
  await sql('UPDATE saved_addresses SET usable_at = now() WHERE id = $1', saved.address_id);
  expect(await request(saved)).toMatchObject({ status: 200, body: { status: 11, sent: null, address: from.address } });

  // With the allow-list the same holds of sessions.
  await sql('INSERT INTO address_allow_lists (user_id) VALUES ($1)', from.user.id);
  expect((await from.request({ address: newAddress() })).body).toMatchObject({ code: 'address_not_saved' });
  expect((await from.request()).status).toBe(200);
});
