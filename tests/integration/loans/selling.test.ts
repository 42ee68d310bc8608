/** Pledges that are sold on the real spot engine: causes, orders, what they bring, and who gets it. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { loanOf, offerOf } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: SalesApi;
let buyers: TestUser[] = [];

beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  await api.parts.pool.query(`UPDATE p2p_loans SET next_run_at = 'infinity' WHERE next_run_at IS NOT NULL`);
  await api.parts.pool.query('DELETE FROM p2p_watch');
  api.holdIndex({ BTC_USDT: '100000' });
});
afterEach(async () => {
  // Nobody's orders are met by those of another test.
  for (const buyer of buyers) await buyer.delete('/v2/order/deleteall');
  buyers = [];
  await api.demandAudited();
});
async function buys(bids: Record<string, string>): Promise<TestUser> {
  const buyer = await api.buyer(bids);
  buyers.push(buyer);
  return buyer;
}

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
