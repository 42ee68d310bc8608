/** What no deposit by a payment provider is begun for. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { providerSecret, startDeposit } from '../../support/provider.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
});
afterAll(() => api.close());

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const payer = () => api.signUp(`payer${people++}@fiat.test`);

test.each([
  ['nothing', { amount: '0' }, 'amount', 'Must be greater than zero'],
  ['less than nothing', { amount: '-100' }, 'amount', 'Must be a plain decimal number'],
  ['19 decimals', { amount: `100.${'1'.repeat(19)}` }, 'amount', 'Must be a plain decimal number'],
  ['3 decimals', { amount: '100.001' }, 'amount', 'INR has at most 2 decimals'],
  ['less than the least', { amount: '99.99' }, 'amount', 'The minimum is 100 INR'],
  ['more than the most', { amount: '100000.01' }, 'amount', 'The maximum is 100000 INR'],
  ['no e-mail', {}, 'email', 'Field is required'],
  ['a wrong e-mail', { email: 'x' }, 'email', 'Email is not valid'],
])('nothing is begun for %s', async (_what, change, field, text) => {
  const user = await payer();
  const method = field === 'email' ? 'MERCURYO' : 'PAYSOFT';
  const { status, body } = await startDeposit(user, change, { method });
  expect(status).toBe(422);
  expect((body as unknown as { errors: Record<string, string[]> }).errors[field]).toContainEqual(text);
  expect(await sql('SELECT 1 FROM deposits WHERE user_id = $1', user.id)).toEqual([]);
});

test('an unknown method, one of a network, another currency, and one that is switched off are refused', async () => {
  const user = await payer();
  const begin = (ticker: string, key: string) => user.post(`/v3/balance/deposit-${ticker}/${key}`, { amount: '100' });
  const unknown = {
    status: 404,
    body: {
      code: 'unknown_payment_method',
      errors: { message: ['There is no such payment method for this currency'] },
    },
  };
  expect(await begin('INR', 'P24UAH')).toMatchObject(unknown);
  expect(await begin('INR', 'constructor')).toMatchObject(unknown);
  expect(await begin('BTC', 'SANDBOX')).toMatchObject(unknown);
  expect(await begin('BTC', 'PAYSOFT')).toMatchObject(unknown);
  expect(await begin('NONE', 'PAYSOFT')).toMatchObject({ status: 422, body: { code: 'unknown_asset' } });
  const disabled = {
    status: 422,
    body: { code: 'deposit_disabled', errors: { message: ['Deposit for INR is disabled'] } },
  };
  await sql(`UPDATE payment_methods SET provider = 'another' WHERE key = 'PAYSOFT'`);
  expect(await begin('INR', 'PAYSOFT')).toMatchObject(disabled);
  await sql(`UPDATE payment_methods SET provider = 'sandbox' WHERE key = 'PAYSOFT'`);
  await sql(
    `UPDATE payment_terms SET enabled = false WHERE method_id = (SELECT id FROM payment_methods WHERE key = 'PAYSOFT')`,
  );
  expect(await begin('INR', 'PAYSOFT')).toMatchObject(disabled);
  await sql(
    `UPDATE payment_terms SET enabled = true WHERE method_id = (SELECT id FROM payment_methods WHERE key = 'PAYSOFT')`,
  );
});

test('of a user no more than twenty wait', async () => {
  const user = await payer();
  for (let at = 0; at < 20; at++) expect((await startDeposit(user, { amount: '100' })).status).toBe(200);
  expect((await startDeposit(user, { amount: '100' })).status).toBe(429);
});

test('the fee of a method is told before', async () => {
  const user = await payer();
  expect((await user.post('/v3/balance/calcfee-INR/PAYSOFT', { amount: '5000', action: 'deposit' })).body).toEqual({
    amount: '5000',
    fee: '50',
    net: '4950',
  });
});
