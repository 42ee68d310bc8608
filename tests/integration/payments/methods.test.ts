/** Payment methods: who sees which, what they cost, and the fee table. */
import type { FeeRow, PaymentData } from '@pelican/shared/contracts/payments';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let user: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  user = await api.signUp('methods@test.local');
});
afterAll(() => api.close());

const get = (path: string) => user.get(path);
const fee = (ticker: string, key: string, body: unknown) => user.post(`/v3/balance/calcfee-${ticker}/${key}`, body);

it('an asset has its ways in and out', async () => {
  const { status, body } = await get('/v3/profile/depositdata/BTC');
  expect(status).toBe(200);
  const data = body as PaymentData;
  expect(data.action).toBe('DEPOSIT');
  expect(data.marketList).toContain('BTC_USDT');
  expect(data.paymentList).toMatchObject([
    { key: 'SANDBOX', type: 'crypto', enabled: true, network: { confirmations: 3, seconds: 6, is_memo: false } },
  ]);
  const rupees = (await get('/v3/profile/withdrawaldata/INR')).body as PaymentData;
  const [bank, ...providers] = rupees.paymentList;
  expect(rupees.action).toBe('WITHDRAW');
  expect(bank).toMatchObject({ key: 'INR', type: 'bank', network: null });
  expect(providers.map(({ key, type }) => [key, type])).toEqual([
    ['ADVCARD', 'provider'],
    ['PAYSOFT', 'provider'],
  ]);
  expect(bank).toMatchObject({ minAmount: '100', maxAmount: '499000', fee: { fixed: '15' } });
});

it('a way in has the address of the caller, a way out the saved ones', async () => {
  const { pool } = api.parts;
  const other = await api.signUp('methods-other@test.local');
  const listOf = async (who: TestUser, path: string) =>
    ((await who.get(`/v3/profile/${path}`)).body as PaymentData).paymentList[0];
  expect(await listOf(user, 'depositdata/BTC')).toMatchObject({ address: null, savedForms: [] });
  await pool.query(
    `INSERT INTO deposit_addresses (network_id, user_id, address, memo, derivation_index, taken_at)
     SELECT network_id, $1, address, '', index, now() + index * interval '1 second'
       FROM payment_methods, (VALUES ('older', 900001), ('newer', 900002)) AS made (address, index)
      WHERE key = 'SANDBOX' AND asset_id = (SELECT id FROM assets WHERE ticker = 'BTC')`,
    [user.id],
  );
  await pool.query(
    `INSERT INTO saved_addresses (user_id, method_id, name, address, memo, usable_at)
     SELECT $1, id, 'Cold', 'kept', '', now() FROM payment_methods
      WHERE key = 'SANDBOX' AND asset_id = (SELECT id FROM assets WHERE ticker = 'BTC')`,
    [user.id],
  );
  expect(await listOf(user, 'depositdata/BTC')).toMatchObject({
    address: { address: 'newer', memo: '' },
    savedForms: [],
  });
  const wayOut = await listOf(user, 'withdrawaldata/BTC');
  expect(wayOut).toMatchObject({ address: null, savedForms: [{ name: 'Cold', address: 'kept', memo: '' }] });
  expect(await listOf(other, 'depositdata/BTC')).toMatchObject({ address: null });
  expect(await listOf(other, 'withdrawaldata/BTC')).toMatchObject({ savedForms: [] });
});

it('a network that is switched off disables its methods', async () => {
  await api.parts.pool.query('UPDATE networks SET withdrawals_enabled = false');
  expect((await get('/v3/profile/withdrawaldata/BTC')).body).toMatchObject({ paymentList: [{ enabled: false }] });
  expect((await get('/v3/profile/depositdata/BTC')).body).toMatchObject({ paymentList: [{ enabled: true }] });
  await api.parts.pool.query('UPDATE networks SET withdrawals_enabled = true');
});

it('a fee is a share between its limits and a fixed part, and leaves nothing below zero', async () => {
  expect((await fee('INR', 'INR', { amount: '1000.50', action: 'withdraw' })).body).toEqual({
    amount: '1000.5',
    fee: '15',
    net: '985.5',
  });
  expect((await fee('INR', 'INR', { amount: '10', action: 'deposit' })).body).toMatchObject({ fee: '10', net: '0' });
  await api.parts.pool.query(
    `UPDATE payment_terms SET fee_ppm = 5000, fee_min = 20, fee_max = 30 WHERE action = 'withdraw'
       AND method_id = (SELECT id FROM payment_methods WHERE key = 'INR')`,
  );
  expect((await fee('INR', 'INR', { amount: '5000', action: 'withdraw' })).body).toMatchObject({
    fee: '40',
    net: '4960',
  });
  const terms = await get('/v2/currency-fee/INR?transaction_method=INR&type=withdraw');
  expect(terms.body).toEqual({
    min: '100',
    max: '499000',
    fixed: '15',
    flex: { minFee: '20', maxFee: '30', percent: '0.5' },
  });
});

it.each([
  { ticker: 'NONE', key: 'INR', amount: '1', status: 422, code: 'unknown_asset' },
  { ticker: 'INR', key: 'WIRETRY', amount: '1', status: 404, code: 'unknown_payment_method' },
  { ticker: 'INR', key: 'INR', amount: '1.0000001', status: 422, code: 'wrong_step' },
  { ticker: 'INR', key: 'INR', amount: '1.0000000000000000001', status: 422, code: 'invalid_argument' },
  { ticker: 'INR', key: 'INR', amount: '-1', status: 422, code: 'invalid_argument' },
  { ticker: 'INR', key: 'INR', amount: '0', status: 422, code: 'invalid_argument' },
])('$ticker by $key of $amount is refused as $code', async ({ ticker, key, amount, status, code }) => {
  expect(await fee(ticker, key, { amount, action: 'deposit' })).toMatchObject({ status, body: { code } });
});

it('the fee table is open to everybody, is searched by asset and method, and has pages', async () => {
  const page = async (query: string) =>
    (await api.call('GET', `/v2/fee-schedule?${query}`)).body as { result: FeeRow[]; total: number };
  const all = await page('');
  expect(all.result.map(({ ticker }) => ticker)).toContain('LTC');
  expect((await page('search=lite')).result).toMatchObject([{ ticker: 'LTC', method: 'Sandbox network' }]);
  expect((await page('search=bank')).result.map(({ ticker }) => ticker)).toEqual(['INR']);
  expect(await page('offset=1&limit=2')).toMatchObject({ total: all.total, result: all.result.slice(1, 3) });
});
