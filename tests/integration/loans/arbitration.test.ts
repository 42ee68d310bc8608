/** What operators decide about disputes, in the console: by two where money moves, and never about an own loan. */
import { runWatch } from '@pelican/api/src/modules/loans/index.ts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoanOperators, reason, startLoanOperators } from '../../support/loan-operators.ts';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { loanOf, offerOf, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: SalesApi;
let operators: LoanOperators;
let alice: TestUser;
let bob: TestUser;
let loan: LoanView;

beforeAll(async () => {
  api = await startSalesApi();
  operators = await startLoanOperators(api);
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
  ({ alice, bob, loan } = await begunLoan(api));
});
afterEach(async () => {
  await api.noBids();
  await api.demandAudited();
});

const dispute = (by = bob) =>
  by.post(`/p2p/dispute/${loan.id}`, { reason: 'other', text: 'It is not what was agreed.' });
const noPrices = { of: () => ({ price: { isFresh: false, isLiquidatable: false } as const, at: null }) };
const decide = (decision: object) => operators.byTwo(`loans/${loan.id}/decide`, { decision });
/** What who approves reads. */
const payloadOf = async ({ id }: { id: number }) =>
  (await operators.ravi.get<{ payload: object }>(`/v2/ops/requests/${id}`)).body.payload;
const disputeOf = async () =>
  (await bob.get<{ result: { state: string; decision: string | null }[] }>(`/p2p/dispute/${loan.id}`)).body.result[0];

test('a dispute is dismissed by one; interest is waived, and a side compensated, by two', async () => {
  await dispute();
  const dismissed = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(dismissed, JSON.stringify(dismissed.body)).toMatchObject({ status: 200, body: { status: 'done' } });
  expect(await disputeOf()).toMatchObject({ state: 'decided', decision: 'dismiss' });
  expect(await decide({ type: 'waive' })).toMatchObject({ body: { code: 'dispute_not_open' } });
  await dispute(alice);
  const compensation = { type: 'compensate', to: 'lender', amount: '12.5' };
  expect(await decide(compensation)).toMatchObject({ body: { code: 'insufficient_balance' } });
  expect(await disputeOf()).toMatchObject({ state: 'open' });
  await operators.done('compensation', { ticker: 'USDT', amount: '100', reference: `for loan ${loan.id}` });
  expect((await decide(compensation)).status).toBe(200);
  expect(await disputeOf()).toMatchObject({ state: 'decided', decision: 'compensate' });
  expect(await api.moneyOf(alice)).toMatchObject({ 'main USDT': '12.5' });
});

test('unpaid interest that is waived is owed no more', async () => {
  await api.take(bob, 'USDT', '497.05');
  const start = Math.round((loan.date_start ?? 0) * 1000);
  await api.days(start + 3 * 86_400_000 + 1_000);
  expect(await loanOf(bob, loan.id)).toMatchObject({ interest_unpaid: '1.5' });
  await dispute();
  expect((await decide({ type: 'waive' })).status).toBe(200);
  const waived = await loanOf(bob, loan.id);
  expect(waived).toMatchObject({ interest_unpaid: '0', dispute: false });
  expect(waived.paymentHistory?.at(-1)).toMatchObject({ kind: 'waiver', amount: '1.5' });
});

test('days are added when both sides agree to as many', async () => {
  await dispute();
  const agree = (by: TestUser, days: number) => by.post(`/p2p/dispute/${loan.id}/extension`, { days });
  await agree(alice, 5);
  const refused = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'extend', days: 5 } });
  expect(refused.body).toMatchObject({ code: 'invalid_argument' });
  await agree(bob, 5);
  const extended = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'extend', days: 5 } });
  expect(extended, JSON.stringify(extended.body)).toMatchObject({ status: 200 });
  expect(await loanOf(bob, loan.id)).toMatchObject({ days: 15, dispute: false });
});

