/** Credit that is not given: bids that are wrong, pledges that are not right, and loans of somebody else. */
import type { LoanList } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bid, type LoansApi, loanOf, madeOffer, startLoansApi, takeCredit, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  alice = await api.person('alice', { USDT: '5000' });
  bob = await api.person('bob', { BTC: '1' });
});
afterEach(() => api.demandAudited());

const listOf = async (by: TestUser, path: string) => (await by.get<LoanList>(`/p2p/${path}`)).body;

test.each<[object, string, string]>([
  [{ amount: '99.99' }, 'amount', 'Minimum 100, maximum 1000'],
  [{ amount: '1000.01' }, 'amount', 'Minimum 100, maximum 1000'],
  [{ amount: '100.001' }, 'amount', 'Too many decimals'],
  [{ amount: 'NaN' }, 'amount', 'Must be a plain decimal number'],
  [{ days: 2 }, 'days', 'Minimum 3, maximum 30'],
  [{ days: 31 }, 'days', 'Minimum 3, maximum 30'],
  [{ pay_percent: '0.04' }, 'pay_percent', 'Minimum 0.05, maximum 0.1'],
  [{ pay_percent: '0.015' }, 'pay_percent', 'Too many decimals'],
  [{ currency: undefined }, 'currency', 'Field is required'],
  [{ volatility_percent: '101' }, 'volatility_percent', 'Minimum 0, maximum 100'],
  [{ amount_crypto: '0.000000001' }, 'amount_crypto', 'Too many decimals'],
])('a bid of %j is refused at %s', async (wanted, field, text) => {
  const offerId = await madeOffer(alice);
  const { status, body } = await takeCredit(bob, offerId, wanted);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { code: 'invalid_argument', errors: { [field]: [text] } },
  });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
});

test('the pledge has to be enough, and no slip of the keyboard', async () => {
  const offerId = await madeOffer(alice, { currency: 'BTC,SOL' });
  const refused = async (wanted: object) => (await takeCredit(bob, offerId, wanted)).body;
  expect(await refused({ amount_crypto: '0.0076923' })).toMatchObject({
    code: 'pledge_too_small',
    errors: { message: ['At least 0.00769231 BTC is needed now'] },
  });
  expect(await refused({ amount_crypto: '0.0769232' })).toMatchObject({ code: 'pledge_too_large' });
  expect(await refused({ currency: 'ETH' })).toMatchObject({ code: 'currency_not_accepted' });
  expect(await refused({ currency: 'SOL' })).toMatchObject({ code: 'price_unavailable' });
  const poor = await api.person('poor', { BTC: '0.0077' });
  expect((await takeCredit(poor, offerId)).body).toMatchObject({ code: 'insufficient_balance' });
  // The least alone, without a cushion.
  expect(await takenCredit(poor, offerId, { volatility_percent: '0' })).toMatchObject({ amount_crypto: '0.00769231' });
});

test('nobody borrows from oneself, without being verified, or of an offer that there is not', async () => {
  const offerId = await madeOffer(alice);
  await api.give(alice, 'BTC', '1');
  expect((await takeCredit(alice, offerId)).body).toMatchObject({ code: 'own_offer' });
  const unverified = await api.person('unverified', { BTC: '1' }, { kycApproved: false });
  expect((await takeCredit(unverified, offerId)).body).toMatchObject({ code: 'passVerification' });
  expect((await takeCredit(bob, 999_999)).body).toMatchObject({ code: 'offer_not_found' });
  expect((await bob.post('/p2p/take-credit/1.5', bid)).status).toBe(422);
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [alice.id]);
  expect((await takeCredit(bob, offerId)).body).toMatchObject({ code: 'offer_closed' });
});

