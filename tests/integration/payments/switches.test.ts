/** Operators' switches and terms: who may, by whom it is approved, what users see, and what is under way. */
import { recordStates } from '@pelican/api/src/modules/payments/status/changes.ts';
import { takeApproved } from '@pelican/api/src/modules/withdrawals/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { AssetStatus, MethodDetail, PaymentIncident } from '@pelican/shared/contracts/payments';
import type { WalletRecordDetail } from '@pelican/shared/contracts/statements';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { confirmed, mainOf, networkId, statusOf, type Withdrawer, withdrawerOf } from '../../support/withdrawals.ts';

let api: TestApi;
let from: Withdrawer;
let [mara, ravi, clerk]: TestUser[] = [];
let methodId: number;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  [mara, ravi] = await Promise.all(['mara', 'ravi'].map((name) => signUpOperator(api, name)));
  clerk = await signUpOperator(api, 'clerk', ['listings', 'support']);
  from = await withdrawerOf(api, 'switched@test.local', { amount: '10000', hasFactor: false });
  await sql('UPDATE networks SET block_seconds = 2');
  const { body } = await (mara as TestUser).get<{ result: MethodDetail[] }>('/v2/ops/payments?search=USDT');
  methodId = body.result[0]?.id ?? 0;
});
afterAll(() => api.close());

const reason = 'test';
const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);

const flip = (by: TestUser | undefined, wanted: object) =>
  (by as TestUser).post<Asked>('/v2/ops/payments/switch', {
    scope: 'asset',
    object: 'USDT',
    action: 'withdraw',
    enabled: false,
    reason,
    ...wanted,
  });
const change = (by: TestUser | undefined, wanted: object) =>
  (by as TestUser).post<Asked>(`/v2/ops/payments/${methodId}/terms`, {
    action: 'withdraw',
    change: wanted,
    reason,
  });

/** Asked for by one operator and approved by another. */
async function byTwo(asked: Promise<{ status: number; body: Asked }>): Promise<void> {
  const { status, body } = await asked;
  expect([status, body.status], JSON.stringify(body)).toEqual([202, 'requested']);
  expect((await approveRequest(ravi, body.request)).status).toBe(200);
}

/** As soon as the copy that is handed out is old. */
async function usdtStatus(): Promise<AssetStatus | undefined> {
  await new Promise((resolve) => setTimeout(resolve, 3_100));
  const { status, body } = await api.call('GET', '/v2/assets-status?ticker=USDT');
  expect(status).toBe(200);
  return (body as { result: AssetStatus[] }).result[0];
}

test('one operator closes at once with words for users, and two open again', async () => {
  await sql('UPDATE chain_cursors SET asked_at = now()');
  const expected = Math.floor(Date.now() / 1000) + 3_600;
  const text = 'The wallet is being upgraded';
  expect(await flip(mara, { text, expected })).toMatchObject({ status: 200, body: { status: 'done' } });
  expect((await from.request()).body).toMatchObject({
    code: 'withdrawal_disabled',
    errors: { message: ['Withdrawal for USDT is disabled'] },
  });
  expect((await usdtStatus())?.withdrawal).toMatchObject({
    state: 'suspended',
    cause: 'operator',
    reason: text,
    expectedAt: expected,
    minAmount: '5',
    fee: { fixed: '1' },
  });
  const asked = await flip(mara, { enabled: true });
  expect(asked).toMatchObject({ status: 202, body: { status: 'requested' } });
  expect((await approveRequest(mara, asked.body.request)).status).toBe(403);
  expect((await from.request()).body).toMatchObject({ code: 'withdrawal_disabled' });
  expect((await approveRequest(ravi, asked.body.request)).status).toBe(200);
  expect((await from.request()).status).toBe(200);
  const { body } = await api.call('GET', '/v2/assets-status/incidents?ticker=USDT');
  expect((body as { result: PaymentIncident[] }).result).toMatchObject([
    { action: 'withdraw', from: 'suspended', to: 'open', cause: null, reason: '' },
    { action: 'withdraw', from: 'open', to: 'suspended', cause: 'operator', reason: text },
  ]);
  const { rows } = await sql(`SELECT details FROM audit_records WHERE action = 'payments.opened'`);
  expect(rows[0]?.details).toMatchObject({ before: { enabled: false, text }, after: { enabled: true } });
});

