/** Withdrawals from the request to the payment, and what ends them before. */

import {
  failWithdrawal,
  finishWithdrawal,
  markSent,
  takeApproved,
} from '@pelican/api/src/modules/withdrawals/index.ts';
import { endExpired } from '@pelican/api/src/modules/withdrawals/jobs.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { forgetCounts } from '../../support/second-factors.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { assetId, demandAudited } from '../../support/transfer-codes.ts';
import {
  confirmed,
  lastMail,
  mainOf,
  networkId,
  requested,
  statusOf,
  trade,
  type Withdrawer,
  withdrawerOf,
} from '../../support/withdrawals.ts';

let api: TestApi;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const newWithdrawer = (options?: Parameters<typeof withdrawerOf>[2]) =>
  withdrawerOf(api, `withdrawer${people++}@test.local`, options);
const take = (limit = 100) => inTransaction(api.parts.pool, (tx) => takeApproved(tx, networkId, limit));
const told = async ({ user }: Withdrawer) => {
  const { rows } = await api.parts.pool.query<{ kind: string }>(
    `SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'withdrawal%' ORDER BY id`,
    [user.id],
  );
  return rows.map(({ kind }) => kind);
};

test('a withdrawal is held, confirmed by the code of a mail, taken, sent and paid', async () => {
  const from = await newWithdrawer();
  const made = await requested(from);
  expect(made).toMatchObject({
    ticker: 'USDT',
    amount: '100',
    fee: '1',
    net: '99',
    status: 5,
    address: from.address,
    canCancel: true,
    expiresAt: expect.any(Number),
    sent: { to: expect.stringContaining('@'), retry_after: 60 },
  });
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 100 });
  expect(await take()).toEqual([]);

  const { id } = made;
  const answer = await from.confirm(id, (await lastMail(api, id)).code);
  expect(answer.body).toMatchObject({ status: 11, expiresAt: null, canCancel: true });
  const [taken] = await take();
  expect(taken).toBe(id);
  expect(await take()).toEqual([]);
  expect((await from.user.post(`/v2/profile/withdrawals/${id}/cancel`)).body).toMatchObject({
    code: 'withdrawal_closed',
  });

  const { pool } = api.parts;
  const fee = { assetId: await assetId(api, 'PLC'), amount: '0.01' };
  for (let times = 0; times < 2; times++)
    await inTransaction(pool, (tx) => markSent(tx, { id, transactionHash: 'abc' }));
  // As the signer has remembered it.
  await pool.query(
    `INSERT INTO signed_payouts (withdrawal_id, network_id, asset_id, address, memo, amount, nonce, transaction_hash, raw)
      SELECT id, $2, asset_id, address, memo, amount - fee, 0, 'abc', '' FROM withdrawals WHERE id = $1`,
    [id, networkId],
  );
  expect(await statusOf(api, id)).toBe(14);
  for (let times = 0; times < 2; times++)
    await inTransaction(pool, (tx) => finishWithdrawal(tx, { id, networkFee: fee }));
  expect(await mainOf(api, from)).toEqual({ balance: 900, held: 0 });
  const { rows } = await pool.query(
    `SELECT kind, balance::float8 AS balance FROM ledger_accounts WHERE kind IN ('chain', 'payment_fees', 'network_costs') AND balance <> 0
      ORDER BY kind, balance`,
  );
  expect(rows).toEqual([
    { kind: 'chain', balance: 0.01 },
    { kind: 'chain', balance: 99 },
    { kind: 'network_costs', balance: -0.01 },
    { kind: 'payment_fees', balance: 1 },
  ]);
  await expect(inTransaction(pool, (tx) => failWithdrawal(tx, { id, reason: 'late' }))).rejects.toThrow(/status 3/);
  expect(await told(from)).toEqual([
    'withdrawal_requested',
    'withdrawal_code_by_mail',
    'withdrawal_confirmed',
    'withdrawal_sent',
    'withdrawal_finished',
  ]);
  expect((await from.user.get('/v2/profile/withdrawals?ticker=USDT')).body).toMatchObject({
    total: 1,
    result: [{ id, status: 3, txHash: 'abc' }],
  });
});

