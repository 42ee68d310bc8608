/** Rupees as operators pay them: batches, the file for the bank, what became of each transfer, and that none is paid twice. */
import type { InrBatch, InrPayoutCase, InrPayoutDetail } from '@pelican/shared/contracts/inr';
import type { WalletRecordDetail } from '@pelican/shared/contracts/statements';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  confirmedRupees,
  demandInrAudited,
  type RupeeHolder,
  rupeeHolder,
  rupeesOf,
  tradeRupees,
  transferId,
} from '../../support/inr.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { statusOf } from '../../support/withdrawals.ts';

let api: TestApi;
let first: TestUser;
let second: TestUser;
let holder: RupeeHolder;

beforeAll(async () => {
  api = await startTestApi();
  tradeRupees(api);
  await demandTwoPersons(api.databaseUrl);
  first = await signUpOperator(api, 'payer', ['money']);
  second = await signUpOperator(api, 'payer2', ['money']);
});
beforeEach(async () => {
  holder = await rupeeHolder(api);
});
afterAll(() => api.close());
afterEach(() => demandInrAudited(api));

const sql = async (text: string, ...values: unknown[]) => (await api.parts.pool.query(text, values)).rows;
const take = (by: TestUser) => by.post<{ batch: InrBatch }>('/v2/ops/inr-payout-batches');
const pay = (by: TestUser, id: number, utr = transferId(), reason?: string) =>
  by.post<Asked>(`/v2/ops/inr-payouts/${id}/pay`, { utr, ...(reason === undefined ? {} : { reason }) });
const fail = (by: TestUser, id: number, reason = 'Your bank has refused the transfer.') =>
  by.post(`/v2/ops/inr-payouts/${id}/fail`, { reason });
const file = (by: TestUser, batch: number, reason?: string) =>
  by.post<{ name: string; text: string }>(
    `/v2/ops/inr-payout-batches/${batch}/file`,
    reason === undefined ? {} : { reason },
  );
const listed = async (state: string) =>
  (await first.get<{ result: InrPayoutCase[] }>(`/v2/ops/inr-payouts?state=${state}`)).body.result;
const kindsOf = async () =>
  (await sql('SELECT kind FROM notices WHERE user_id = $1 ORDER BY id', holder.user.id)).map(({ kind }) => kind);

/** In a batch of the first operator. */
async function taken(amount = '5000'): Promise<{ id: number; batch: number }> {
  const { id } = await confirmedRupees(api, holder, { amount });
  const { status, body } = await take(first);
  expect(status, JSON.stringify(body)).toBe(200);
  return { id, batch: body.batch.id };
}

test('an approved one is taken in a batch, its file has what the bank needs, and it is paid by its reference', async () => {
  const { id } = await confirmedRupees(api, holder, { amount: '5000.50' });
  expect(await listed('ready')).toMatchObject([
    { id, email: holder.user.email, net: '4985.5', batch: null, utr: null },
  ]);
  expect(JSON.stringify((await first.get('/v2/ops/queues')).body)).toContain('inr_payouts');
  const { body } = await take(first);
  expect(body.batch).toMatchObject({ taken_by: 'payer', count: 1, open: 1, net: '4985.5', is_downloaded: false });
  expect(await statusOf(api, id)).toBe(14);
  expect((await holder.user.post(`/v2/profile/withdrawals/${id}/cancel`)).body).toMatchObject({
    code: 'withdrawal_closed',
  });

  const { account_number: number } = (await first.get<InrPayoutDetail>(`/v2/ops/inr-payouts/${id}`)).body;
  const csv = await file(first, body.batch.id);
  expect(csv.body.name).toBe(`inr-batch-${body.batch.id}.csv`);
  expect(csv.body.text.split('\r\n')).toEqual([
    '"reference","beneficiary","account_number","ifsc","bank","account_type","amount","currency"',
    `"W${id}","Asha Patel","${number}","HDFC0001234","HDFC Bank","saving","4985.50","INR"`,
    '',
  ]);

  const utr = transferId();
  const paid = await pay(first, id, utr);
  expect(paid.status, JSON.stringify(paid.body)).toBe(200);
  expect(await statusOf(api, id)).toBe(3);
  expect(await rupeesOf(api, holder)).toEqual({ balance: 994_999.5, held: 0 });
  expect((await holder.user.get('/v2/profile/withdrawals')).body).toMatchObject({
    result: [{ id, status: 3, txHash: utr, explorerLink: '' }],
  });
  expect(await listed('paid')).toMatchObject([{ id, utr, state: 'paid' }]);
  expect((await kindsOf()).slice(-3)).toEqual(['withdrawal_confirmed', 'withdrawal_sent', 'withdrawal_finished']);
  const [record] = await sql(
    `SELECT actor, details FROM audit_records WHERE action = 'inr_withdrawal.paid' ORDER BY id DESC LIMIT 1`,
  );
  expect(record).toMatchObject({ actor: 'ops:payer', details: { withdrawal: id, utr, amount: '5000.5', alone: true } });
  expect((await holder.user.delete(`/v3/inr-banks/${holder.bank}`)).status).toBe(200);
});

