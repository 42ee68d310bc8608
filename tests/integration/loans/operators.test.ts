/** What operators decide about loans, in the console: by two where money moves, with an audit record of each. */
import type { LoanSettings, LoanView, OperatorLoan, PairAtRisk } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { loanOf, offerOf, takeCredit } from '../../support/loans.ts';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import type { Answer, TestUser } from '../../support/test-api.ts';

let api: SalesApi;
let jane: TestUser;
let ravi: TestUser;
let alice: TestUser;
let bob: TestUser;
let loan: LoanView;

beforeAll(async () => {
  api = await startSalesApi();
  await demandTwoPersons(api.databaseUrl, { isDemo: true });
  jane = await signUpOperator(api, 'jane');
  ravi = await signUpOperator(api, 'ravi');
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query('DELETE FROM p2p_watch');
  api.holdIndex({ BTC_USDT: '100000' });
  ({ alice, bob, loan } = await begunLoan(api));
});
afterEach(async () => {
  await api.noBids();
  await api.demandAudited();
});

const reason = 'looked into it';
type Requested = Answer<{ status: string; code: string; request: { id: number; hash: string } }>;
const ask = (path: string, body: object = {}): Promise<Requested> =>
  jane.post(`/v2/ops/p2p/${path}`, { reason, ...body });
/** Asked for by one and approved by another. */
async function byTwo(path: string, body: object = {}): Promise<Answer<{ code?: string }>> {
  const asked = await ask(path, body);
  // What cannot be done is refused when it is asked for.
  if (asked.status >= 400) return asked;
  expect(asked, JSON.stringify(asked.body)).toMatchObject({ status: 202, body: { status: 'requested' } });
  const { id, hash } = asked.body.request;
  return ravi.post(`/v2/ops/requests/${id}/approve`, { hash, reason });
}
async function done(path: string, body: object = {}): Promise<void> {
  const answer = await byTwo(path, body);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  expect(answer.body).not.toHaveProperty('code');
}
const dispute = (by = bob) =>
  by.post(`/p2p/dispute/${loan.id}`, { reason: 'other', text: 'It is not what was agreed.' });
const decide = (decision: object) => byTwo(`loans/${loan.id}/decide`, { decision });
const disputeOf = async () =>
  (await bob.get<{ result: { state: string; decision: string | null }[] }>(`/p2p/dispute/${loan.id}`)).body.result[0];

test('a pledge that operators have sold is sold with the next fresh price, and not by one of them alone', async () => {
  await api.buyer({ '99000': '1' });
  await done(`loans/${loan.id}/sell`);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  await api.watch();
  const sold = await api.soldOut(bob, loan.id);
  expect(sold).toMatchObject({ state: 'liquidated', sale: { cause: 'operator' } });
  expect((await ask(`loans/${loan.id}/sell`)).status).toBe(409);
  expect(await byTwo(`loans/${loan.id}/sell`)).toMatchObject({ body: { code: 'loan_ended' } });
  expect((await bob.post(`/v2/ops/p2p/loans/${loan.id}/sell`, { reason })).status).toBe(403);
});

test('a dispute is dismissed by one; interest is waived, and a side compensated, by two', async () => {
  await dispute();
  const dismissed = await ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(dismissed, JSON.stringify(dismissed.body)).toMatchObject({ status: 200, body: { status: 'done' } });
  expect(await disputeOf()).toMatchObject({ state: 'decided', decision: 'dismiss' });
  expect(await decide({ type: 'waive' })).toMatchObject({ body: { code: 'dispute_not_open' } });
  await dispute(alice);
  const compensation = { type: 'compensate', to: 'lender', amount: '12.5' };
  expect(await decide(compensation)).toMatchObject({ body: { code: 'insufficient_balance' } });
  expect(await disputeOf()).toMatchObject({ state: 'open' });
  await done('compensation', { ticker: 'USDT', amount: '100', reference: `for loan ${loan.id}` });
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
  const refused = await ask(`loans/${loan.id}/decide`, { decision: { type: 'extend', days: 5 } });
  expect(refused.body).toMatchObject({ code: 'invalid_argument' });
  await agree(bob, 5);
  const extended = await ask(`loans/${loan.id}/decide`, { decision: { type: 'extend', days: 5 } });
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
  expect((await ask(`loans/${loan.id}/sell`)).body).toMatchObject({ code: 'loan_liquidating' });
  const dismissed = await ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(dismissed, JSON.stringify(dismissed.body)).toMatchObject({ status: 200 });
  await api.watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', dispute: false });
  expect((await jane.get(`/v2/ops/p2p/loans/${loan.id}`)).body).toMatchObject({ loan: { sale_wanted: null } });
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

test('what a defaulted loan owes is given up by two, and its borrower may borrow again', async () => {
  await api.take(bob, 'USDT', '497.05');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  await done(`loans/${loan.id}/end-sale`);
  await api.sell();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'defaulted' });
  await done(`loans/${loan.id}/write-off`);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'written_off', status: 'complete' });
  api.holdIndex({ BTC_USDT: '100000' });
  expect((await takeCredit(bob, loan.offer_id ?? 0, { amount: '100' })).status).toBe(200);
  expect((await bob.post(`/p2p/repay-loan/${loan.id}`, {})).body).toMatchObject({ code: 'loan_ended' });
});

