/** Withdrawals of rupees as their users request them: to which bank account, how much, and what is refused. */
import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import {
  confirmedRupees,
  demandInrAudited,
  type RupeeHolder,
  rupeeHolder,
  rupeesOf,
  tradeRupees,
} from '../../support/inr.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { lastMail } from '../../support/withdrawals.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
  tradeRupees(api);
});
afterAll(() => api.close());
afterEach(() => demandInrAudited(api));

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const nothing = { balance: 1_000_000, held: 0 };
const cancel = ({ user }: RupeeHolder, id: number) => user.post(`/v2/profile/withdrawals/${id}/cancel`);

test('rupees are held, the mail names the bank account, and the confirmed withdrawal waits for its payment', async () => {
  const holder = await rupeeHolder(api);
  const { status, body } = await holder.request({ amount: '5000.50' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    amount: '5000.5',
    fee: '15',
    net: '4985.5',
    status: 5,
    isFiat: true,
    address: expect.stringMatching(/^HDFC Bank XXXX\d{4}, HDFC0001234$/),
  });
  expect(await rupeesOf(api, holder)).toEqual({ balance: 1_000_000, held: 5000.5 });
  expect(await lastMail(api, body.id)).toMatchObject({
    amount: '5000.5',
    ticker: 'INR',
    address: body.address,
    isToAccount: true,
  });
  const { code } = await lastMail(api, body.id);
  expect((await holder.user.post('/confirmWithdraw', { id: body.id, code })).body).toMatchObject({ status: 11 });
  expect((await holder.user.get(`/v3/inr-bank-trx-count/${holder.bank}`)).body).toEqual({ count: 1, total: 1 });
  expect((await holder.user.delete(`/v3/inr-banks/${holder.bank}`)).body).toMatchObject({ code: 'inr_bank_in_use' });
  expect((await cancel(holder, body.id)).status).toBe(200);
  expect(await rupeesOf(api, holder)).toEqual(nothing);
  expect((await holder.user.delete(`/v3/inr-banks/${holder.bank}`)).status).toBe(200);
});

test.each([
  ['less than the least', { amount: '99.99' }, 'amount_too_small', { amount: ['The minimum is 100 INR'] }],
  ['more than the most', { amount: '499000.01' }, 'amount_too_large', { amount: ['The maximum is 499000 INR'] }],
  ['three decimals', { amount: '100.001' }, 'wrong_step', { amount: ['INR has at most 2 decimals'] }],
  ['nineteen decimals', { amount: '100.0000000000000000001' }, 'invalid_argument', { amount: expect.any(Array) }],
  ['nothing', { amount: '0' }, 'invalid_argument', { amount: ['Must be greater than zero'] }],
  ['less than nothing', { amount: '-100' }, 'invalid_argument', { amount: expect.any(Array) }],
  ['terms that are not accepted', { terms: false }, 'invalid_argument', { terms: ['Please accept the terms'] }],
  ['no bank account', { bank_id: undefined }, 'invalid_argument', { bank_id: ['Field is required'] }],
  ['a bank account of nobody', { bank_id: 999_999 }, 'inr_bank_not_found', {}],
  ['a wrong second factor', { code: '000000' }, 'factor_wrong', { code: expect.any(Array) }],
])('%s', async (_, wanted, code, errors) => {
  const holder = await rupeeHolder(api);
  const answer = await holder.request(wanted);
  expect(answer.body).toMatchObject({ code, errors });
  expect(await rupeesOf(api, holder)).toEqual(nothing);
});

test("an account that waits, was deleted or is somebody else's gets no rupees, nor does a bank get coins", async () => {
  const [holder, other] = [await rupeeHolder(api), await rupeeHolder(api)];
  await sql(`UPDATE inr_banks SET status = 'pending', decided_at = NULL WHERE id = $1`, holder.bank);
  expect((await holder.request()).body).toMatchObject({ code: 'inr_bank_not_verified' });
  expect((await holder.request({ bank_id: other.bank })).body).toMatchObject({ code: 'inr_bank_not_found' });
  const coins = { amount: '10', bank_id: holder.bank, terms: true };
  expect((await holder.user.post('/v3/balance/withdrawal-USDT/SANDBOX', coins)).body).toMatchObject({
    code: 'unknown_payment_method',
  });
  await holder.user.delete(`/v3/inr-banks/${holder.bank}`);
  expect((await holder.request()).body).toMatchObject({ code: 'inr_bank_not_found' });
  expect(await rupeesOf(api, holder)).toEqual(nothing);
});