test('a failed one is the money of its user again, who reads why; the bank account is free', async () => {
  const { id } = await taken();
  expect((await holder.user.delete(`/v3/inr-banks/${holder.bank}`)).body).toMatchObject({ code: 'inr_bank_in_use' });
  expect((await fail(first, id)).status).toBe(200);
  expect(await statusOf(api, id)).toBe(12);
  expect(await rupeesOf(api, holder)).toEqual({ balance: 1_000_000, held: 0 });
  expect((await holder.user.get('/v2/profile/withdrawals')).body).toMatchObject({
    result: [{ reason: 'Your bank has refused the transfer.' }],
  });
  expect((await kindsOf()).at(-1)).toBe('withdrawal_failed');
  // It had been sent to the bank.
  const { steps } = (await holder.user.get<WalletRecordDetail>(`/v2/profile/wallet-history/withdrawal/${id}`)).body;
  expect(steps.map(({ key, state }) => [key, state])).toEqual([
    ['requested', 'done'],
    ['confirmed', 'done'],
    ['reviewed', 'done'],
    ['sent', 'done'],
    ['received', 'failed'],
  ]);
  expect((await pay(second, id)).body).toMatchObject({ code: 'request_closed' });
  expect((await holder.user.delete(`/v3/inr-banks/${holder.bank}`)).status).toBe(200);
});

test('what became of it is not reported as that of a network', async () => {
  const { id } = await taken();
  const shown = await first.get<{ payout_actions: string[] }>(`/v2/ops/withdrawals/${id}`);
  expect(shown.body.payout_actions).toEqual([]);
  const reason = 'On the statement';
  for (const [action, body] of [
    ['fail', { code: 'network', reason }],
    ['paid-by-hand', { transaction: 'abc', reason }],
  ] as const) {
    const answer = await first.post(`/v2/ops/withdrawals/${id}/${action}`, body);
    expect([answer.status, answer.body.code], JSON.stringify(answer.body)).toEqual([409, 'request_closed']);
  }
  expect(await statusOf(api, id)).toBe(14);
});

test('two operators who take a batch at once take each withdrawal once', async () => {
  const ids: number[] = [];
  for (let at = 0; at < 3; at++) ids.push((await confirmedRupees(api, holder, { amount: '200' })).id);
  const answers = await Promise.all([take(first), take(second), take(first)]);
  const batches = answers.filter(({ status }) => status === 200).map(({ body }) => body.batch.count);
  expect(batches.reduce((sum, count) => sum + count, 0)).toBe(3);
  for (const { status, body } of answers.filter((answer) => answer.status !== 200))
    expect([status, (body as unknown as { code: string }).code]).toEqual([409, 'request_closed']);
  const rows = await sql('SELECT count(*)::int AS count FROM inr_payouts WHERE withdrawal_id = ANY ($1)', ids);
  expect(rows).toEqual([{ count: 3 }]);
});

test('paid and failed at once, by whomever, is one of both and once', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await taken('1000');
    const utr = transferId();
    const answers = await Promise.all([
      pay(first, id, utr),
      pay(second, id, utr),
      fail(first, id),
      fail(second, id),
      pay(first, id),
    ]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409]);
    expect([3, 12]).toContain(await statusOf(api, id));
  }
});

test('a reference pays one withdrawal, also at once, and has the form of one', async () => {
  const one = await taken('1000');
  const other = await taken('1000');
  for (const utr of ['', '12345678901', 'ABC', '1234567890123', "=1+1'"])
    expect((await pay(first, one.id, utr)).status).toBe(422);
  const utr = transferId();
  const answers = await Promise.all([pay(first, one.id, utr), pay(second, other.id, utr)]);
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({
    code: 'inr_transaction_id_exists',
    errors: { utr: ['Sorry, but this transaction ID already exists.'] },
  });
  const open = answers[0]?.status === 409 ? one : other;
  expect(await statusOf(api, open.id)).toBe(14);
  expect((await pay(first, open.id, `${utr.slice(0, 4)} ${utr.slice(4, 8)}-${utr.slice(8)}`)).status).toBe(409);
  expect((await pay(first, open.id, 'hdfcn52026112399')).status).toBe(200);
});

