/** What transfer codes refuse, whom, and that a refusal changes nothing. */

import { createApiKey } from '@pelican/api/src/identity/index.ts';
import { hold, mainAccount } from '@pelican/api/src/ledger/index.ts';
import { createTransferCodeGuesses } from '@pelican/api/src/modules/auth/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { Redis } from 'ioredis';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { signedHeaders } from '../../../docs/examples/signed-request.ts';
import { forgetCounts, wrongCodeOf } from '../../support/second-factors.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import {
  apply,
  assetId,
  createByMail,
  demandAudited,
  type Maker,
  madeCode,
  mailCodeOf,
  makerOf,
  moneyOf,
} from '../../support/transfer-codes.ts';
import { trade } from '../../support/withdrawals.ts';

let api: TestApi;
let maker: Maker;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ WITHDRAWAL_ENHANCED_USD: '2000' });
});
afterAll(() => api.close());
beforeEach(async () => {
  maker = await makerOf(api, `maker${people++}@codes.test`);
});
afterEach(async () => {
  await demandAudited(api);
  await forgetCounts(api);
});

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const newUser = (options?: { kycApproved: boolean }) => api.signUp(`user${people++}@codes.test`, options);
const unknownCode = 'ABCD-EFGH-JKLM-NPQR-STUV-WXYZ-2345-6789';

async function expectNothingHappened(): Promise<void> {
  expect(await moneyOf(api, maker.user)).toEqual({ main: '100', codes: '0' });
  expect(await sql('SELECT 1 FROM transfer_codes WHERE maker_id = $1', maker.user.id)).toEqual([]);
}

test.each([
  ['nothing', { amount: '0' }, 'invalid_argument'],
  ['less than nothing', { amount: '-1' }, 'invalid_argument'],
  ['an exponent', { amount: '1e1' }, 'invalid_argument'],
  ['no number', { amount: 'ten' }, 'invalid_argument'],
  ['no amount', { amount: undefined }, 'invalid_argument'],
  ['more decimals than the asset has', { amount: '1.0000000001' }, 'wrong_step'],
  ['19 decimals', { amount: '1.0000000000000000001' }, 'invalid_argument'],
  ['more than can be counted', { amount: '99999999999999999999' }, 'out_of_range'],
  ['more than there is', { amount: '100.01' }, 'insufficient_balance'],
  ['an asset that does not exist', { ticker: 'NOTHING' }, 'unknown_asset'],
  ['no asset', { ticker: undefined }, 'invalid_argument'],
  ['an asset in small letters', { ticker: 'usdt' }, 'invalid_argument'],
  ['no proof', { factor: undefined, code: undefined }, 'invalid_argument'],
  ['the password in place of a second factor', { factor: 'password', code: 'Pelican#2026x' }, 'factor_wrong'],
])('no code is made of %s', async (_what, change, refusal) => {
  expect((await maker.create(change)).body).toMatchObject({ code: refusal });
  await expectNothingHappened();
});

test('no code is made with a wrong factor, or with one that was shown before', async () => {
  const proof = { factor: 'recovery_code', code: maker.recoveryCodes[0] };
  expect((await maker.create({ code: wrongCodeOf('GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ') })).body).toMatchObject({
    code: 'factor_wrong',
  });
  await expectNothingHappened();
  await madeCode(maker, proof);
  expect((await maker.create(proof)).body).toMatchObject({ code: 'factor_wrong' });
  expect(await moneyOf(api, maker.user)).toEqual({ main: '90', codes: '10' });
});

test('money that is held is not there for a code', async () => {
  const { id: userId } = maker.user;
  const account = mainAccount({ userId, assetId: await assetId(api, 'USDT') });
  await inTransaction(api.parts.pool, (tx) =>
    hold(tx, { account, amount: '95', kind: 'test', reference: 'test', idempotencyKey: `test:${userId}` }),
  );
  expect((await maker.create()).body).toMatchObject({ code: 'insufficient_balance' });
  await expectNothingHappened();
});

test('creating needs verification, a second factor and unlocked withdrawals, in the words of the specification', async () => {
  const set = (change: string) => sql(`UPDATE users SET ${change} WHERE id = $1`, maker.user.id);
  await set(`withdrawals_locked_until = now() + interval '1 hour', password_changed_at = now() + interval '1 minute'`);
  expect(await maker.create()).toMatchObject({
    status: 403,
    body: {
      code: 'withdrawals_locked',
      errors: { message: ["You can't withdraw at the moment, because you have changed password in last 2 days"] },
    },
  });
  await set('withdrawals_locked_until = NULL');
  await expectNothingHappened();

  const proof = { factor: 'totp', code: '123456' };
  const wanted = { ticker: 'USDT', amount: '1', ...proof };
  const unverified = await newUser({ kycApproved: false });
  expect(await unverified.post('/v2/profile/code/create', wanted)).toMatchObject({
    status: 403,
    body: { code: 'kyc_required', errors: { message: ['You must pass personal verification'] } },
  });
  const oneFactor = await newUser();
  expect(await oneFactor.post('/v2/profile/code/create', wanted)).toMatchObject({
    status: 403,
    body: { code: 'two_factor_required', errors: { message: ['Please, enable Two-Factor authentication'] } },
  });
});

