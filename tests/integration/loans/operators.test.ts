/** What operators do about loans, in the console: by two where money moves, with an audit record of each. */
import type { LoanSettings, LoanView, OperatorLoan, PairAtRisk } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type LoanOperators, reason, startLoanOperators } from '../../support/loan-operators.ts';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { bid, loanOf, takeCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: SalesApi;
let operators: LoanOperators;
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
  ({ bob, loan } = await begunLoan(api));
});
afterEach(async () => {
  await api.noBids();
  await api.demandAudited();
});

const dispute = (by = bob) =>
  by.post(`/p2p/dispute/${loan.id}`, { reason: 'other', text: 'It is not what was agreed.' });

test('a pledge that operators have sold is sold with the next fresh price, and not by one of them alone', async () => {
  await api.buyer({ '99000': '1' });
  await operators.done(`loans/${loan.id}/sell`);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  await api.watch();
  const sold = await api.soldOut(bob, loan.id);
  expect(sold).toMatchObject({ state: 'liquidated', sale: { cause: 'operator' } });
  expect((await operators.ask(`loans/${loan.id}/sell`)).status).toBe(409);
  expect(await operators.byTwo(`loans/${loan.id}/sell`)).toMatchObject({ body: { code: 'loan_ended' } });
  expect((await bob.post(`/v2/ops/p2p/loans/${loan.id}/sell`, { reason })).status).toBe(403);
});

test('an order to sell is taken back by two, and lapses after a day', async () => {
  await api.buyer({ '99000': '1' });
  await operators.done(`loans/${loan.id}/sell`);
  await operators.done(`loans/${loan.id}/take-back`);
  await api.watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  expect(await operators.byTwo(`loans/${loan.id}/take-back`)).toMatchObject({ body: { code: 'not_found' } });
  await operators.done(`loans/${loan.id}/sell`);
  await api.parts.pool.query(`UPDATE p2p_loans SET sale_wanted_at = now() - interval '24 hours' WHERE id = $1`, [
    loan.id,
  ]);
  await api.watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  expect((await operators.jane.get(`/v2/ops/p2p/loans/${loan.id}`)).body).toMatchObject({ loan: { sale_wanted: null } });
});

test('what a defaulted loan owes is given up by two, and its borrower may borrow again', async () => {
  await api.take(bob, 'USDT', '497.05');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  await operators.done(`loans/${loan.id}/end-sale`);
  await api.sell();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'defaulted' });
  await operators.done(`loans/${loan.id}/write-off`);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'written_off', status: 'complete' });
  api.holdIndex({ BTC_USDT: '100000' });
  expect((await takeCredit(bob, loan.offer_id ?? 0, { amount: '100' })).status).toBe(200);
  expect((await bob.post(`/p2p/repay-loan/${loan.id}`, {})).body).toMatchObject({ code: 'loan_ended' });
});

test('loans at risk are those nearest to their sale, with what a fall would do', async () => {
  await api.watch();
  const { body } = await operators.jane.get<{ result: OperatorLoan[]; pairs: PairAtRisk[] }>('/v2/ops/p2p/at-risk');
  const known = body.result.find(({ id }) => id === loan.id);
  // Sold from 75,788.91 down: 24.21% below the price.
  expect(known).toMatchObject({ money: 'USDT', pledge: 'BTC', distance: '24.21', borrower: { id: bob.id } });
  const [pair] = body.pairs;
  const counts = pair?.falls.map(({ percent, loans }) => [percent, loans > 0]);
  expect(counts).toEqual([
    [0, false],
    [10, false],
    [20, false],
    [30, true],
  ]);
  const sales = await operators.jane.get<{ result: { loan: OperatorLoan }[] }>('/v2/ops/p2p/sales');
  expect(sales.body.result.map((one) => one.loan.id)).not.toContain(loan.id);
  await dispute();
  const waiting = await operators.jane.get<{ result: { loan: OperatorLoan }[] }>('/v2/ops/p2p/disputes');
  expect(waiting.body.result.map((one) => one.loan.id)).toContain(loan.id);
  expect((await operators.jane.get(`/v2/ops/p2p/loans/${loan.id}`)).body).toMatchObject({
    loan: { id: loan.id },
    sale: null,
  });
  expect((await operators.jane.get(`/v2/ops/p2p/loans?user=${bob.id}`)).body).toMatchObject({ total: 1 });
  // An open request has no lender yet.
  const asked = await bob.post<{ id: number }>('/p2p/create-borrow-request', { ...bid, amount: '100' });
  const own = await operators.jane.get(`/v2/ops/p2p/loans?user=${bob.id}`);
  expect(own.body).toMatchObject({ total: 2, result: [{ id: asked.body.id, lender: null }, { id: loan.id }] });
  expect((await operators.jane.get(`/v2/ops/p2p/loans/${asked.body.id}`)).body).toMatchObject({
    loan: { lender: null },
  });
});

