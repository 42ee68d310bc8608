/** Deposits by a payment provider: the whole round, and reports that come twice, late, early, forged or wrong. */
import { createFiatService, createSandboxProvider } from '@pelican/api/src/modules/fiat/index.ts';
import { endExpired } from '@pelican/api/src/modules/fiat/jobs.ts';
import type { PaymentProvider } from '@pelican/api/src/modules/fiat/provider.ts';
import { createPaymentsService } from '@pelican/api/src/modules/payments/index.ts';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demandInrAudited } from '../../support/inr.ts';
import { paid, providerSecret, report, type Started, startDeposit, submitForm } from '../../support/provider.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { openWorkerPool } from '../../support/worker.ts';

let api: TestApi;
let workerPool: pg.Pool;
let people = 0;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  workerPool = openWorkerPool(api.databaseUrl);
});
afterAll(async () => {
  await workerPool?.end();
  await api?.close();
});
afterEach(() => demandInrAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const payer = () => api.signUp(`payer${people++}@fiat.test`);

async function started(user: TestUser, body: object = {}, options = {}): Promise<Started> {
  const answer = await startDeposit(user, body, options);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
}

async function mainOf({ id }: TestUser): Promise<string> {
  const [row] = await sql(
    `SELECT trim_scale(balance)::text AS main FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'
      AND asset_id = (SELECT id FROM assets WHERE ticker = 'INR')`,
    id,
  );
  return row?.main ?? '0';
}

async function statusOf({ id }: Started): Promise<{ status: number; reason: string }> {
  const [row] = await sql('SELECT status, reason FROM deposits WHERE id = $1', id);
  return row as { status: number; reason: string };
}

const kindsOf = async ({ id }: TestUser) =>
  (await sql('SELECT kind FROM notices WHERE user_id = $1 ORDER BY id', id)).map(({ kind }) => kind);

test('the browser is sent to the page of the provider, the payer approves, and the money is there less the fee', async () => {
  const user = await payer();
  const { hash, redirectLink, fields, id } = await started(user);
  expect(redirectLink).toBe('/sandbox/pay');
  const page = await submitForm(api, redirectLink, fields);
  expect(page).toMatchObject({ status: 200, html: expect.stringContaining('1000 INR') });
  expect((await api.call('GET', `/v3/merchant/${hash}`)).body).toMatchObject({
    status: 'pending',
    amount: '1000',
    ticker: 'INR',
    method: 'Paysoft',
    system_address: 'pelican@sandbox.example',
    memo: hash.slice(0, 8).toUpperCase(),
  });
  const decided = await submitForm(api, '/sandbox/pay/decide', { ...fields, outcome: 'paid' });
  expect(decided).toMatchObject({ status: 303, location: '/successful' });
  expect(await mainOf(user)).toBe('990');
  expect((await api.call('GET', `/v3/merchant/${hash}`)).body).toMatchObject({ status: 'successful' });
  expect(await kindsOf(user)).toEqual(['provider_deposit_credited']);
  const history = async (method: string) =>
    (await user.get(`/v2/profile/wallet-history?payment_method=${method}`)).body;
  expect(await history('PAYSOFT')).toMatchObject({ result: [{ kind: 'deposit', id }], total: 1 });
  expect(await history('INR')).toMatchObject({ result: [], total: 0 });
  expect((await user.get(`/v2/profile/wallet-history/deposit/${id}`)).body).toMatchObject({
    status: 3,
    method: 'Paysoft',
    fee: '10',
    place: 'wallet',
    steps: [
      { key: 'requested', state: 'done' },
      { key: 'paid', state: 'done' },
      { key: 'credited', state: 'done' },
    ],
  });
  // The first decision stands.
  expect(await submitForm(api, '/sandbox/pay/decide', { ...fields, outcome: 'declined' })).toMatchObject({
    location: '/successful',
  });
  expect(await mainOf(user)).toBe('990');
});

test('a payment that is declined, or left, brings nothing', async () => {
  const user = await payer();
  const [declined, left] = [await started(user), await started(user)];
  expect(await submitForm(api, '/sandbox/pay/decide', { ...declined.fields, outcome: 'declined' })).toMatchObject({
    location: '/unsuccessful',
  });
  await submitForm(api, '/sandbox/pay/decide', { ...left.fields, outcome: 'canceled' });
  expect(await statusOf(declined)).toMatchObject({ status: 12 });
  expect(await statusOf(left)).toMatchObject({ status: 9 });
  expect(await mainOf(user)).toBe('0');
  expect(await kindsOf(user)).toEqual(['provider_deposit_refused']);
});

test('the page of the provider takes no payment that we have not signed', async () => {
  const { fields } = await started(await payer());
  const payment = Buffer.from(JSON.stringify({ reference: 'x', ticker: 'INR', amount: '1' })).toString('base64url');
  expect((await submitForm(api, '/sandbox/pay', { ...fields, payment })).status).toBe(403);
  expect((await submitForm(api, '/sandbox/pay/decide', { ...fields, payment, outcome: 'paid' })).status).toBe(403);
  expect((await submitForm(api, '/sandbox/pay', { payment: 'x' })).status).toBe(422);
});

test('a report that comes twice, also ten at once, credits once', async () => {
  const user = await payer();
  const deposit = await started(user);
  const body = paid(deposit.hash);
  const answers = await Promise.all(Array.from({ length: 10 }, () => report(api, body)));
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(200));
  expect((await report(api, body)).body).toEqual({ status: 3 });
  expect(await mainOf(user)).toBe('990');
  expect(await kindsOf(user)).toEqual(['provider_deposit_credited']);
  // A decline after that changes nothing, and neither does another payment.
  expect((await report(api, { ...body, outcome: 'declined' })).body).toEqual({ status: 3 });
  expect((await report(api, paid(deposit.hash))).body).toEqual({ status: 3 });
  expect(await mainOf(user)).toBe('990');
});