test('the link of the mail confirms once, without a session', async () => {
  const from = await newWithdrawer();
  const { id } = await requested(from);
  const { token } = await lastMail(api, id);
  const wrong = `${token.slice(0, -2)}${token.endsWith('AA') ? 'BB' : 'AA'}`;
  expect(await api.call('POST', '/confirmWithdraw', { body: { token: wrong } })).toMatchObject({
    status: 422,
    body: { code: 'link_ended' },
  });
  const confirm = () => api.call('POST', '/confirmWithdraw', { body: { token } });
  const answers = await Promise.all([confirm(), confirm(), confirm()]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422, 422]);
  expect(await statusOf(api, id)).toBe(11);
  expect(await api.call('POST', '/confirmWithdraw', { body: {} })).toMatchObject({
    status: 422,
    body: { errors: { token: ['Token is required'] } },
  });
});

test('wrong codes are counted, and the right one is of its own withdrawal alone', async () => {
  const from = await newWithdrawer();
  const other = await newWithdrawer();
  const { id } = await requested(from);
  const { id: second } = await requested(from);
  const { code } = await lastMail(api, id);
  expect((await other.confirm(id, code)).status).toBe(404);
  if ((await lastMail(api, second)).code !== code)
    expect((await from.confirm(second, code)).body).toMatchObject({ code: 'code_wrong' });
  const wrong = code === '000000' ? '000001' : '000000';
  for (let guess = 0; guess < 5; guess++)
    expect((await from.confirm(id, wrong)).body).toMatchObject({ code: 'code_wrong' });
  expect((await from.confirm(id, code)).status).not.toBe(200);
  expect(await statusOf(api, id)).toBe(5);
});

