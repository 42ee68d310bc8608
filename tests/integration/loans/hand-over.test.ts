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
  await sql('DELETE FROM klines');
});

afterEach(() => setMarket('open'));

const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const setMarket = (status: string) => sql(`UPDATE markets SET status = $1 WHERE name = 'BTC_USDT'`, status);
/** A trade of so many hours ago: the candle of its hour. */
const trade = (hoursAgo: number) =>
  sql(
    `INSERT INTO klines (market_id, "interval", open_time, open, close, high, low, volume, money)
      SELECT id, 3600, $1, 1, 1, 1, 1, 1, 1 FROM markets WHERE name = 'BTC_USDT'`,
    Math.floor(Date.now() / 3_600_000 - hoursAgo) * 3_600,
  );
const handOver = () => operators.byTwo(`loans/${loan.id}/decide`, { decision: { type: 'handOver' } });
const refused = { body: { code: 'price_unavailable' } };

test('a market that is open has not been closed for a day, however quiet it is', async () => {
  expect(await handOver()).toMatchObject(refused);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', dispute: true });
});

test('a market that closed an hour ago is waited for', async () => {
  await setMarket('closed');
  await trade(1);
  expect(await handOver()).toMatchObject(refused);
});

test('coins of a market that is closed and has traded nothing for a day are handed over by the index of now', async () => {
  await setMarket('closed');
  await trade(26);
  expect((await handOver()).status).toBe(200);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidated', dispute: false, repay_amount: '0' });
  // 500.5 at an index of 100,000.
  expect(await api.moneyOf(bob)).toMatchObject({ 'main BTC': '0.994995' });
});

test('a market that never traded anything is closed for a day as soon as it is closed', async () => {
  await setMarket('closed');
  expect((await handOver()).status).toBe(200);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidated' });
});