test('a report that is forged, old, changed on its way or of another provider changes nothing', async () => {
  const user = await payer();
  const deposit = await started(user);
  const body = paid(deposit.hash);
  const refused = { status: 401, body: { code: 'invalid_signature' } };
  expect(await report(api, body, { secret: 'x'.repeat(40) })).toMatchObject(refused);
  expect(await report(api, body, { now: Date.now() - 301_000 })).toMatchObject(refused);
  expect(await report(api, body, { now: Date.now() + 360_000 })).toMatchObject(refused);
  expect(await report(api, body, { text: JSON.stringify({ ...body, amount: '1' }) })).toMatchObject(refused);
  expect((await api.call('POST', '/v2/payment-callbacks/sandbox', { body })).status).toBe(401);
  expect((await api.call('POST', '/v2/payment-callbacks/other', { body })).status).toBe(404);
  expect((await report(api, { ...body, reference: 'A'.repeat(22) })).status).toBe(404);
  expect((await report(api, { ...body, amount: '-1000' })).status).toBe(422);
  await sql(`UPDATE provider_payments SET provider = 'other' WHERE deposit_id = $1`, deposit.id);
  expect((await report(api, body)).status).toBe(404);
  await sql(`UPDATE provider_payments SET provider = 'sandbox' WHERE deposit_id = $1`, deposit.id);
  expect(await statusOf(deposit)).toMatchObject({ status: 2 });
  expect(await mainOf(user)).toBe('0');
});

test.each([
  ['another amount', { amount: '1000.01' }, 'Another amount was paid'],
  ['another currency', { ticker: 'USDT' }, 'Another currency was paid'],
])('a report of %s credits nothing and waits for operators', async (_what, change, reason) => {
  const user = await payer();
  const deposit = await started(user);
  const body = paid(deposit.hash, change);
  expect((await report(api, body)).body).toEqual({ status: 6 });
  expect(await statusOf(deposit)).toEqual({ status: 6, reason });
  // The right one after it does not credit it either: operators see both.
  const right = paid(deposit.hash);
  expect((await report(api, right)).body).toEqual({ status: 6 });
  const kept = await sql('SELECT payment_id AS id FROM provider_reports WHERE deposit_id = $1', deposit.id);
  expect(new Set(kept.map(({ id }) => id))).toEqual(new Set([body.paymentId, right.paymentId]));
  expect(await mainOf(user)).toBe('0');
  expect(await kindsOf(user)).toEqual(['provider_deposit_review']);
});

test('one payment at the provider is credited for one deposit', async () => {
  const [user, other] = [await payer(), await payer()];
  const [first, second] = [await started(user), await started(other)];
  const body = paid(first.hash);
  await report(api, body);
  expect((await report(api, { ...body, reference: second.hash })).body).toEqual({ status: 6 });
  expect([await mainOf(user), await mainOf(other)]).toEqual(['990', '0']);
});

test('a payment is credited although it was reported before the call that began it has answered', async () => {
  const user = await payer();
  const key = 'before-the-answer';
  const deposit = await started(user, {}, { key });
  // As if the provider's answer were on its way.
  await sql('UPDATE provider_payments SET redirect = NULL WHERE deposit_id = $1', deposit.id);
  const [again, reported] = await Promise.all([startDeposit(user, {}, { key }), report(api, paid(deposit.hash))]);
  expect([again.status, reported.status]).toEqual([200, 200]);
  expect(again.body).toEqual(deposit);
  expect(await statusOf(deposit)).toMatchObject({ status: 3 });
  expect(await mainOf(user)).toBe('990');
});