test('what is not confirmed in time ends, and its money is free again', async () => {
  const from = await newWithdrawer();
  const { id } = await requested(from);
  const { token } = await lastMail(api, id);
  await api.parts.pool.query(`UPDATE withdrawals SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
  expect((await api.call('POST', '/confirmWithdraw', { body: { token } })).body).toMatchObject({ code: 'link_ended' });
  await endExpired(api.parts.pool);
  await endExpired(api.parts.pool);
  expect(await statusOf(api, id)).toBe(4);
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 0 });
  expect((await from.user.get('/v3/profile/withdraw_kyc_limit')).body).toMatchObject({ used: '0', left: '100000' });
});

test('its user cancels it, again without effect, and nobody else does', async () => {
  const from = await newWithdrawer();
  const other = await newWithdrawer();
  const { id } = await confirmed(api, from);
  const path = `/v2/profile/withdrawals/${id}/cancel`;
  expect((await other.user.post(path)).status).toBe(404);
  expect((await from.user.post(path)).body).toMatchObject({ status: 4, canCancel: false });
  expect((await from.user.post(path)).body).toMatchObject({ status: 4 });
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 0 });
  expect(await take()).not.toContain(id);
  expect((await from.user.post('/v3/profile/resendWithdrawEmailotp', { id })).body).toMatchObject({
    code: 'withdrawal_closed',
  });
});

test('one that fails at the network gives all of its money back', async () => {
  const from = await newWithdrawer();
  const { id } = await confirmed(api, from);
  await take();
  for (let times = 0; times < 2; times++)
    await inTransaction(api.parts.pool, (tx) => failWithdrawal(tx, { id, reason: 'The network has refused it.' }));
  expect(await statusOf(api, id)).toBe(12);
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 0 });
  expect((await told(from)).at(-1)).toBe('withdrawal_failed');
});

test('a repeat with the same key makes no second one, and other content is refused', async () => {
  const from = await newWithdrawer();
  const key = { 'idempotency-key': 'k1' };
  const first = await from.request({}, key);
  const [again, twice] = [await from.request({}, key), await from.request({ amount: '100.0' }, key)];
  expect([again.body, twice.body]).toMatchObject(
    [1, 2].map(() => ({ id: first.body.id, repeated: true, sent: null, status: 5 })),
  );
  expect((await from.request({ amount: '101' }, key)).body).toMatchObject({ code: 'repeated_with_other_content' });
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 100 });
});

test('link and code are sent again after a minute, and the earlier ones count no longer', async () => {
  const from = await newWithdrawer();
  const { id } = await requested(from);
  const first = await lastMail(api, id);
  const again = () => from.user.post('/v3/profile/resendWithdrawEmailotp', { id });
  expect((await again()).status).toBe(429);
  await forgetWaits(api);
  expect((await again()).body).toMatchObject({ status: 'success', to: expect.stringContaining('@') });
  expect((await api.call('POST', '/confirmWithdraw', { body: { token: first.token } })).status).toBe(422);
  expect((await from.user.post('/v3/profile/resendWithdrawPhoneotp', { id })).body).toMatchObject({
    code: 'confirmation_channel',
  });
  const { token } = await lastMail(api, id);
  expect((await api.call('POST', '/confirmWithdraw', { body: { token } })).body).toMatchObject({ status: 11 });
});

/** With a second factor of codes that are sent, since a month. */
async function withSentFactor(factor: 'sms_code' | 'email_code', phone: string | null): Promise<Withdrawer> {
  const from = await newWithdrawer({ hasFactor: false });
  const { id, email } = from.user;
  const { pool } = api.parts;
  await pool.query(`UPDATE users SET phone = $2, phone_verified_at = now() - interval '30 days' WHERE id = $1`, [
    id,
    phone,
  ]);
  await pool.query(
    `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, $2, now() - interval '30 days')`,
    [id, factor],
  );
  const user = await api.signIn(email, id);
  return {
    ...from,
    user,
    async request(wanted = {}) {
      expect((await user.post('/v2/settings/2fa/code', { factor })).status).toBe(200);
      const { code } = await lastCode(id, factor === 'sms_code' ? 'code_by_text' : 'code_by_mail');
      const body = { amount: '100', address: from.address, factor, code, ...wanted };
      return user.post('/v3/balance/withdrawal-USDT/SANDBOX', body);
    },
    confirm: (of, code) => user.post('/confirmWithdraw', { id: of, code }),
  };
}

async function lastCode(userId: number, kind: string): Promise<{ code: string }> {
  const { rows } = await api.parts.pool.query<{ payload: { code: string } }>(
    'SELECT payload FROM notices WHERE user_id = $1 AND kind = $2 ORDER BY id DESC LIMIT 1',
    [userId, kind],
  );
  return rows[0]?.payload ?? { code: '' };
}

test.each([
  ['sms_code', 'mail', 'withdrawal_code_by_mail', 'resendWithdrawPhoneotp'],
  ['email_code', 'text', 'withdrawal_code_by_text', 'resendWithdrawEmailotp'],
] as const)('a request that was proven by %s is confirmed by %s', async (factor, channel, kind, resendOther) => {
  const from = await withSentFactor(factor, factor === 'sms_code' ? '+919876500001' : '+919876500002');
  const { id, confirmBy, sent } = await requested(from);
  expect(confirmBy).toEqual([channel]);
  expect(sent?.to).toContain(channel === 'mail' ? '@' : '+91');
  expect(await told(from)).toEqual(['withdrawal_requested', kind]);
  expect((await from.user.post(`/v3/profile/${resendOther}`, { id })).body).toMatchObject({
    code: 'confirmation_channel',
  });
  expect((await from.confirm(id, (await lastCode(from.user.id, kind)).code)).body).toMatchObject({ status: 11 });
});

test('a factor that is the mailbox, without a telephone, is no second channel: the basic limit counts', async () => {
  const from = await withSentFactor('email_code', null);
  expect((await from.user.get('/v3/profile/withdraw_kyc_limit')).body).toMatchObject({ tier: 'basic', limit: '500' });
  expect((await requested(from)).confirmBy).toEqual(['mail']);
});

test.each([
  ['email_code', null],
  ['email_code', '1 day'],
  ['sms_code', '1 day'],
] as const)(
  'beside an app, what %s proves and the mailbox confirms stays within the basic limit (telephone: %s)',
  async (factor, age) => {
    const from = await newWithdrawer();
    const { pool } = api.parts;
    const { user, address } = from;
    await pool.query(
      `INSERT INTO second_factors (user_id, method, enabled_at) VALUES ($1, $2, now() - interval '30 days')`,
      [user.id, factor],
    );
    if (age !== null)
      await pool.query(
        `UPDATE users SET phone = '+9198765' || lpad(id::text, 5, '0'), phone_verified_at = now() - $2::interval WHERE id = $1`,
        [user.id, age],
      );
    const byCode = async (amount: string) => {
      await forgetCounts(api);
      expect((await user.post('/v2/settings/2fa/code', { factor })).status).toBe(200);
      const { code } = await lastCode(user.id, factor === 'sms_code' ? 'code_by_text' : 'code_by_mail');
      return from.request({ address, amount, factor, code });
    };
    expect(await byCode('501')).toMatchObject({ status: 409, body: { code: 'confirmation_channel' } });
    expect(await byCode('400')).toMatchObject({ status: 200, body: { confirmBy: ['mail'] } });
    expect((await byCode('101')).body, 'by the sum of 24 hours').toMatchObject({ code: 'confirmation_channel' });
    expect((await from.request({ amount: '101' })).status, 'by the app').toBe(200);
  },
);

test('a telephone of the last days confirms nothing and lifts no limit, also when it was added after the request', async () => {
  const from = await withSentFactor('email_code', null);
  const setPhone = (age: string) =>
    api.parts.pool.query(
      `UPDATE users SET phone = '+919876500007', phone_verified_at = now() - $2::interval WHERE id = $1`,
      [from.user.id, age],
    );
  const resent = async (id: number) =>
    (await from.user.post<{ code?: string }>('/v3/profile/resendWithdrawPhoneotp', { id })).body.code;
  const tier = async () => (await from.user.get<{ tier: string }>('/v3/profile/withdraw_kyc_limit')).body.tier;
  const before = await requested(from);
  await setPhone('6 days');
  expect(await tier()).toBe('basic');
  expect(await resent(before.id)).toBe('confirmation_channel');
  await forgetCounts(api);
  const { id, confirmBy } = await requested(from);
  expect(confirmBy).toEqual(['mail']);
  expect(await resent(id)).toBe('confirmation_channel');

  // As a request of before, which could be confirmed by text message.
  await api.parts.pool.query(`UPDATE withdrawals SET confirm_by = '{mail,text}' WHERE id = $1`, [id]);
  expect(await resent(id)).toBe('phone_required');
  await setPhone('8 days');
  expect(await tier()).toBe('enhanced');
  expect(await resent(id)).toBeUndefined();
  await forgetCounts(api);
  expect((await requested(from)).confirmBy).toEqual(['text']);

  // Codes to it are a factor that adds nothing either.
  await setPhone('1 day');
  await api.parts.pool.query(`UPDATE second_factors SET method = 'sms_code' WHERE user_id = $1`, [from.user.id]);
  expect(await tier()).toBe('basic');
});

test('the balance says how much of an asset may still be withdrawn', async () => {
  const from = await newWithdrawer();
  const limitOf = async (user: Withdrawer['user'], ticker: string) =>
    (await user.get<{ withdrawalLimit: string }>(`/v3/profile/balance/${ticker}`)).body.withdrawalLimit;
  trade(api, 'SOL_USDT', { price: 150, amount: 1_000 });
  expect(await limitOf(from.user, 'USDT')).toBe('100000');
  await requested(from, { amount: '1000' });
  expect(await limitOf(from.user, 'USDT')).toBe('99000');
  expect(await limitOf(from.user, 'SOL')).toBe('660');
  expect(await limitOf(from.user, 'ADA')).toBe('0');
  expect(await limitOf(await api.signUp('none@test.local', { kycApproved: false }), 'USDT')).toBe('0');
});

test('figures of limits and of the lock are public', async () => {
  expect((await api.call('GET', '/systemParams')).body).toMatchObject({
    withdrawal: { basic_usd: 500, enhanced_usd: 100_000, lock_hours: 48 },
  });
});

test('the message names the memo that decides who receives it', async () => {
  const from = await newWithdrawer({ ticker: 'XRP', paymentKey: 'CRYPTOMEMO' });
  trade(api, 'XRP_USDT', { price: 2, amount: 10_000 });
  const request = async (wanted: object) => (await from.request(wanted)).body.id;
  expect(await lastMail(api, await request({ memo: '104723' }))).toMatchObject({ memo: '104723' });
  expect(await lastMail(api, await request({ without_memo: true }))).toMatchObject({ memo: '' });
});

/** As if a minute had passed since codes were sent. */
async function forgetWaits({ parts: { redis } }: TestApi): Promise<void> {
  const keys = await redis.keys('sent-code:*:wait');
  if (keys.length > 0) await redis.del(...keys);
}