test('an API key reads the lists and does nothing else', async () => {
  const { key, secret } = await createApiKey(
    api.parts.pool,
    { userId: maker.user.id, label: 'bot', scopes: ['read', 'trade', 'transfer', 'withdraw'] },
    api.config.apiKeyEncryptionKeys,
  );
  const { code, id } = await madeCode(maker);
  const get = signedHeaders(key, secret, 'GET', '/v2/profile/codes/my');
  expect((await api.call('GET', '/v2/profile/codes/my', { headers: get })).status).toBe(200);
  for (const [path, body] of [
    ['create', { ticker: 'USDT', amount: '1', factor: 'totp', code: '123456' }],
    ['apply', { code }],
    ['delete', { id }],
  ] as const) {
    const text = JSON.stringify(body);
    const headers = signedHeaders(key, secret, 'POST', `/v2/profile/code/${path}`, text);
    expect(await api.call('POST', `/v2/profile/code/${path}`, { headers, body: text })).toMatchObject({
      status: 403,
      body: { code: 'insufficient_scope' },
    });
  }
  expect(await moneyOf(api, maker.user)).toEqual({ main: '90', codes: '10' });
});

test('codes for others count in the limit of 24 hours as withdrawals do, until they have come back', async () => {
  const rich = await makerOf(api, `maker${people++}@codes.test`, { amount: '3000' });
  const leftOf = async () => (await rich.user.get<{ left: string }>('/v3/profile/withdraw_kyc_limit')).body.left;
  const [given, kept, own] = [
    (await createByMail(api, rich, '1200')).body,
    (await createByMail(api, rich, '600')).body,
    (await createByMail(api, rich, '200')).body,
  ];
  expect(await leftOf()).toBe('0');
  expect((await rich.create({ amount: '1' })).body).toMatchObject({ code: 'withdrawal_limit' });
  await apply(await newUser(), given.code);
  expect(await leftOf()).toBe('0');
  await apply(rich.user, own.code);
  await rich.user.post('/v2/profile/code/delete', { id: kept.id });
  expect(await leftOf()).toBe('800');
  // A code of the app is good once: each shows a recovery code of its own.
  const proofs = [
    {
      factor: 'recovery_code',
      code: rich.recoveryCodes[0],
      amount: '601',
      mail_code: await mailCodeOf(api, rich, '601'),
    },
    {
      factor: 'recovery_code',
      code: rich.recoveryCodes[1],
      amount: '602',
      mail_code: await mailCodeOf(api, rich, '602'),
    },
  ];
  const at = await Promise.all(proofs.map((wanted) => rich.create(wanted)));
  expect(
    at.map(({ body }) => (body as { code: string }).code).filter((code) => code === 'withdrawal_limit'),
  ).toHaveLength(1);
});

test('a telephone of the last days makes none above the basic limit, and none is made of a price that one small trade has made', async () => {
  const rich = await makerOf(api, `maker${people++}@codes.test`, { amount: '1000' });
  await sql(`UPDATE users SET phone = '+919876500123', phone_verified_at = now() WHERE id = $1`, rich.user.id);
  expect(await rich.create({ amount: '600' })).toMatchObject({ status: 403, body: { code: 'factor_recent' } });
  await sql(`UPDATE users SET phone_verified_at = now() - interval '30 days' WHERE id = $1`, rich.user.id);
  expect((await createByMail(api, rich, '600')).status).toBe(200);
  trade(api, 'LTC_USDT', { price: 100, amount: 1 });
  expect((await rich.create({ ticker: 'LTC', amount: '1' })).body).toMatchObject({ code: 'price_unknown' });
});

test('a factor of the last days makes no code above the basic limit', async () => {
  const rich = await makerOf(api, `maker${people++}@codes.test`, { amount: '1000' });
  await sql('UPDATE second_factors SET enabled_at = now() WHERE user_id = $1', rich.user.id);
  await madeCode(rich, { amount: '300' });
  expect(await rich.create({ amount: '200' })).toMatchObject({ status: 403, body: { code: 'factor_recent' } });
  expect(await moneyOf(api, rich.user)).toEqual({ main: '700', codes: '300' });
});

test('who withdraws to saved addresses alone makes no codes, and an asset without a price leaves by none', async () => {
  await sql('INSERT INTO address_allow_lists (user_id) VALUES ($1)', maker.user.id);
  expect(await maker.create()).toMatchObject({ status: 403, body: { code: 'address_not_saved' } });
  expect(await maker.create({ ticker: 'ADA' })).toMatchObject({ status: 503, body: { code: 'price_unknown' } });
  await expectNothingHappened();
});