test('an API key does not withdraw to a bank', async () => {
  const { user, bank } = await rupeeHolder(api);
  const { key, secret } = await createApiKey(
    api.parts.pool,
    { userId: user.id, label: 'bot', scopes: ['withdraw'] },
    api.config.apiKeyEncryptionKeys,
  );
  const path = '/v3/balance/withdrawal-INR/INR';
  const body = JSON.stringify({ amount: '5000', bank_id: bank, terms: true });
  const headers = signedHeaders(key, secret, 'POST', path, body);
  expect((await api.call('POST', path, { body, headers })).body).toMatchObject({ code: 'insufficient_scope' });
});

test('a blocked account, locked withdrawals and a method that is switched off withdraw nothing', async () => {
  const holder = await rupeeHolder(api);
  await sql(`UPDATE users SET withdrawals_locked_until = now() + interval '1 hour' WHERE id = $1`, holder.user.id);
  expect((await holder.request()).body).toMatchObject({ code: 'withdrawals_locked' });
  await sql('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', holder.user.id);
  await sql(
    `UPDATE payment_terms SET enabled = false WHERE action = 'withdraw' AND method_id IN (SELECT id FROM payment_methods WHERE key = 'INR')`,
  );
  expect((await holder.request()).body).toMatchObject({
    code: 'withdrawal_disabled',
    errors: { message: ['Withdrawal for INR is disabled'] },
  });
  await sql(`UPDATE payment_terms SET enabled = true WHERE action = 'withdraw'`);
  await sql(`UPDATE users SET status = 'blocked' WHERE id = $1`, holder.user.id);
  expect((await holder.request()).body).toMatchObject({ code: 'account_blocked' });
  expect(await rupeesOf(api, holder)).toEqual(nothing);
});

test('by the day of India no more than the limit, also at once; what has come back does not count', async () => {
  const holder = await rupeeHolder(api);
  await sql(`UPDATE payment_terms SET amount_day = 1000000 WHERE action = 'withdraw'`);
  const answers = await Promise.all(
    [1, 2, 3].map((at) => holder.request({ amount: '400000' }, { 'idempotency-key': `day-${at}` })),
  );
  const taken = answers.filter(({ status }) => status === 200);
  // Codes of the factor count once each: requests at once share one.
  expect(taken.length).toBeGreaterThanOrEqual(1);
  while (taken.length < 2) taken.push(await holder.request({ amount: '400000' }));
  expect((await holder.request({ amount: '200001' })).body).toMatchObject({
    code: 'inr_daily_limit',
    errors: { message: ['The daily limit is ₹10,00,000: you can withdraw ₹2,00,000 more today'] },
  });
  expect((await cancel(holder, taken[0]?.body.id as number)).status).toBe(200);
  expect((await holder.request({ amount: '200001' })).status).toBe(200);
  await sql(`UPDATE withdrawals SET created_at = now() - interval '25 hours' WHERE user_id = $1`, holder.user.id);
  expect((await holder.request({ amount: '300000' })).status).toBe(200);
  await sql(`UPDATE payment_terms SET amount_day = 10000000 WHERE action = 'withdraw'`);
});

test('a repeat under the same key makes no second one, whatever the limit of the day has become', async () => {
  const holder = await rupeeHolder(api);
  const key = { 'idempotency-key': 'once' };
  const first = await holder.request({}, key);
  await sql(`UPDATE payment_terms SET amount_day = 5000 WHERE action = 'withdraw'`);
  expect(await holder.request({}, key)).toMatchObject({ status: 200, body: { id: first.body.id, repeated: true } });
  await sql(`UPDATE payment_terms SET amount_day = 10000000 WHERE action = 'withdraw'`);
  expect((await holder.request({ amount: '5001' }, key)).body).toMatchObject({ code: 'repeated_with_other_content' });
  expect(await rupeesOf(api, holder)).toEqual({ balance: 1_000_000, held: 5000 });
});

test('while an account is deleted and rupees are withdrawn to it at once, one of both happens', async () => {
  for (let round = 0; round < 3; round++) {
    const holder = await rupeeHolder(api);
    const [asked, removed] = await Promise.all([holder.request(), holder.user.delete(`/v3/inr-banks/${holder.bank}`)]);
    expect([asked.status, removed.status]).toSatisfy(
      ([request, removal]: number[]) => (request === 200 && removal === 409) || (request === 404 && removal === 200),
    );
  }
});

test('a large sum to an account that is new waits for an operator', async () => {
  const holder = await rupeeHolder(api);
  expect((await confirmedRupees(api, holder, { amount: '5000' })).status).toBe(11);
  expect((await confirmedRupees(api, holder, { amount: '400000' })).status).toBe(6);
});