test('a repeat with the same key begins one payment, also at once; with another amount it is refused', async () => {
  const user = await payer();
  const key = 'one-payment';
  const answers = await Promise.all([1, 2, 3].map(() => startDeposit(user, {}, { key })));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await startDeposit(user, { amount: '2000' }, { key })).toMatchObject({
    body: { code: 'repeated_with_other_content' },
  });
  expect(await sql('SELECT id FROM deposits WHERE user_id = $1', user.id)).toHaveLength(1);
});

test('a provider that has taken the payment and whose report was lost is asked; strangers may not ask', async () => {
  const [user, other] = [await payer(), await payer()];
  const deposit = await started(user);
  const verify = (by: TestUser) => by.post('/v3/balance/verify-transaction', { id: deposit.id });
  expect((await verify(user)).body).toEqual({ id: deposit.id, status: 2, reason: '' });
  await api.parts.redis.set(`sandbox-provider:${deposit.hash}`, JSON.stringify(paid(deposit.hash)));
  expect((await verify(other)).status).toBe(404);
  expect(await mainOf(user)).toBe('0');
  const answers = await Promise.all([verify(user), verify(user)]);
  expect(answers.map(({ body }) => body.status)).toEqual([3, 3]);
  expect(await mainOf(user)).toBe('990');
  expect(await mainOf(other)).toBe('0');
});

test('what nobody has paid in time ends; what was paid late is credited', async () => {
  const user = await payer();
  const [late, never, inTime] = [await started(user), await started(user), await started(user)];
  await sql(`UPDATE provider_payments SET expires_at = now() - interval '1 minute' WHERE deposit_id = ANY($1)`, [
    late.id,
    never.id,
  ]);
  await endExpired(workerPool);
  expect([(await statusOf(late)).status, (await statusOf(never)).status, (await statusOf(inTime)).status]).toEqual([
    9, 9, 2,
  ]);
  expect((await api.call('GET', `/v3/merchant/${never.hash}`)).body).toMatchObject({ status: 'closed' });
  expect((await report(api, paid(late.hash))).body).toEqual({ status: 3 });
  expect(await mainOf(user)).toBe('990');
});

test('a provider that fails at the start and has taken the payment all the same: its report, or a repeat, decides', async () => {
  const user = await payer();
  const session = { userId: user.id, sessionId: await sessionOf(user) };
  const sandbox = createSandboxProvider({ secret: providerSecret, redis: api.parts.redis });
  let isDown = true;
  const provider: PaymentProvider = {
    ...sandbox,
    start: (payment) => (isDown ? Promise.reject(new Error('timed out')) : sandbox.start(payment)),
  };
  const { pool, spot, log } = api.parts;
  const payments = createPaymentsService({
    pool,
    catalog: () => spot.catalog(),
    knownAsset: (ticker) => spot.catalog().assetByTicker(ticker),
  });
  const require = async () => ({ userId: user.id }) as never;
  const fiat = createFiatService({ pool, payments, providers: new Map([['sandbox', provider]]), require, log });
  const begin = (idempotencyKey: string) =>
    fiat.deposit({ userId: user.id } as never, session, {
      ticker: 'INR',
      paymentKey: 'PAYSOFT',
      form: { amount: '1000' },
      idempotencyKey,
    });
  const openOf = async () =>
    (await sql('SELECT id, status, reference FROM deposits WHERE user_id = $1 ORDER BY id', user.id)) as {
      id: number;
      status: number;
      reference: string;
    }[];
  await expect(begin('first')).rejects.toMatchObject({ code: 'payment_provider_failed' });
  await expect(begin('second')).rejects.toMatchObject({ code: 'payment_provider_failed' });
  const [first, second] = await openOf();
  expect([first?.status, second?.status]).toEqual([8, 8]);
  expect((await report(api, paid(String(first?.reference)))).body).toEqual({ status: 3 });
  expect(await mainOf(user)).toBe('990');
  isDown = false;
  expect(await begin('second')).toMatchObject({ hash: second?.reference, redirectLink: '/sandbox/pay' });
  expect((await openOf()).map(({ status }) => status)).toEqual([3, 2]);
});

async function sessionOf({ id }: TestUser): Promise<string> {
  const [row] = await sql('SELECT id FROM sessions WHERE user_id = $1', id);
  return String(row?.id);
}

test('one that was refused and is reported as paid afterwards waits for operators', async () => {
  const user = await payer();
  const deposit = await started(user);
  await report(api, paid(deposit.hash, { outcome: 'declined' }));
  expect((await report(api, paid(deposit.hash))).body).toEqual({ status: 6 });
  expect(await mainOf(user)).toBe('0');
});
