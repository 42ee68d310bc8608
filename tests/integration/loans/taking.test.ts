/** Borrowers take credit, lenders decide: what it does to money, and who may. */
import { expireRequests } from '@pelican/api/src/modules/loans/index.ts';
import type { LoanList } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  dayMs,
  type LoansApi,
  loanOf,
  madeOffer,
  offerOf,
  startLoansApi,
  takeCredit,
  takenCredit,
} from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  api.setIndex({ BTC_USDT: '100000' });
  alice = await api.person('alice', { USDT: '5000' });
  bob = await api.person('bob', { BTC: '1' });
});
afterEach(() => api.demandAudited());

const listOf = async (by: TestUser, path: string) => (await by.get<LoanList>(`/p2p/${path}`)).body;

test('where the offer approves by itself the loan begins at once', async () => {
  const offerId = await madeOffer(alice, { auto_approve: true });
  const loan = await takenCredit(bob, offerId);
  expect(loan).toMatchObject({
    offer_id: offerId,
    role: 'borrow',
    username: expect.stringContaining('alice'),
    amount: '500',
    amount_fiat: '500',
    fiat_ticker: 'USDT',
    amount_crypto: '0.00776924',
    crypto_ticker: 'BTC',
    days: 10,
    percent: '0.1',
    status: 'borrowed',
    status_code: 2,
    state: 'active',
    price: '100000',
    level: 'ok',
    principal: '500',
    interest_paid: '0',
    interest_unpaid: '0',
    // The first day has begun.
    repay_amount: '500.5',
    daily_charged: '0.5',
    fee: '2.5',
    gst: '0.45',
    payout: '497.05',
  });
  expect((loan.date_end ?? 0) - (loan.date_start ?? 0)).toBe((10 * dayMs) / 1000);
  expect(await api.moneyOf(bob)).toEqual({
    'main BTC': '0.99223076',
    'main USDT': '497.05',
    'p2p_pledge BTC': '0.00776924',
  });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '4000', 'p2p_offer USDT': '500' });
  expect(await offerOf(alice, offerId)).toMatchObject({
    amount: '1000',
    free_amount: '500',
    lent: '500',
    loans: 1,
    estimated: '5',
    daily_charged: '0.5',
    total_freeze: '776.92',
  });
  expect((await listOf(alice, 'lend-user')).data).toMatchObject([{ id: loan.id, role: 'lend', status: 'approve' }]);
  expect(await listOf(bob, 'my-borrow-list')).toMatchObject({
    data: [{ id: loan.id }],
    stats: { USDT: { credit: '500', guarantee: '776.92', in_progress: 1, profit: '0' } },
  });
});

test('a request waits with its pledge until the lender says yes', async () => {
  const offerId = await madeOffer(alice);
  const request = await takenCredit(bob, offerId, { amount_crypto: '0.01' });
  expect(request).toMatchObject({
    state: 'pending',
    status: 'pending',
    status_code: 1,
    amount_crypto: '0.01',
    ltv: '50',
  });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '0.99', 'p2p_request BTC': '0.01' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '4000', 'p2p_offer USDT': '1000' });
  expect(await offerOf(alice, offerId)).toMatchObject({ free_amount: '500', reserved: '500', lent: '0', requests: 1 });
  expect((await listOf(alice, `borrow-request-list/${offerId}`)).data).toMatchObject([{ id: request.id }]);
  expect((await listOf(bob, 'my-borrow-request-list')).data).toMatchObject([{ id: request.id, state: 'pending' }]);

  const approved = await alice.post(`/p2p/borrow-request/${request.id}`, { action: 1 });
  expect(approved, JSON.stringify(approved.body)).toMatchObject({
    status: 200,
    body: { state: 'active', role: 'lend' },
  });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '0.99', 'main USDT': '497.05', 'p2p_pledge BTC': '0.01' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '4000', 'p2p_offer USDT': '500' });
  for (const again of ['accept-borrow-request', 'reject-borrow-request'])
    expect(await alice.post(`/p2p/${again}/${request.id}`)).toMatchObject({
      status: 409,
      body: { code: 'already_decided' },
    });
  expect((await bob.post(`/p2p/cancel-borrow-request/${request.id}`)).body).toMatchObject({ code: 'already_decided' });
  expect((await listOf(alice, `order-requests/${offerId}?state=active`)).data).toMatchObject([{ id: request.id }]);
  expect((await listOf(alice, `borrow-request-list/${offerId}`)).data).toEqual([]);
});

