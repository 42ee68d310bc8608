/** Running loans: interest by the day, the due time, repayments, and changes of the pledge. */
import { hold, mainAccount } from '@pelican/api/src/ledger/index.ts';
import { runDays } from '@pelican/api/src/modules/loans/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { dayMs, type LoansApi, loanOf, madeOffer, offerOf, startLoansApi, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  // Nothing of earlier tests is due in the jobs of this one.
  await api.parts.pool.query(`UPDATE p2p_loans SET next_run_at = 'infinity' WHERE next_run_at IS NOT NULL`);
  api.setIndex({ BTC_USDT: '100000' });
  alice = await api.person('alice', { USDT: '1000' });
  bob = await api.person('bob', { BTC: '1', USDT: '100' });
});
afterEach(() => api.demandAudited());

/** 500 USDT for ten days at 0.1%: half a dollar a day. Bob has 597.05 then. */
async function begunLoan(wanted: object = {}): Promise<LoanView> {
  return takenCredit(bob, await madeOffer(alice, { auto_approve: true, ...wanted }));
}
/** So many days after the loan's start, and a second. */
const after = ({ date_start }: LoanView, days: number) => Math.round((date_start ?? 0) * 1000) + days * dayMs + 1_000;
const rowsOf = async ({ id }: LoanView) =>
  (await loanOf(bob, id)).paymentHistory?.map(({ kind, day, amount, paid, status }) =>
    [kind, day, amount, paid, status].join(' '),
  );
const mainOf = async (user: TestUser) => (await api.moneyOf(user))['main USDT'];
const repay = (id: number, amount?: string, headers = {}) =>
  bob.post<LoanView & { code: string; errors: object }>(
    `/p2p/repay-loan/${id}`,
    amount === undefined ? {} : { amount },
    { headers },
  );

test('each day that has ended is charged and collected once, however often the job runs', async () => {
  const loan = await begunLoan();
  await runDays(api.worker, after(loan, 0));
  expect(await rowsOf(loan)).toEqual([]);
  await Promise.all([1, 2, 3].map(() => runDays(api.worker, after(loan, 3))));
  await runDays(api.worker, after(loan, 3) + 60_000);
  expect(await rowsOf(loan)).toEqual([1, 2, 3].map((day) => `interest ${day} 0.5 0.5 successful`));
  expect(await loanOf(bob, loan.id)).toMatchObject({ interest_paid: '1.5', interest_unpaid: '0', principal: '500' });
  expect(await mainOf(bob)).toBe('595.55');
  expect(await mainOf(alice)).toBe('1.5');
});

test('a week without a worker charges what the job would have charged each day', async () => {
  const punctual = await begunLoan();
  const carol = await api.person('carol', { USDT: '1000' });
  const late = await takenCredit(bob, await madeOffer(carol, { auto_approve: true }));
  const { pool } = api.parts;
  await pool.query(`UPDATE p2p_loans SET next_run_at = 'infinity' WHERE id = $1`, [late.id]);
  for (let day = 1; day <= 7; day++) await runDays(api.worker, after(punctual, day));
  await pool.query(`UPDATE p2p_loans SET next_run_at = created_at WHERE id = $1`, [late.id]);
  await runDays(api.worker, after(late, 7));
  expect(await rowsOf(late)).toEqual(await rowsOf(punctual));
  const [one, other] = [await loanOf(bob, punctual.id), await loanOf(bob, late.id)];
  expect(other.paymentHistory?.map(({ date }) => Math.round(date - (late.date_start ?? 0)))).toEqual(
    one.paymentHistory?.map(({ date }) => Math.round(date - (punctual.date_start ?? 0))),
  );
  expect([await mainOf(alice), await mainOf(carol)]).toEqual(['3.5', '3.5']);
});

test('what cannot be collected stays due, and is collected with the next day, the oldest first', async () => {
  const loan = await begunLoan();
  await api.take(bob, 'USDT', '596.65');
  await runDays(api.worker, after(loan, 2));
  expect(await rowsOf(loan)).toEqual(['interest 1 0.5 0 unsuccessful', 'interest 2 0.5 0 unsuccessful']);
  expect(await loanOf(bob, loan.id)).toMatchObject({ interest_unpaid: '1', repay_amount: '501' });
  await api.give(bob, 'USDT', '0.8');
  await runDays(api.worker, after(loan, 3));
  expect(await rowsOf(loan)).toEqual([
    'interest 1 0.5 0.5 closed',
    'interest 2 0.5 0.5 closed',
    'interest 3 0.5 0 unsuccessful',
  ]);
  expect([await mainOf(bob), await mainOf(alice)]).toEqual(['0.2', '1']);
});