test('a request to open does not open what was closed again since', async () => {
  await flip(mara, { object: 'LTC' });
  const asked = await flip(mara, { object: 'LTC', enabled: true });
  await flip(ravi, { object: 'LTC', text: 'Closed for another reason' });
  expect((await approveRequest(ravi, asked.body.request)).status).toBeGreaterThanOrEqual(400);
  await byTwo(flip(mara, { object: 'LTC', enabled: true }));
});

test('without the permission nothing is read or changed, and what is not there is not found', async () => {
  expect((await (clerk as TestUser).get('/v2/ops/payments')).status).toBe(403);
  expect((await flip(clerk, {})).status).toBe(403);
  expect((await change(clerk, { feeFixed: '2' })).status).toBe(403);
  expect((await flip(from.user, {})).status).toBe(403);
  expect((await flip(mara, { object: 'NONE' })).status).toBe(404);
  expect((await flip(mara, { enabled: true })).body).toMatchObject({ code: 'request_closed' });
});

test.each([
  ['a least amount that its fee eats', { amountMin: '1' }, 'amountMin'],
  ['a most below the least', { amountMax: '2' }, 'amountMax'],
  ['a most of the fee below its least', { feeMin: '2', feeMax: '1' }, 'feeMax'],
  ['more decimals than the asset', { feeFixed: '0.000000001' }, 'feeFixed'],
  ['less than nothing', { feeFixed: '-1' }, 'feeFixed'],
  ['all of the amount', { feePercent: '100' }, 'feePercent'],
])('%s is refused', async (_, wanted, field) => {
  expect(await change(mara, wanted)).toMatchObject({
    status: 422,
    body: { code: 'invalid_argument', errors: { [field]: expect.any(Array) } },
  });
});

test('a fee that two change leaves what was requested as it was, and is said to who has seen another one', async () => {
  const before = await confirmed(api, from, { amount: '100', fee: '1' });
  const asked = await change(mara, { feeFixed: '3', amountMin: '10' });
  await byTwo(Promise.resolve(asked));
  expect((await from.request({ amount: '100', fee: '1' })).body).toMatchObject({
    code: 'fee_changed',
    errors: { amount: ['The fee is 3 USDT now'] },
  });
  const { rows } = await sql('SELECT fee::float8 AS fee FROM withdrawals WHERE id = $1', before.id);
  expect(rows).toEqual([{ fee: 1 }]);
  expect((await from.request({ amount: '100', fee: '3.0' })).body).toMatchObject({ fee: '3', net: '97' });
  const records = await sql(`SELECT details FROM audit_records WHERE action = 'payment_terms.changed'`);
  expect(records.rows[0]?.details).toMatchObject({
    before: { feeFixed: '1', amountMin: '5' },
    after: { feeFixed: '3', amountMin: '10' },
  });
  expect((await change(mara, { feeFixed: '3' })).body).toMatchObject({ code: 'invalid_argument' });
});

test('a request and a closing at once: what is taken is whole, and nothing is taken after the closing', async () => {
  const held = (await mainOf(api, from)).held;
  const [closed, ...answers] = await Promise.all([
    flip(mara, {}),
    ...Array.from({ length: 8 }, () => from.request({ amount: '20' })),
  ]);
  expect(closed.status).toBe(200);
  const taken = answers.filter(({ status }) => status === 200);
  for (const { status, body } of answers)
    if (status !== 200) expect(body).toMatchObject({ code: 'withdrawal_disabled' });
  expect((await mainOf(api, from)).held).toBe(held + 20 * taken.length);
  for (const { body } of taken) expect(await statusOf(api, body.id)).toBe(5);
  const late = await Promise.all(Array.from({ length: 3 }, () => from.request({ amount: '20' })));
  expect(late.map(({ status }) => status)).toEqual([422, 422, 422]);
  await byTwo(flip(mara, { enabled: true }));
});