test('a code that was never made, was used, or was deleted has one answer', async () => {
  const [used, deleted] = [await madeCode(maker), await madeCode(maker)];
  const other = await newUser();
  await apply(other, used.code);
  await maker.user.post('/v2/profile/code/delete', { id: deleted.id });
  const answers = await Promise.all([unknownCode, used.code, deleted.code].map((code) => apply(other, code)));
  for (const { status, body } of answers) {
    expect(status).toBe(422);
    expect(body).toEqual({
      code: 'transfer_code_unusable',
      errors: { message: ['Code not found or already used'] },
    });
  }
  for (const code of ['', '   ', 'ABCD', `${unknownCode}-AAAA`, unknownCode.replace('A', '0'), 7, null, undefined])
    expect(await other.post('/v2/profile/code/apply', { code })).toMatchObject({
      status: 422,
      body: { code: 'invalid_argument', errors: { code: [expect.any(String)] } },
    });
});

test('who is unverified or blocked activates nothing, and a code of a blocked maker waits', async () => {
  const { code } = await madeCode(maker);
  const unverified = await newUser({ kycApproved: false });
  expect(await apply(unverified, code)).toMatchObject({
    status: 403,
    body: { code: 'kyc_required', errors: { message: ['You must pass personal verification'] } },
  });
  const block = (userId: number, status: string) =>
    sql(`UPDATE users SET status = $2::"UserStatus" WHERE id = $1`, userId, status);
  const blocked = await newUser();
  // Blocked in Postgres alone, after a call: this process still takes the account for one that is active.
  expect((await blocked.get('/v2/profile/codes/my')).status).toBe(200);
  await block(blocked.id, 'blocked');
  expect(await apply(blocked, code)).toMatchObject({ status: 403, body: { code: 'account_blocked' } });

  const other = await newUser();
  await block(maker.user.id, 'blocked');
  expect((await apply(other, code)).body).toMatchObject({ code: 'transfer_code_unusable' });
  expect((await maker.create()).body).toMatchObject({ code: 'account_blocked' });
  expect(await moneyOf(api, maker.user)).toEqual({ main: '90', codes: '10' });
  await block(maker.user.id, 'active');
  expect((await apply(other, code)).status).toBe(200);
});

test('wrong codes are counted over all processes, by user and by address, and apart from sign-ins', async () => {
  const { code } = await madeCode(maker);
  const [guesser, other] = [await newUser(), await newUser()];
  const redis = new Redis(api.redisUrl);
  const elsewhere = createTransferCodeGuesses(redis);
  /** As if so many had been counted, and the wait for the last of them were over. */
  const countAs = async (scope: string, count: number) => {
    const [key = ''] = await redis.keys(`login-attempts:${scope}:*:count`);
    await redis.set(key, count, 'KEEPTTL');
    await redis.del(key.replace(/count$/, 'wait'));
  };
  for (let guess = 0; guess < 9; guess++) expect((await apply(guesser, unknownCode)).status).toBe(422);
  const [mine = ''] = await redis.keys('login-attempts:transfer-code:*:count');
  expect(await redis.get(mine)).toBe('9');
  await countAs('transfer-code', 20);
  expect((await apply(guesser, unknownCode)).status).toBe(422);
  const refused = await apply(guesser, code);
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
  await expect(elsewhere.reserve({ userId: guesser.id, ip: '10.9.9.9' })).rejects.toMatchObject({
    code: 'too_many_requests',
  });
  expect((await api.signIn(guesser.email, guesser.id)).accessToken).toBeTruthy();

  // Hundreds of accounts of one address.
  const ip = '10.1.2.3';
  await forgetCounts(api);
  await (await elsewhere.reserve({ userId: 1, ip })).failed();
  await countAs('transfer-code-address', 200);
  await (await elsewhere.reserve({ userId: 2, ip })).failed();
  expect((await apply(other, code, ip)).status).toBe(429);
  expect((await apply(other, code, '10.1.2.4')).status).toBe(200);
  await redis.quit();
});

test('what fails half-way has changed nothing', async () => {
  const { code } = await madeCode(maker);
  const other = await newUser();
  // Each of the three has moved the money before.
  await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'test'; END $$`);
  await sql('CREATE TRIGGER refuse BEFORE INSERT ON transfer_code_events FOR EACH ROW EXECUTE FUNCTION refuse()');
  expect((await maker.create()).status).toBe(500);
  expect((await apply(other, code)).status).toBe(500);
  const { body } = await maker.user.get<{ result: { id: number }[] }>('/v2/profile/codes/my');
  expect((await maker.user.post('/v2/profile/code/delete', { id: body.result[0]?.id })).status).toBe(500);
  await sql('DROP TRIGGER refuse ON transfer_code_events');
  expect(body.result).toHaveLength(1);
  expect(await moneyOf(api, maker.user)).toEqual({ main: '90', codes: '10' });
  expect(await moneyOf(api, other)).toEqual({ main: '0', codes: '0' });
  expect((await apply(other, code)).status).toBe(200);
});