test('money that is held for something else, a withdrawal say, is not collected', async () => {
  const loan = await begunLoan();
  const { rows } = await api.parts.pool.query<{ id: number }>(`SELECT id FROM assets WHERE ticker = 'USDT'`);
  const account = mainAccount({ userId: bob.id, assetId: rows[0]?.id ?? 0 });
  const held = { account, amount: '596.8', kind: 'test', reference: 'test', idempotencyKey: `held ${bob.id}` };
  await inTransaction(api.parts.pool, (tx) => hold(tx, held));
  await runDays(api.worker, after(loan, 1));
  expect(await rowsOf(loan)).toEqual(['interest 1 0.5 0 unsuccessful']);
  expect((await repay(loan.id)).body).toMatchObject({ code: 'insufficient_balance' });
  expect(await mainOf(bob)).toBe('597.05');
});

test('at the due time everything is taken from the wallet that has it, and the pledge returns', async () => {
  const loan = await begunLoan();
  await runDays(api.worker, after(loan, 10));
  expect(await loanOf(bob, loan.id)).toMatchObject({
    state: 'repaid',
    status: 'completed',
    status_code: 6,
    interest_paid: '5',
  });
  expect((await rowsOf(loan))?.slice(-2)).toEqual(['interest 10 0.5 0.5 successful', 'principal  500 500 finished']);
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1', 'main USDT': '92.05' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '505', 'p2p_offer USDT': '500' });
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ amount: '500', lent: '0', state: 'open' });
});

test('a loan that is not paid in time is overdue from the run that finds it; late days cost more, and are three', async () => {
  const loan = await begunLoan();
  await api.take(bob, 'USDT', '500');
  const found = after(loan, 12);
  await runDays(api.worker, found);
  const overdue = await loanOf(bob, loan.id);
  expect(overdue).toMatchObject({ state: 'overdue', status: 'borrowed', daily_charged: '0.75', interest_paid: '5' });
  expect(overdue.overdue_at).toBe(found / 1000);
  expect((await bob.post(`/p2p/release-pledge/${loan.id}`, { amount: '0.00001' })).body).toMatchObject({
    code: 'release_blocked',
  });
  await runDays(api.worker, found + dayMs);
  await runDays(api.worker, found + 9 * dayMs);
  expect((await rowsOf(loan))?.slice(10)).toEqual([11, 12, 13].map((day) => `late ${day} 0.75 0.75 successful`));
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'overdue', interest_paid: '7.25', repay_amount: '500' });
  await api.give(bob, 'USDT', '500');
  await runDays(api.worker, found + 9 * dayMs + 120_000);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'repaid' });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1', 'main USDT': '89.8' });
});

test('repaying early costs the days that have begun and nothing else', async () => {
  const loan = await begunLoan();
  const { status, body } = await repay(loan.id);
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    state: 'repaid',
    amount_crypto: '0',
    repay_amount: '0',
    daily_charged: '0',
    interest_paid: '0.5',
  });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1', 'main USDT': '96.55' });
  expect(await repay(loan.id)).toMatchObject({ status: 409, body: { code: 'loan_ended' } });
  expect((await bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.1' })).body).toMatchObject({ code: 'loan_ended' });
  await runDays(api.worker, after(loan, 5));
  expect(await mainOf(bob)).toBe('96.55');
});