test('what was approved waits while its way is closed, and its page says why, until when, and where the money is', async () => {
  await sql('UPDATE chain_cursors SET asked_at = now(), head_changed_at = now()');
  const { id } = await confirmed(api, from, { amount: '20' });
  const page = async () =>
    (await from.user.get<WalletRecordDetail>(`/v2/profile/wallet-history/withdrawal/${id}`)).body;
  expect(await page()).toMatchObject({ place: 'held', wait: null, arrivesAt: expect.any(Number) });
  const expected = Math.floor(Date.now() / 1000) + 600;
  await flip(mara, { scope: 'network', object: 'SANDBOX', text: 'An upgrade', expected });
  expect(await page()).toMatchObject({
    place: 'held',
    arrivesAt: null,
    wait: { why: 'closed', text: 'An upgrade', until: expected },
  });
  const taken = await inTransaction(api.parts.pool, (tx) => takeApproved(tx, networkId, 10));
  expect(taken).toEqual([]);
  await byTwo(flip(mara, { scope: 'network', object: 'SANDBOX', enabled: true }));
  expect(await page()).toMatchObject({ wait: null });
});

test('a request waits for a closing that is being written, and is refused by it', async () => {
  const closing = await api.parts.pool.connect();
  await closing.query('BEGIN');
  await closing.query(`SELECT pg_advisory_xact_lock(hashtext('payment_terms'))`);
  const asked = from.request({ amount: '20' });
  await new Promise((resolve) => setTimeout(resolve, 300));
  await closing.query(`UPDATE assets SET withdrawable = false WHERE ticker = 'USDT'`);
  await closing.query('COMMIT');
  closing.release();
  expect((await asked).body).toMatchObject({ code: 'withdrawal_disabled' });
  await sql(`UPDATE assets SET withdrawable = true WHERE ticker = 'USDT'`);
});

test('a network that nobody reads is delayed, and each change of it is one row', async () => {
  const record = () => inTransaction(api.parts.pool, recordStates);
  const states = async () => {
    const { rows } = await sql(
      `SELECT from_state AS from, to_state AS to, cause FROM payment_state_changes WHERE method_id = $1 AND action = 'deposit' ORDER BY id`,
      methodId,
    );
    return rows;
  };
  await sql(
    `INSERT INTO chain_cursors (network_id, height, hash, head_height, hot_address)
      SELECT network_id, 7, 'seven', 7, 'hot' FROM payment_methods WHERE id = $1 ON CONFLICT (network_id) DO UPDATE
        SET asked_at = now(), head_changed_at = now()`,
    methodId,
  );
  await Promise.all([record(), record(), record()]);
  const before = await states();
  await sql(`UPDATE chain_cursors SET asked_at = now() - interval '10 minutes'`);
  await Promise.all([record(), record(), record()]);
  expect((await states()).slice(before.length)).toEqual([{ from: 'open', to: 'delayed', cause: 'unread' }]);
  expect(await usdtStatus()).toMatchObject({
    deposit: { state: 'delayed', cause: 'unread' },
    network: { height: 7, confirmations: 3 },
  });
  await sql('UPDATE chain_cursors SET asked_at = now()');
  await record();
  expect((await states()).at(-1)).toEqual({ from: 'delayed', to: 'open', cause: '' });
});

test('confirmations take two, and are within their limits', async () => {
  const set = (confirmations: number) =>
    (mara as TestUser).post<Asked>('/v2/ops/payment-networks/SANDBOX/confirmations', { confirmations, reason });
  expect((await set(0)).status).toBe(422);
  expect((await set(3)).body).toMatchObject({ code: 'invalid_argument' });
  await byTwo(set(5));
  const { rows } = await sql(`SELECT confirmations FROM networks WHERE key = 'SANDBOX'`);
  expect(rows).toEqual([{ confirmations: 5 }]);
});