test('the file is handed out once; again it needs a reason, and shows what is open alone', async () => {
  await sql(`UPDATE inr_banks SET bank_name = '=cmd|''/c calc''!A1' WHERE id = $1`, holder.bank);
  const { id, batch } = await taken();
  const files = await Promise.all([file(first, batch), file(second, batch)]);
  expect(files.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  // What a spreadsheet would take for a formula is text.
  expect(files.find(({ status }) => status === 200)?.body.text).toContain(`"'=cmd|'/c calc'!A1"`);
  expect((await file(second, batch)).body).toMatchObject({
    code: 'invalid_argument',
    errors: { reason: expect.any(Array) },
  });
  expect((await file(second, batch, 'The upload was refused')).body.text).toContain(`"W${id}"`);
  const records = await sql(
    `SELECT action, details ->> 'reason' AS reason FROM audit_records WHERE subject = $1 ORDER BY id`,
    `inr_batch:${batch}`,
  );
  expect(records).toEqual([
    { action: 'inr_batch.taken', reason: null },
    { action: 'inr_batch.downloaded', reason: null },
    { action: 'inr_batch.downloaded_again', reason: 'The upload was refused' },
  ]);
  await pay(first, id);
  expect((await file(second, batch, 'Once more')).body.text).not.toContain(`"W${id}"`);
  expect((await first.get('/v2/ops/inr-payout-batches?limit=1')).body).toMatchObject({
    result: [{ id: batch, open: 0, is_downloaded: true }],
  });
  expect((await file(first, 999_999)).status).toBe(404);
});

test('of a blocked account, of locked withdrawals and of a method that is disabled nothing is taken', async () => {
  const { id } = await confirmedRupees(api, holder);
  const nothing = { status: 409, body: { code: 'request_closed' } };
  await sql(`UPDATE users SET status = 'blocked' WHERE id = $1`, holder.user.id);
  expect(await take(first)).toMatchObject(nothing);
  await sql(
    `UPDATE users SET status = 'active', withdrawals_locked_until = now() + interval '1 hour' WHERE id = $1`,
    holder.user.id,
  );
  expect(await take(first)).toMatchObject(nothing);
  await sql('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', holder.user.id);
  await sql(`UPDATE payment_terms SET enabled = false WHERE action = 'withdraw'`);
  expect(await take(first)).toMatchObject(nothing);
  await sql(`UPDATE payment_terms SET enabled = true WHERE action = 'withdraw'`);
  // One that was not taken is neither paid nor failed by hand.
  expect((await pay(first, id)).status).toBe(404);
  expect((await fail(first, id)).status).toBe(404);
  expect((await take(first)).body.batch.count).toBe(1);
});

test('while its user cancels it and an operator takes it at once, one of both happens', async () => {
  for (let round = 0; round < 3; round++) {
    const { id } = await confirmedRupees(api, holder, { amount: '500' });
    const [canceled, batch] = await Promise.all([
      holder.user.post(`/v2/profile/withdrawals/${id}/cancel`),
      take(first),
    ]);
    expect([canceled.status, batch.status]).toSatisfy(
      ([cancel, took]: number[]) => (cancel === 200 && took === 409) || (cancel === 409 && took === 200),
    );
  }
});

test('from the amount of two persons on, another operator approves what became of it', async () => {
  const { id } = await taken('39000');
  await sql(`UPDATE payment_terms SET two_person_amount = 39000 WHERE action = 'withdraw'`);
  const utr = transferId();
  const asked = await pay(first, id, utr, 'On the statement');
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await statusOf(api, id)).toBe(14);
  expect((await fail(second, id)).body).toMatchObject({ code: 'request_closed' });
  const { request } = asked.body;
  expect((await approveRequest(first, request)).status).toBe(403);
  expect((await approveRequest(second, request)).status).toBe(200);
  expect(await statusOf(api, id)).toBe(3);
  // Parts of a sum count as the sum does.
  const part = await taken('500');
  expect((await fail(first, part.id)).status).toBe(202);
  await sql(`UPDATE payment_terms SET two_person_amount = 100000 WHERE action = 'withdraw'`);
});

test('one operator decides alone no more than the sum of one operator, also at once', async () => {
  const alone = await signUpOperator(api, 'single', ['money']);
  const others = [holder, await rupeeHolder(api)];
  const ids: number[] = [];
  for (const one of others) ids.push((await confirmedRupees(api, one, { amount: '3000' })).id);
  await take(alone);
  await sql(`UPDATE payment_terms SET operator_day_amount = 5000 WHERE action = 'withdraw'`);
  const answers = await Promise.all(ids.map((id) => pay(alone, id, transferId(), 'On the statement')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);
  // Where nobody has set the amounts, two decide.
  await sql(`UPDATE payment_terms SET operator_day_amount = 1000000, two_person_amount = 0 WHERE action = 'withdraw'`);
  holder = await rupeeHolder(api);
  const { id } = await taken('200');
  expect((await pay(second, id, transferId(), 'On the statement')).status).toBe(202);
  await sql(`UPDATE payment_terms SET two_person_amount = 100000 WHERE action = 'withdraw'`);
});

test('operators without the right, and strangers, see and do nothing', async () => {
  const { id, batch } = await taken();
  const helper = await signUpOperator(api, 'helper', ['support']);
  for (const one of [helper, holder.user]) {
    expect((await one.get('/v2/ops/inr-payouts')).status).toBe(403);
    expect((await one.get(`/v2/ops/inr-payouts/${id}`)).status).toBe(403);
    expect((await take(one)).status).toBe(403);
    expect((await file(one, batch)).status).toBe(403);
    expect((await pay(one, id)).status).toBe(403);
  }
  expect(await statusOf(api, id)).toBe(14);
});