test('a part pays begun days first, then principal; interest goes down with it', async () => {
  const loan = await begunLoan();
  const refused = async (amount: string) => (await repay(loan.id, amount)).body;
  expect(await refused('0.99')).toMatchObject({
    code: 'repay_too_small',
    errors: { message: ['At least 1 must be paid'] },
  });
  expect(await refused('500')).toMatchObject({
    code: 'repay_leaves_dust',
    errors: { message: ['Pay all, or leave at least 1'] },
  });
  expect(await refused('0.1234567890123')).toMatchObject({ errors: { amount: ['Too many decimals'] } });
  expect(await refused('0')).toMatchObject({ errors: { amount: ['Must be greater than zero'] } });
  expect((await repay(loan.id, '100')).body).toMatchObject({
    state: 'active',
    principal: '400.5',
    interest_paid: '0.5',
    repay_amount: '400.5',
    daily_charged: '0.4005',
  });
  expect(await rowsOf(loan)).toEqual(['interest 1 0.5 0.5 successful', 'principal  99.5 99.5 successful']);
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ lent: '400.5', free_amount: '500', amount: '900.5' });
  expect(await mainOf(alice)).toBe('100');
  await runDays(api.worker, after(loan, 2));
  expect((await rowsOf(loan))?.at(-1)).toBe('interest 2 0.4005 0.4005 successful');
  await api.take(bob, 'USDT', '496');
  expect(await refused('300')).toMatchObject({ code: 'insufficient_balance' });
  expect(await refused('1000')).toMatchObject({ code: 'insufficient_balance' });
});

test('a repeat of a repayment with the same key pays once', async () => {
  const loan = await begunLoan();
  const answers = await Promise.all([1, 2, 3].map(() => repay(loan.id, '100', { 'idempotency-key': 'part' })));
  expect(answers.map(({ body }) => body.principal)).toEqual(['400.5', '400.5', '400.5']);
  expect((await repay(loan.id, '101', { 'idempotency-key': 'part' })).body).toMatchObject({
    code: 'repeated_with_other_content',
  });
  // Without a key each counts.
  await repay(loan.id, '100');
  expect(await loanOf(bob, loan.id)).toMatchObject({ principal: '300.5' });
});

test('an offer that relends has what was repaid on offer again, until it ends', async () => {
  const loan = await begunLoan({ relend: true });
  await repay(loan.id, '100');
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ free_amount: '599.5', lent: '400.5', amount: '1000' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '0.5', 'p2p_offer USDT': '599.5' });
  await alice.post(`/p2p/finish-loan/${loan.offer_id}`);
  await repay(loan.id);
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '1000.5' });
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ state: 'closed' });
});

test('more can be pledged at any time, and taken out down to what the loan needs', async () => {
  const loan = await begunLoan();
  const change = async (path: string, amount: string) =>
    (await bob.post<LoanView>(`/p2p/${path}/${loan.id}`, { amount })).body;
  expect(await change('top-up', '0.01')).toMatchObject({ amount_crypto: '0.01776924', version: 2 });
  // 500.5 are owed: 0.0077 BTC at 65%.
  expect(await loanOf(bob, loan.id)).toMatchObject({ release_max: '0.01006924', top_up: '0' });
  expect(await change('release-pledge', '0.01006925')).toMatchObject({
    code: 'pledge_needed',
    errors: { message: ['At most 0.01006924 can be released'] },
  });
  expect(await change('release-pledge', '0.00001776')).toMatchObject({ errors: { amount: ['Minimum 0.00001777'] } });
  expect(await change('release-pledge', '0.01006924')).toMatchObject({
    amount_crypto: '0.0077',
    release_max: '0',
    ltv: '65',
  });
  expect(await change('top-up', '1')).toMatchObject({ code: 'insufficient_balance' });
  expect(await change('top-up', '0.000000001')).toMatchObject({ errors: { amount: ['Too many decimals'] } });
  expect(await change('top-up', '0.00000769')).toMatchObject({ errors: { amount: ['Minimum 0.0000077'] } });
  expect(await api.moneyOf(bob)).toMatchObject({ 'main BTC': '0.9923', 'p2p_pledge BTC': '0.0077' });
  // Levels by the market's step.
  expect(await loanOf(bob, loan.id)).toMatchObject({ liquidation_price: '76470.58', warning_price: '90277.77' });
});

test('a price that jumps up releases nothing by it for a minute', async () => {
  const loan = await begunLoan();
  api.setIndex({ BTC_USDT: '200000' });
  const { release_max: most } = await loanOf(bob, loan.id);
  // The lower of the index and the mean of the minute counts.
  expect(Number(most)).toBeLessThan(0.007_769_24 - 500.5 / (200_000 * 0.65));
});

test('who has loans does not delete the account', async () => {
  await begunLoan();
  for (const user of [alice, bob])
    expect(
      (await user.get<{ blockedBy: { kind: string }[] }>('/v2/settings/deletion')).body.blockedBy.map(
        ({ kind }) => kind,
      ),
    ).toContain('loans');
});
