/** Pledges that are sold on the real spot engine: causes, orders, what they bring, and who gets it. */
import { changeUserSettings } from '@pelican/api/src/modules/settings/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { bid, dayMs, loanOf, offerOf, takeCredit } from '../../support/loans.ts';

let api: SalesApi;

beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query(`UPDATE p2p_loans SET next_run_at = 'infinity' WHERE next_run_at IS NOT NULL`);
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
});
afterEach(async () => {
  await api.noBids();
  await api.demandAudited();
});
const buys = (bids: Record<string, string>) => api.buyer(bids);

test('a pledge that has reached its level is sold as far as the debt needs, and the rest goes back', async () => {
  const { alice, bob, loan } = await begunLoan(api);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  expect(await api.watch()).toBe(1);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidating', status: 'borrowed' });
  const sold = await api.soldOut(bob, loan.id);
  expect(sold.state, JSON.stringify(sold.sale)).toBe('liquidated');
  expect(sold).toMatchObject({ status: 'complete', status_code: 7, principal: '0', amount_crypto: '0' });
  // 500.5 are owed, with 2% and its GST 512.3118: at a limit of 73,500 that takes 0.00697023 BTC or a step more.
  expect(sold.sale).toMatchObject({
    cause: 'level',
    step: 'done',
    cost: '512.3118',
    orders: [{ number: 1, limit: '73500' }],
  });
  expect(sold.sale?.receipt).toMatchObject({
    to_lender: '500.5',
    fee: '10.01',
    gst: '1.8018',
    owed: '0',
    set_off: '0',
  });
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ lent: '0' });
  expect((await api.moneyOf(alice))['main USDT']).toBe('500.5');
});

test('what orders a minute apart cannot bring is owed: the wallet gives what it has, and the rest may still be repaid', async () => {
  const { alice, bob, loan } = await begunLoan(api);
  await api.take(bob, 'USDT', '400');
  // Nobody buys more than this within ten percent of the index.
  await buys({ '49000': '0.002', '46000': '1' });
  api.holdIndex({ BTC_USDT: '50000' });
  await api.watch();
  const sold = await api.soldOut(bob, loan.id);
  expect(sold.state, JSON.stringify(sold.sale)).toBe('defaulted');
  const orders = sold.sale?.orders ?? [];
  expect(orders.map(({ limit }) => limit)).toEqual(['49000', '48000', '47000', '46000']);
  expect(orders.map(({ sold: coins }) => coins).slice(0, 3)).toEqual(['0.002', '0', '0']);
  const receipt = sold.sale?.receipt;
  expect(receipt).toMatchObject({ fee: '0', gst: '0', to_borrower: '0' });
  expect(Number(receipt?.set_off)).toBeCloseTo(97.05, 2);
  expect(await offerOf(alice, loan.offer_id)).toMatchObject({ lent: '0', state: 'open' });
  expect(Number((await api.moneyOf(alice))['main USDT'])).toBeCloseTo(Number(receipt?.to_lender), 8);
  // No interest any more, and no new credit before it is settled.
  expect(sold.repay_amount).toBe(receipt?.owed);
  await api.days(Date.now() + 5 * dayMs);
  expect((await loanOf(bob, loan.id)).repay_amount).toBe(receipt?.owed);
  const more = await takeCredit(bob, loan.offer_id ?? 0, { amount: '100' });
  expect(more).toMatchObject({ status: 403, body: { code: 'p2p_default_open' } });
  const asked = await bob.post('/p2p/create-borrow-request', { ...bid, amount: '100' });
  expect(asked).toMatchObject({ status: 403, body: { code: 'p2p_default_open' } });
  await api.give(bob, 'USDT', '1000');
  const repaid = await bob.post<LoanView>(`/p2p/repay-loan/${loan.id}`, {});
  expect(repaid, JSON.stringify(repaid.body)).toMatchObject({
    status: 200,
    body: { state: 'repaid', repay_amount: '0' },
  });
  expect((await api.moneyOf(alice))['main USDT']).toBe('500.5');
});

test('a pledge nobody buys is on sale until operators end it, and goes back whole', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.take(bob, 'USDT', '497.05');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  expect(await loanOf(bob, loan.id)).toMatchObject({
    state: 'liquidating',
    sale: { orders: [{ number: 1, sold: '0' }] },
  });
  // The next order comes a minute later.
  await api.sell();
  expect((await loanOf(bob, loan.id)).sale?.orders).toHaveLength(1);
  await api.sell(Date.now() + 61_000);
  expect((await loanOf(bob, loan.id)).sale?.orders).toHaveLength(2);
  await api.endSale(loan.id);
  await api.sell();
  expect(await loanOf(bob, loan.id)).toMatchObject({
    state: 'defaulted',
    repay_amount: '500.5',
    sale: { receipt: { coins_back: '0.00776924', owed: '500.5' } },
  });
  // Of one that goes on for hours the newest hundred are shown.
  await api.parts.pool.query(
    `INSERT INTO p2p_sale_orders (loan_id, number, index_price, limit_price, amount, is_sent, sold, proceeds, ended_at)
      SELECT $1, number, 1, 1, 1, true, 0, 0, now() FROM generate_series(3, 150) AS number`,
    [loan.id],
  );
  const numbers = (await loanOf(bob, loan.id)).sale?.orders.map(({ number }) => number) ?? [];
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([100, 51, 150]);
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
});