test('somebody else’s loans and requests are ones that do not exist', async () => {
  const offerId = await madeOffer(alice);
  const { id } = await takenCredit(bob, offerId);
  const mallory = await api.person('mallory', { USDT: '1000', BTC: '1' });
  for (const [who, path, body] of [
    [mallory, `borrow-request/${id}`, { action: 1 }],
    [mallory, `accept-borrow-request/${id}`, {}],
    [mallory, `reject-borrow-request/${id}`, {}],
    [mallory, `cancel-borrow-request/${id}`, {}],
    [mallory, `repay-loan/${id}`, {}],
    [mallory, `top-up/${id}`, { amount: '0.1' }],
    [mallory, `release-pledge/${id}`, { amount: '0.001' }],
    // The other side's part.
    [bob, `accept-borrow-request/${id}`, {}],
    [bob, `reject-borrow-request/${id}`, {}],
    [alice, `cancel-borrow-request/${id}`, {}],
    [alice, `top-up/${id}`, { amount: '0.1' }],
    [mallory, `borrow-request/999999`, { action: 1 }],
  ] as const)
    expect(await who.post(`/p2p/${path}`, body), path).toMatchObject({ status: 404, body: { code: 'loan_not_found' } });
  expect((await mallory.get(`/p2p/loan/${id}`)).body).toMatchObject({ code: 'loan_not_found' });
  for (const path of [`order-requests/${offerId}`, `borrow-request-list/${offerId}`])
    expect((await mallory.get(`/p2p/${path}`)).body, path).toMatchObject({ code: 'offer_not_found' });
  for (const path of ['lend-user', 'borrow-user', 'my-borrow-request-list', 'deals-history'])
    expect((await listOf(mallory, path)).data, path).toEqual([]);
  expect((await bob.post(`/p2p/borrow-request/${id}`, { action: 3 })).status).toBe(422);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'pending' });
});

test('a bid from an earlier version is told what has changed since, and passes when that is nothing of its terms', async () => {
  const offerId = await madeOffer(alice, { currency: 'BTC,ETH' });
  const edit = async (wanted: object) =>
    expect((await alice.post(`/p2p/update-loan-request/${offerId}`, wanted)).status).toBe(200);
  await edit({ version: 1, amount: '1500', relend: true });
  await takenCredit(bob, offerId, { version: 1, amount: '100' });
  await edit({ version: 2, oks_percent: '300' });
  await edit({ version: 3, currency: 'BTC', days_to: 20 });
  const { status, body } = await takeCredit(bob, offerId, { version: 2 });
  expect({ status, body }).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  expect((body as unknown as { errors: object }).errors).toEqual({
    currency: ['It is BTC now'],
    days_to: ['It is 20 now'],
    message: ['This has changed meanwhile'],
    oks_percent: ['It is 300 now'],
  });
  expect((await takeCredit(bob, offerId, { version: 9 })).body).toMatchObject({ code: 'stale_version' });
  expect((await takeCredit(bob, offerId, { version: 0 })).body).toMatchObject({ code: 'invalid_argument' });
  expect(await takenCredit(bob, offerId, { version: 4 })).toMatchObject({ state: 'pending' });
});

test.each([
  ['UPDATE p2p_moneys SET lender_max = $1', 'At most 800 USDT may be lent of one lender at a time'],
  ['UPDATE p2p_moneys SET borrower_max = $1', 'At most 800 USDT may be lent to one borrower at a time'],
  [
    // What earlier tests have lent against it counts too.
    `UPDATE p2p_pledges SET lent_max = $1 + (SELECT coalesce(sum(principal), 0) FROM p2p_loans WHERE state = 'active') WHERE ticker = 'BTC'`,
    'may be lent against BTC at a time',
  ],
])('caps that operators set are kept: %s', async (sql, text) => {
  const { pool } = api.parts;
  const offerId = await madeOffer(alice, { auto_approve: true });
  await pool.query(sql, [800]);
  try {
    expect((await takeCredit(bob, offerId)).status).toBe(200);
    const refused = await takeCredit(bob, offerId, { amount: '300.01' });
    expect(refused.body).toMatchObject({
      code: 'cap_exceeded',
      errors: { message: [expect.stringContaining(text)] },
    });
    expect((await takeCredit(bob, offerId, { amount: '300' })).status).toBe(200);
  } finally {
    await pool.query('UPDATE p2p_moneys SET lender_max = 0, borrower_max = 0');
    await pool.query('UPDATE p2p_pledges SET lent_max = 0');
  }
});
