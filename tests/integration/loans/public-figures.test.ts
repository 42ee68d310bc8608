/** What everybody reads of loans: sums of all of them, and lists that cost what they read. */
import type { LoanList, OfferList, TotalData } from '@pelican/shared/contracts/loans';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { bid, dayMs, type LoansApi, loanOf, madeOffer, startLoansApi } from '../../support/loans.ts';
import { startTestApi, type TestUser } from '../../support/test-api.ts';

let api: SalesApi;

beforeAll(async () => {
  api = await startSalesApi();
  api.holdIndex({ BTC_USDT: '100000' });
});
afterAll(async () => {
  await api?.demandAudited();
  await api?.close();
});

const totals = async (on: Pick<LoansApi, 'call'> = api) =>
  (await on.call<TotalData>('GET', '/p2p/total-data')).body.public.USDT;

/** An open request of five days that is accepted at once. */
async function acceptedRequest(amount: string): Promise<{ borrower: TestUser; id: number }> {
  const [lender, borrower] = [await api.person('lender', { USDT: amount }), await api.person('borrower', { BTC: '1' })];
  const asked = await borrower.post<{ id: number }>('/p2p/create-borrow-request', { ...bid, amount, days: 5 });
  expect(await lender.post(`/p2p/accept-borrow-request/${asked.body.id}`)).toMatchObject({ status: 200 });
  return { borrower, id: asked.body.id };
}

test('what is lent counts open requests too, with the share that is overdue and what lenders have lost, read once for all', async () => {
  // A sale that finds no buyers, of a borrower whose wallet is empty.
  const { bob, loan } = await begunLoan(api);
  await api.take(bob, 'USDT', (await api.moneyOf(bob))['main USDT'] ?? '0');
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  await api.endSale(loan.id);
  await api.sell();
  api.holdIndex({ BTC_USDT: '100000' });
  const lost = await loanOf(bob, loan.id);
  expect(lost).toMatchObject({ state: 'defaulted' });

  const late = await acceptedRequest('300');
  await api.days(Date.now() + 5 * dayMs + 1_000);
  expect(await loanOf(late.borrower, late.id)).toMatchObject({ state: 'overdue', principal: '300' });
  await acceptedRequest('100');

  const month = new Date().toISOString().slice(0, 7);
  const losses = [{ month, amount: lost.repay_amount }];
  const shown = await totals();
  // The offer of the loan in default has 500 left.
  expect(shown).toMatchObject({ lent: '400', free: '500', loans: 2, overdue: 1, overdue_share: '75', losses });
  expect(Number(lost.repay_amount)).toBeGreaterThan(500);
  await acceptedRequest('200');
  expect(await totals()).toEqual(shown);
});

test('the search has no offer whose lender may not lend now, and the list no request whose borrower may not borrow', async () => {
  const [alice, bob, carol] = [
    await api.person('alice', { USDT: '1000' }),
    await api.person('bob', { BTC: '1' }),
    await api.person('carol'),
  ];
  const offerId = await madeOffer(alice);
  const asked = await bob.post<{ id: number }>('/p2p/create-borrow-request', bid);
  const isFound = async () => {
    const offers = (await carol.get<OfferList>('/p2p/lend-search?limit=100')).body;
    const requests = (await carol.get<LoanList>('/p2p/borrow-request-list?limit=100')).body;
    expect(offers.data).toHaveLength(offers.count);
    return [offers.data.some(({ id }) => id === offerId), requests.data.some(({ id }) => id === asked.body.id)];
  };
  const change = (what: string) =>
    api.parts.pool.query(`UPDATE users SET ${what} WHERE id = ANY ($1)`, [[alice.id, bob.id]]);
  expect(await isFound()).toEqual([true, true]);
  for (const [spoilt, healed] of [
    [`kyc_status = 'rejected'`, `kyc_status = 'approved'`],
    [`withdrawals_locked_until = now() + interval '1 hour'`, 'withdrawals_locked_until = NULL'],
    [`status = 'blocked'`, `status = 'active'`],
  ] as const) {
    await change(spoilt);
    expect(await isFound(), spoilt).toEqual([false, false]);
    await change(healed);
  }
  expect(await isFound()).toEqual([true, true]);
});

test('a payment history has changes of the pledge among the payments, and the tax of each', async () => {
  const { bob, loan } = await begunLoan(api);
  expect(loan.paymentHistory).toBeUndefined();
  await bob.post(`/p2p/top-up/${loan.id}`, { amount: '0.01' });
  await bob.post(`/p2p/release-pledge/${loan.id}`, { amount: '0.004' });
  await bob.post(`/p2p/repay-loan/${loan.id}`, { amount: '100' });
  const { paymentHistory = [] } = await loanOf(bob, loan.id);
  const pledge = { kind: 'pledge', day: null, tds: '0', status: 'successful' };
  expect(paymentHistory).toMatchObject([
    { ...pledge, id: -1, amount: '0.01', paid: '0.01' },
    { ...pledge, id: -2, amount: '-0.004', paid: '-0.004' },
    { id: 1, kind: 'interest', amount: '0.5', tds: '0' },
    { id: 2, kind: 'principal', amount: '99.5', tds: '0' },
  ]);
});

test('a page costs its rows of what an address may read, figures of all nothing', async () => {
  const own = await startTestApi({ PUBLIC_ROWS_PER_SECOND_PER_IP: '1000' });
  const paced = await startLoansApi({ on: own });
  try {
    const deep = () => paced.call('GET', '/p2p/lend-search?limit=100&offset=1000000');
    // What was read to begin with is given back in a moment.
    await until('a page that costs all is answered', async () => (await deep()).status === 200, 10_000);
    expect(await deep()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } });
    expect(await totals(paced)).toMatchObject({ lent: '0', losses: [] });
  } finally {
    await paced.close();
  }
});