test('terms are changed by two, closed by one, and never to a sale that cannot cover its debt', async () => {
  const settings = async () => (await operators.jane.get<LoanSettings>('/v2/ops/p2p/settings')).body;
  await operators.done('settings/money', { ticker: 'USDT', change: { amountMin: '60', graceDays: 4 } });
  expect((await settings()).moneys[0]).toMatchObject({ ticker: 'USDT', amount_min: '60', grace_days: 4 });
  const levels = { liquidation: '0.97' };
  expect(await operators.byTwo('settings/pledge', { money: 'USDT', ticker: 'BTC', change: levels })).toMatchObject({
    body: { code: 'invalid_argument' },
  });
  const wrong = { ltv: '0.9' };
  expect(await operators.byTwo('settings/pledge', { money: 'USDT', ticker: 'BTC', change: wrong })).toMatchObject({
    body: { code: 'invalid_argument' },
  });
  const closed = await operators.ask('settings/pledge', { money: 'USDT', ticker: 'BTC', change: { isOpen: false } });
  expect(closed).toMatchObject({ status: 200, body: { status: 'done' } });
  await operators.done('settings/pledge', { money: 'USDT', ticker: 'BTC', change: { isOpen: true } });
  expect((await settings()).holdings.map(({ account }) => account)).toContain('p2p_pledge');
  const records = await operators.jane.get<{ result: object[] }>('/v2/ops/records?limit=20');
  const changed = { action: 'loans.money_changed', subject: 'money:USDT' };
  expect(records.body.result).toContainEqual(expect.objectContaining(changed));
});

test('a change of figures that somebody else has changed meanwhile is refused', async () => {
  const change = { call: '0.79' };
  const ofPledge = { money: 'USDT', ticker: 'ETH', change };
  const read = { call: '0.77', liquidation: '0.85' };
  expect(await operators.ask('settings/pledge', { ...ofPledge, before: read })).toMatchObject({
    status: 409,
    body: { code: 'figures_changed' },
  });
  const asked = await operators.ask('settings/pledge', { ...ofPledge, before: { ...read, call: '0.78' } });
  expect(asked.status).toBe(202);
  await operators.done('settings/pledge', { ...ofPledge, change: { call: '0.8' } });
  // Who approves has read the figures of the request.
  expect(await operators.approve(asked.body.request)).toMatchObject({ body: { code: 'request_closed' } });
  const ofMoney = { ticker: 'USDT', change: { graceDays: 5 }, before: { graceDays: 2 } };
  expect((await operators.ask('settings/money', ofMoney)).body).toMatchObject({ code: 'figures_changed' });
});

test('a dispute waits in the queue of operators until something is decided', async () => {
  const waiting = async () => {
    const { body } = await operators.jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
    return body.result.find(({ queue }) => queue === 'loan_disputes')?.count ?? Number.NaN;
  };
  const before = await waiting();
  await dispute();
  expect(await waiting()).toBe(before + 1);
  await operators.ask(`loans/${loan.id}/decide`, { decision: { type: 'dismiss' } });
  expect(await waiting()).toBe(before);
});

test('credit is switched off by one, and on again by two', async () => {
  const { body: before } = await operators.jane.get<LoanSettings>('/v2/ops/p2p/settings');
  const off = { value: { take: false, create: false }, version: before.switches.version };
  expect(await operators.ask('switches', off)).toMatchObject({ status: 200 });
  const { body: after } = await operators.jane.get<LoanSettings>('/v2/ops/p2p/settings');
  expect(after.switches.value).toEqual({ take: false, create: false });
  const isOff = async () => (await api.call('GET', '/p2p/currency-list')).body.block_take === true;
  const take = () => takeCredit(bob, loan.offer_id ?? 0, { amount: '100' });
  await until('credit is switched off', isOff, 10_000);
  expect(await take()).toMatchObject({ status: 403, body: { code: 'p2p_take_blocked' } });
  await operators.done('switches', { value: { take: true, create: true }, version: after.switches.version });
  await until('credit is switched on', async () => !(await isOff()), 10_000);
  expect(await take()).toMatchObject({ status: 200 });
});
