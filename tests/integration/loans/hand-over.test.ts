/** Coins are handed over only when the pledge could not be sold for a day: which markets that is said of. */
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoanOperators, startLoanOperators } from '../../support/loan-operators.ts';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { loanOf } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: SalesApi;
let operators: LoanOperators;
let bob: TestUser;
let loan: LoanView;

beforeAll(async () => {
  api = await startSalesApi();
  operators = await startLoanOperators(api);
});
afterAll(async () => {
  await api?.demandAudited();
  await api?.close();
});
beforeEach(async () => {
  api.holdIndex({ BTC_USDT: '100000' });
  ({ bob, loan } = await begunLoan(api));
  // There is a price of now.
  await api.watch();
  await bob.post(`/p2p/dispute/${loan.id}`, { reason: 'other', text: 'The market of my coins is gone.' });
});

afterEach(() => setMarket('open'));

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const setMarket = (status: string) => sql(`UPDATE markets SET status = $1 WHERE name = 'BTC_USDT'`, status);
/** When the watch has last found that the pair can be sold. */
const sellableBefore = (hours: number) =>
  sql('UPDATE p2p_beats SET beat_at = now() - make_interval(hours => $1)', hours);
const handOver = () => operators.byTwo(`loans/${loan.id}/decide`, { decision: { type: 'handOver' } });
const refused = { body: { code: 'price_unavailable' } };

test('a market that is open has not been closed for a day, however quiet it is', async () => {
  expect(await handOver()).toMatchObject(refused);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', dispute: true });
});

test('a market that closed a minute ago is waited for, also when it has traded nothing for days', async () => {
  await sql('DELETE FROM klines');
  await setMarket('closed');
  await api.watch();
  expect(await handOver()).toMatchObject(refused);
  await sellableBefore(23);
  expect(await handOver()).toMatchObject(refused);
});

test('coins of a market that has been closed for a day are handed over by the index of now', async () => {
  await setMarket('closed');
  await sellableBefore(25);
  await api.watch();
  expect((await handOver()).status).toBe(200);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidated', dispute: false, repay_amount: '0' });
  // 500.5 at an index of 100,000.
  expect(await api.moneyOf(bob)).toMatchObject({ 'main BTC': '0.994995' });
});

test('of a market that was never open while the loan ran the days are those of the loan', async () => {
  await setMarket('closed');
  await sql('DELETE FROM p2p_beats');
  await api.watch();
  expect(await handOver()).toMatchObject(refused);
  await sql(`UPDATE p2p_loans SET started_at = started_at - interval '25 hours' WHERE id = $1`, loan.id);
  expect((await handOver()).status).toBe(200);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidated' });
});