test('a sale that a dispute ends in costs no fee, and the dispute ends when it begins', async () => {
  await api.buyer({ '99000': '1' });
  await dispute();
  expect((await decide({ type: 'sell' })).status).toBe(200);
  expect(await disputeOf()).toMatchObject({ state: 'open' });
  await api.watch();
  expect(await disputeOf()).toMatchObject({ state: 'decided', decision: 'sell' });
  const sold = await api.soldOut(bob, loan.id);
  expect(sold).toMatchObject({ state: 'liquidated', sale: { cause: 'arbitration', receipt: { fee: '0', gst: '0' } } });
});

test('a sale that another decision takes the place of is not ordered any more, and levels go on', async () => {
  await api.buyer({ '74000': '1' });
  await dispute();
  expect((await decide({ type: 'sell' })).status).toBe(200);
  // Without a fee by the dispute, with one by operators: which of them it is stays as it was decided.
  expect((await operators.ask(`loans/${loan.id}/sell`)).body).toMatchObject({ code: 'loan_liquidating' });
  // What two have decided takes two to undo.
  const undone = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(undone, JSON.stringify(undone.body)).toMatchObject({ status: 202 });
  expect(await disputeOf()).toMatchObject({ state: 'open' });
  expect((await operators.approve(undone.body.request)).status).toBe(200);
  await api.watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', dispute: false });
  expect((await operators.jane.get(`/v2/ops/p2p/loans/${loan.id}`)).body).toMatchObject({
    loan: { sale_wanted: null },
  });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  expect(await api.soldOut(bob, loan.id)).toMatchObject({ state: 'liquidated', sale: { cause: 'level' } });
});

test('an order to sell that is left of a dispute that has ended holds up no level', async () => {
  await api.buyer({ '74000': '1' });
  await api.parts.pool.query(`UPDATE p2p_loans SET sale_wanted = 'arbitration' WHERE id = $1`, [loan.id]);
  await api.watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  expect(await api.soldOut(bob, loan.id)).toMatchObject({ state: 'liquidated', sale: { cause: 'level' } });
});

test('coins are handed over only when there was no price or no market for a day', async () => {
  await api.watch();
  await dispute();
  expect(await decide({ type: 'handOver' })).toMatchObject({ body: { code: 'price_unavailable' } });
  await api.parts.pool.query(`UPDATE p2p_prices SET at = now() - interval '25 hours'`);
  expect((await decide({ type: 'handOver' })).status).toBe(200);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidated', repay_amount: '0' });
  // 500.5 at an index of 100,000.
  expect(await api.moneyOf(alice)).toMatchObject({ 'main BTC': '0.005005' });
  expect(await api.moneyOf(bob)).toMatchObject({ 'main BTC': '0.994995' });
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ lent: '0' });
});

test('a sale whose market is lost for a day may end by coins at the last index, by a decision in a dispute', async () => {
  await api.take(bob, 'USDT', '497.05');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidating' });
  await dispute(alice);
  expect(await decide({ type: 'handOver' })).toMatchObject({ body: { code: 'price_unavailable' } });
  const aDayLater = () => api.parts.pool.query(`UPDATE p2p_prices SET at = now() - interval '25 hours'`);
  await aDayLater();
  // There is a price, and a market.
  await api.watch();
  expect(await decide({ type: 'handOver' })).toMatchObject({ body: { code: 'price_unavailable' } });
  await aDayLater();
  await runWatch({ pool: api.worker, prices: noPrices });
  expect((await decide({ type: 'handOver' })).status).toBe(200);
  expect(await disputeOf()).toMatchObject({ state: 'open' });
  expect(await decide({ type: 'waive' })).toMatchObject({ body: { code: 'loan_liquidating' } });
  await api.sell();
  // All coins at 60,000 are less than the 500.5 that are owed.
  expect(await loanOf(bob, loan.id)).toMatchObject({
    state: 'defaulted',
    dispute: false,
    repay_amount: '34.3456',
    sale: { receipt: { coins_to_lender: '0.00776924', coins_back: '0', owed: '34.3456' } },
  });
  expect(await disputeOf()).toMatchObject({ state: 'decided', decision: 'handOver' });
  expect(await api.moneyOf(alice)).toMatchObject({ 'main BTC': '0.00776924' });
});