test('a borrower has the own pledge sold for the fee of a trade, and has repaid', async () => {
  const { alice, bob, loan } = await begunLoan(api);
  await buys({ '99000': '1' });
  const call = () => bob.post<LoanView>(`/p2p/sell-pledge/${loan.id}`, {}, { headers: { 'idempotency-key': 'sell' } });
  const answers = await Promise.all([call(), call()]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await alice.post(`/p2p/sell-pledge/${loan.id}`)).body).toMatchObject({ code: 'loan_not_found' });
  for (const path of ['repay-loan', 'sell-pledge'])
    expect((await bob.post(`/p2p/${path}/${loan.id}`, {})).body).toMatchObject({ code: 'loan_liquidating' });
  expect((await bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.1' })).body).toMatchObject({
    code: 'loan_liquidating',
  });
  const sold = await api.soldOut(bob, loan.id);
  expect(sold).toMatchObject({ state: 'repaid', status: 'completed', sale: { cause: 'borrower' } });
  // 0.2% of 500.5 and its GST.
  expect(sold.sale?.receipt).toMatchObject({ fee: '1.001', gst: '0.18018', owed: '0' });
});

test('after grace the pledge is sold, whatever its price', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.take(bob, 'USDT', '490');
  await buys({ '99000': '1' });
  const due = Math.round((loan.date_start ?? 0) * 1000) + 10 * dayMs + 1_000;
  await api.days(due);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'overdue' });
  await api.watch(due + 2 * dayMs);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'overdue' });
  // The watch was away: nothing is sold until the borrower has had half an hour.
  await api.watch(due + 3 * dayMs);
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'overdue' });
  for (let minutes = 5; minutes <= 35; minutes += 5) await api.watch(due + 3 * dayMs + minutes * 60_000);
  const sold = await api.soldOut(bob, loan.id, due + 3 * dayMs + 36 * 60_000);
  expect(sold, JSON.stringify(sold.sale)).toMatchObject({ state: 'liquidated', sale: { cause: 'grace' } });
});

test('of a repayment and a sale that begin at once one wins, and the other finds it done', async () => {
  for (let round = 0; round < 4; round++) {
    const { alice, bob, loan } = await begunLoan(api);
    await api.give(bob, 'USDT', '100');
    await buys({ '74000': '1' });
    api.holdIndex({ BTC_USDT: '75000' });
    const [repaid, topped] = await Promise.all([
      bob.post(`/p2p/repay-loan/${loan.id}`, {}),
      bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.01' }),
      api.watch(),
    ]);
    const after = await api.soldOut(bob, loan.id);
    if (repaid.status === 200) expect(after.state).toBe('repaid');
    else expect(repaid.body).toMatchObject({ code: 'loan_liquidating' });
    if (topped.status !== 200) expect(['loan_liquidating', 'loan_ended']).toContain(topped.body.code);
    expect(after.state, JSON.stringify([repaid.body, topped.body])).not.toBe('liquidating');
    if (after.state !== 'active') expect((await api.moneyOf(alice))['main USDT']).toBe('500.5');
    await bob.post(`/p2p/repay-loan/${loan.id}`, {});
    api.holdIndex({ BTC_USDT: '100000' });
  }
});

test('tax is withheld from the proceeds of a borrower whose sales are taxed', async () => {
  const { bob, loan } = await begunLoan(api);
  await inTransaction(api.parts.pool, (tx) => changeUserSettings(tx, bob.id, { taxable: true }));
  await api.parts.pool.query(`UPDATE markets SET tax = 'sell', tds_ppm = 10000 WHERE name = 'BTC_USDT'`);
  await buys({ '74000': '1' });
  api.holdIndex({ BTC_USDT: '75000' });
  await api.watch();
  await api.parts.pool.query(`UPDATE markets SET tax = 'none', tds_ppm = 0 WHERE name = 'BTC_USDT'`);
  const sold = await api.soldOut(bob, loan.id);
  const { proceeds = '0', receipt } = sold.sale ?? {};
  expect(sold.state).toBe('liquidated');
  expect(Number(receipt?.tds_sale)).toBeCloseTo(Number(proceeds) / 100, 8);
  expect(receipt).toMatchObject({ to_lender: '500.5', owed: '0' });
});