test.each([
  ['rejected by the lender', () => alice, 'reject-borrow-request', {}, 'rejected', 3],
  ['rejected by its number', () => alice, 'borrow-request', { action: 2 }, 'rejected', 3],
  ['withdrawn by the borrower', () => bob, 'cancel-borrow-request', {}, 'withdrawn', 10],
] as const)('a request that is %s returns its pledge and its reservation', async (_, by, path, body, state, code) => {
  const offerId = await madeOffer(alice);
  const { id } = await takenCredit(bob, offerId);
  expect((await by().post(`/p2p/${path}/${id}`, body)).body).toMatchObject({
    state,
    status: 'canceled',
    status_code: code,
  });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
  expect(await offerOf(alice, offerId)).toMatchObject({ free_amount: '1000', reserved: '0' });
  expect((await listOf(bob, 'deals-history?tab=finished')).data).toMatchObject([{ id, ended_at: expect.any(Number) }]);
  for (const tab of ['in_process', 'waiting'])
    expect((await listOf(bob, `deals-history?tab=${tab}`)).data).toEqual([]);
  expect((await listOf(bob, 'deals-history?role=lend')).data).toEqual([]);
});

test('a lender sees how loans of who asks have ended, and the requests that wait longest first', async () => {
  const past = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
  await api.give(bob, 'USDT', '100');
  expect(await bob.post(`/p2p/repay-loan/${past.id}`, {})).toMatchObject({ status: 200 });
  const offerId = await madeOffer(alice);
  const first = await takenCredit(bob, offerId, { amount: '200' });
  const second = await takenCredit(bob, offerId, { amount: '300' });
  const record = { repaid: 1, liquidated: 0, defaulted: 0 };
  expect((await listOf(alice, 'deals-history?role=lend&tab=waiting')).data).toMatchObject([
    { id: first.id, record },
    { id: second.id, record },
  ]);
  // Nobody is told of the own one, or once it is decided.
  expect((await listOf(bob, 'deals-history?tab=waiting')).data[0]).not.toHaveProperty('record');
  await alice.post(`/p2p/accept-borrow-request/${first.id}`);
  expect((await listOf(alice, 'lend-user')).data[0]).not.toHaveProperty('record');
});

test('a request that nobody answers expires after a day, once', async () => {
  const offerId = await madeOffer(alice);
  const { id } = await takenCredit(bob, offerId);
  await expireRequests(api.worker, Date.now() + dayMs - 60_000);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'pending' });
  const later = Date.now() + dayMs + 1_000;
  await Promise.all([expireRequests(api.worker, later), expireRequests(api.worker, later)]);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'expired', status_code: 10, amount_crypto: '0' });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
  expect(await offerOf(alice, offerId)).toMatchObject({ free_amount: '1000', reserved: '0' });
});

test('a pledge that has fallen is not accepted until more of it is there', async () => {
  const offerId = await madeOffer(alice);
  const { id } = await takenCredit(bob, offerId);
  // 500 of 0.00776924 x 89,000 are 72.3%.
  api.setIndex({ BTC_USDT: '89000' });
  expect((await alice.post(`/p2p/accept-borrow-request/${id}`)).body).toMatchObject({
    code: 'pledge_fell',
    errors: { message: ['0.00003352 BTC must be added first'] },
  });
  expect((await bob.post(`/p2p/top-up/${id}`, { amount: '0.00003352' })).body).toMatchObject({
    state: 'pending',
    amount_crypto: '0.00780276',
  });
  expect((await alice.post(`/p2p/accept-borrow-request/${id}`)).body).toMatchObject({ state: 'active' });
});

test('a repeat with the same key takes nothing more', async () => {
  const offerId = await madeOffer(alice);
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all(Array.from({ length: 5 }, () => takeCredit(bob, offerId, {}, headers)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect((await takeCredit(bob, offerId, { amount: '400' }, headers)).body).toMatchObject({
    code: 'repeated_with_other_content',
  });
  expect(await offerOf(alice, offerId)).toMatchObject({ reserved: '500' });
});

test('a currency that is closed takes no more loans, and those that run go on', async () => {
  const offerId = await madeOffer(alice, { auto_approve: true });
  const { id } = await takenCredit(bob, offerId);
  const { pool } = api.parts;
  const close = (isOpen: boolean) => pool.query(`UPDATE p2p_pledges SET is_open = $1 WHERE ticker = 'BTC'`, [isOpen]);
  await close(false);
  try {
    expect((await takeCredit(bob, offerId)).body).toMatchObject({ code: 'currency_not_accepted' });
    expect((await bob.post(`/p2p/top-up/${id}`, { amount: '0.01' })).status).toBe(200);
    await api.give(bob, 'USDT', '10');
    expect((await bob.post(`/p2p/repay-loan/${id}`)).body).toMatchObject({ state: 'repaid' });
  } finally {
    await close(true);
  }
});