test('loans at risk are those nearest to their sale, with what a fall would do', async () => {
  await api.watch();
  const { body } = await jane.get<{ result: OperatorLoan[]; pairs: PairAtRisk[] }>('/v2/ops/p2p/at-risk');
  const own = body.result.find(({ id }) => id === loan.id);
  // Sold from 75,788.91 down: 24.21% below the price.
  expect(own).toMatchObject({ money: 'USDT', pledge: 'BTC', distance: '24.21', borrower: { id: bob.id } });
  const [pair] = body.pairs;
  const counts = pair?.falls.map(({ percent, loans }) => [percent, loans > 0]);
  expect(counts).toEqual([
    [0, false],
    [10, false],
    [20, false],
    [30, true],
  ]);
  expect((await jane.get('/v2/ops/p2p/sales')).status).toBe(200);
  await dispute();
  const waiting = await jane.get<{ result: { loan: OperatorLoan }[] }>('/v2/ops/p2p/disputes');
  expect(waiting.body.result.map((one) => one.loan.id)).toContain(loan.id);
  expect((await jane.get(`/v2/ops/p2p/loans/${loan.id}`)).body).toMatchObject({ loan: { id: loan.id }, sale: null });
  expect((await jane.get(`/v2/ops/p2p/loans?user=${bob.id}`)).body).toMatchObject({ total: 1 });
});

test('terms are changed by two, closed by one, and never to a sale that cannot cover its debt', async () => {
  const settings = async () => (await jane.get<LoanSettings>('/v2/ops/p2p/settings')).body;
  await done('settings/money', { ticker: 'USDT', change: { amountMin: '60', graceDays: 4 } });
  expect((await settings()).moneys[0]).toMatchObject({ ticker: 'USDT', amount_min: '60', grace_days: 4 });
  const levels = { liquidation: '0.97' };
  expect(await byTwo('settings/pledge', { money: 'USDT', ticker: 'BTC', change: levels })).toMatchObject({
    body: { code: 'invalid_argument' },
  });
  const wrong = { ltv: '0.9' };
  expect(await byTwo('settings/pledge', { money: 'USDT', ticker: 'BTC', change: wrong })).toMatchObject({
    body: { code: 'invalid_argument' },
  });
  const closed = await ask('settings/pledge', { money: 'USDT', ticker: 'BTC', change: { isOpen: false } });
  expect(closed).toMatchObject({ status: 200, body: { status: 'done' } });
  await done('settings/pledge', { money: 'USDT', ticker: 'BTC', change: { isOpen: true } });
  expect((await settings()).holdings.map(({ account }) => account)).toContain('p2p_pledge');
  const records = await jane.get<{ result: { action: string }[] }>('/v2/ops/records?limit=20');
  expect(JSON.stringify(records.body)).toContain('loans.money_changed');
});

test('a change of figures that somebody else has changed meanwhile is refused', async () => {
  const change = { call: '0.79' };
  const ofPledge = { money: 'USDT', ticker: 'ETH', change };
  const read = { call: '0.77', liquidation: '0.85' };
  expect(await ask('settings/pledge', { ...ofPledge, before: read })).toMatchObject({
    status: 409,
    body: { code: 'figures_changed' },
  });
  const asked = await ask('settings/pledge', { ...ofPledge, before: { ...read, call: '0.78' } });
  expect(asked.status).toBe(202);
  await done('settings/pledge', { ...ofPledge, change: { call: '0.8' } });
  const { id, hash } = asked.body.request;
  // Who approves has read the figures of the request.
  expect(await ravi.post(`/v2/ops/requests/${id}/approve`, { hash, reason })).toMatchObject({
    body: { code: 'request_closed' },
  });
  const ofMoney = { ticker: 'USDT', change: { graceDays: 5 }, before: { graceDays: 2 } };
  expect((await ask('settings/money', ofMoney)).body).toMatchObject({ code: 'figures_changed' });
});

test('a dispute waits in the queue of operators until something is decided', async () => {
  const waiting = async () => {
    const { body } = await jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
    return body.result.find(({ queue }) => queue === 'loan_disputes')?.count ?? Number.NaN;
  };
  const before = await waiting();
  await dispute();
  expect(await waiting()).toBe(before + 1);
  await ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(await waiting()).toBe(before);
});

test('credit is switched off by one, and on again by two', async () => {
  const { body: before } = await jane.get<LoanSettings>('/v2/ops/p2p/settings');
  const off = { value: { take: false, create: false }, version: before.switches.version };
  expect(await ask('switches', off)).toMatchObject({ status: 200 });
  const { body: after } = await jane.get<LoanSettings>('/v2/ops/p2p/settings');
  expect(after.switches.value).toEqual({ take: false, create: false });
  await done('switches', { value: { take: true, create: true }, version: after.switches.version });
});