test('nobody decides about an own loan, neither who asks nor who approves or rejects', async () => {
  await api.give(operators.ravi, 'BTC', '1');
  const { id } = await takenCredit(operators.ravi, loan.offer_id ?? 0, { amount: '100' });
  const opened = await operators.ravi.post(`/p2p/dispute/${id}`, {
    reason: 'other',
    text: 'It is not what was agreed.',
  });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const forbidden = { status: 403, body: { code: 'forbidden' } };
  const byRavi = (path: string, body: object = {}) =>
    operators.ravi.post(`/v2/ops/p2p/loans/${id}/${path}`, { reason, ...body });
  expect(await byRavi('sell')).toMatchObject(forbidden);
  // One decides these alone.
  expect(await byRavi('decide', { decision: { type: 'dismiss' } })).toMatchObject(forbidden);
  expect(await operators.byTwo(`loans/${id}/sell`)).toMatchObject(forbidden);
  const asked = await operators.ask(`loans/${id}/decide`, { decision: { type: 'waive' } });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  const reject = await operators.ravi.post(`/v2/ops/requests/${asked.body.request.id}/reject`, { reason });
  expect(reject).toMatchObject(forbidden);
});

test('a decision is about the dispute that was open when it was asked for', async () => {
  await dispute();
  const asked = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'waive' } });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  await dispute(alice);
  expect((await operators.approve(asked.body.request)).body).toMatchObject({ code: 'dispute_not_open' });
  expect(await disputeOf()).toMatchObject({ state: 'open' });
});

test('a dialog that shows an earlier dispute decides none of another one', async () => {
  await dispute();
  const read = (await bob.get<{ result: { id: number }[] }>(`/p2p/dispute/${loan.id}`)).body.result[0]?.id;
  await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' }, dispute: read });
  await dispute(alice);
  const stale = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' }, dispute: read });
  expect(stale.body).toMatchObject({ code: 'dispute_not_open' });
  expect(await disputeOf()).toMatchObject({ state: 'open' });
});

test('a decided sale that lapses, as the loan is repaid, leaves its dispute to be decided anew', async () => {
  await api.give(bob, 'USDT', '100');
  await dispute();
  expect((await decide({ type: 'sell' })).status).toBe(200);
  expect((await bob.post(`/p2p/repay-loan/${loan.id}`, {})).body).toMatchObject({ state: 'repaid' });
  const { body } = await operators.jane.get<{ result: { loan: { id: number }; ordered: string | null }[] }>(
    '/v2/ops/p2p/disputes',
  );
  expect(body.result.find((one) => one.loan.id === loan.id)).toMatchObject({ ordered: null });
  const dismissed = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(dismissed, JSON.stringify(dismissed.body)).toMatchObject({ status: 200 });
});

test('a request names what is owed and pledged, and is closed once that is another', async () => {
  await dispute();
  const asked = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'waive' } });
  expect(await payloadOf(asked.body.request)).toMatchObject({ principal: '500 USDT', pledge: '0.00776924 BTC' });
  expect((await bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.01' })).status).toBe(200);
  expect((await operators.approve(asked.body.request)).body).toMatchObject({ code: 'request_closed' });
});

test('coins are handed over by the index that two have read, while the last one is near it', async () => {
  await api.watch();
  await dispute();
  const last = (index: string) =>
    api.parts.pool.query(`UPDATE p2p_prices SET index_price = $1, at = now() - interval '25 hours'`, [index]);
  await last('100000');
  const far = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'handOver' } });
  expect(await payloadOf(far.body.request)).toMatchObject({ index: '100000' });
  await last('98000');
  expect((await operators.approve(far.body.request)).body).toMatchObject({ code: 'request_closed' });
  await last('100000');
  const near = await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'handOver' } });
  await last('99500');
  expect((await operators.approve(near.body.request)).status).toBe(200);
  // 500.5 at 100,000.
  expect(await api.moneyOf(alice)).toMatchObject({ 'main BTC': '0.005005' });
});
