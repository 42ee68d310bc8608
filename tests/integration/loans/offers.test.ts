/** Offers of loans: made, found, edited, ended by their lenders and by time. */
import { expireOffers } from '@pelican/api/src/modules/loans/index.ts';
import type { OfferList } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  createOrder,
  dayMs,
  type LoansApi,
  madeOffer,
  offerOf,
  startLoansApi,
  takeCredit,
  takenCredit,
} from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000', ETH_USDT: '4000' });
});
afterAll(() => api?.close());
afterEach(() => api.demandAudited());

const lender = (amount = '10000') => api.person('lender', { USDT: amount });
const idsOf = async (by: TestUser, query: string) =>
  (await by.get<OfferList>(`/p2p/${query}`)).body.data.map(({ id }) => id);

test('an offer takes its whole amount out of the main wallet, and everybody finds it', async () => {
  const alice = await lender('1500');
  const { status, body } = await createOrder(alice, { oks_percent: '200', currency: 'BTC,ETH' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ status: 'ok', amount_fiat: '1000', fiat_ticker: 'USDT' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '500', 'p2p_offer USDT': '1000' });
  expect(body.order).toMatchObject({
    is_mine: true,
    amount: '1000',
    amount_max: '1000',
    free_amount: '1000',
    percent_from: '0.05',
    percent_to: '0.1',
    days: '3-30',
    currency: 'BTC,ETH',
    lvt: { BTC: '50', ETH: '50' },
    oks_percent: '200',
    oks_value: '2000',
    price: { BTC: '100000', ETH: '4000' },
    status: 'active',
    status_code: 1,
    reserved: '0',
    lent: '0',
    loans: 0,
    requests: 0,
    estimated: '0',
    daily_charged: '0',
    total_freeze: '0',
  });
  const stranger = await offerOf(await api.person('stranger'), body.id);
  expect(stranger).toMatchObject({ id: body.id, is_mine: false, username: expect.stringContaining('lender') });
  expect(stranger).not.toHaveProperty('lent');
  const balances = await alice.get<{ FIAT: object[] }>('/p2p/actual-currency-balance');
  expect(balances.body.FIAT).toContainEqual(
    expect.objectContaining({ ticker: 'USDT', main_balance: '500', main_balance_usdt: '500', p2p_freeze: '1000' }),
  );
  const wallet = await alice.get<{ result: { ticker: string }[] }>('/v3/profile/balance');
  expect(wallet.body.result.find(({ ticker }) => ticker === 'USDT')).toMatchObject({
    main_balance: '500',
    trade_p2p_freeze: '1000',
    full_balance: '1500',
  });
});

test('the same in the words of lender admins', async () => {
  const alice = await lender();
  const { body, status } = await alice.post<{ order: object }>('/p2p/create-loan-request', {
    amount: '600',
    amount_min: '50',
    amount_max: '500',
    day_min: '3',
    day_max: '90',
    percent: '0.07',
    currency: ['BTC'],
  });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body.order).toMatchObject({
    amount: '600',
    amount_min: '50',
    amount_to: '500',
    day_max: 90,
    percent_from: '0.07',
    percent: '0.07',
  });
});

test('the search finds offers whose ranges overlap, the lowest interest first', async () => {
  const alice = await lender();
  const cheap = await madeOffer(alice, { percent_from: '0.02', percent_to: '0.03', currency: 'SOL', days_to: 10 });
  const dear = await madeOffer(alice, {
    percent_from: '0.04',
    amount_to: '300',
    currency: 'SOL,ETH',
    oks_percent: '400',
  });
  const found = (query: string) => idsOf(alice, `lend-search?currency=SOL&${query}`);
  expect(await found('')).toEqual([cheap, dear]);
  expect(await found('amount_from=301')).toEqual([cheap]);
  expect(await found('amount_to=99')).toEqual([]);
  expect(await found('days_from=11')).toEqual([dear]);
  expect(await found('percent_from=0.04&percent_to=0.04')).toEqual([dear]);
  expect(await found('percent_to=0.02')).toEqual([cheap]);
  expect(await idsOf(alice, 'lend-search?currency=ETH&percent_to=0.04')).toEqual([dear]);
  expect(await idsOf(alice, 'loan-request-list?currency=SOL&oks_from=300')).toEqual([dear]);
  expect(await idsOf(alice, 'loan-request-list?currency=SOL&oks_to=300')).toEqual([cheap]);
  expect(await idsOf(alice, 'loan-request-list?currency=SOL&sort=date')).toEqual([dear, cheap]);
  const { body } = await alice.get<OfferList>('/p2p/lend-search?currency=SOL&limit=1&offset=1');
  expect(body).toMatchObject({ count: 2, offset: 1, limit: 1, currentpage: 2, lastpage: 2, data: [{ id: dear }] });
  expect((await alice.get<OfferList>('/p2p/show-more-lend?currency=SOL')).body).toMatchObject({ offset: 10, data: [] });
  expect(await alice.get('/p2p/lend-search?days_from=9&days_to=8')).toMatchObject({
    status: 422,
    body: { errors: { days_from: ['days_from must be less than or equal to days_to'] } },
  });
  expect((await alice.get('/p2p/lend-search?offset=-1')).status).toBe(422);
  expect((await alice.get('/p2p/lend-search?fiat_currency=XXX')).body).toMatchObject({ code: 'unknown_asset' });
});

test('an offer of which less than the least loan is left is not found any more', async () => {
  const alice = await lender();
  const id = await madeOffer(alice, { amount_from: '600', currency: 'BTC,ETH', percent_from: '0.01' });
  const isFound = async () => (await idsOf(alice, 'lend-search?percent_to=0.01')).includes(id);
  expect(await isFound()).toBe(true);
  await takenCredit(await api.person('borrower', { BTC: '1' }), id, { amount: '600' });
  expect(await isFound()).toBe(false);
});

test('an edit holds what the amount grows by, and returns what it shrinks by', async () => {
  const alice = await lender('2000');
  const id = await madeOffer(alice);
  const edit = (wanted: object) => alice.post(`/p2p/update-loan-request/${id}`, wanted);
  expect((await edit({ version: 1, amount: '1500', percent: '0.2' })).body).toMatchObject({
    amount: '1500',
    percent_from: '0.2',
    percent_to: '0.2',
    days: '3-30',
    version: 2,
  });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '500', 'p2p_offer USDT': '1500' });
  expect(await edit({ version: 1, amount: '1000' })).toMatchObject({ status: 409, body: { code: 'stale_version' } });
  expect((await edit({ version: 2, amount: '2000.01' })).body).toMatchObject({ code: 'insufficient_balance' });
  await takenCredit(await api.person('borrower', { BTC: '1' }), id, { amount: '900', pay_percent: '0.2' });
  expect((await edit({ version: 2, amount: '899.99', amount_max: '500' })).body).toMatchObject({
    code: 'amount_in_use',
    errors: { message: ['900 is lent or reserved'] },
  });
  expect((await edit({ version: 2, amount: '900', amount_max: '500' })).body).toMatchObject({ free_amount: '0' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '1100', 'p2p_offer USDT': '900' });
  const other = await lender();
  expect((await other.post(`/p2p/update-loan-request/${id}`, { version: 3 })).body).toMatchObject({
    code: 'offer_not_found',
  });
});

test('a finished offer rejects what waits and returns what is free; its last loan closes it', async () => {
  const alice = await lender();
  const id = await madeOffer(alice, { auto_approve: true });
  const bob = await api.person('bob', { BTC: '1', USDT: '10' });
  const carol = await api.person('carol', { BTC: '1' });
  const running = await takenCredit(bob, id, { amount: '300' });
  const waiting = await takenCredit(carol, id, { amount: '200', pay_percent: '0.05' });
  expect([running.state, waiting.state]).toEqual(['active', 'pending']);
  const stranger = await lender();
  expect((await stranger.post(`/p2p/finish-loan/${id}`)).body).toMatchObject({ code: 'offer_not_found' });
  expect((await alice.post(`/p2p/finish-loan/${id}`)).body).toMatchObject({
    state: 'finishing',
    status: 'finish',
    status_code: 20,
    free_amount: '0',
    reserved: '0',
    lent: '300',
    requests: 0,
    loans: 1,
  });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '9700' });
  expect(await api.moneyOf(carol)).toEqual({ 'main BTC': '1' });
  expect(await alice.post(`/p2p/finish-loan/${id}`)).toMatchObject({ status: 409, body: { code: 'offer_closed' } });
  expect((await takeCredit(carol, id)).body).toMatchObject({ code: 'offer_closed' });
  expect((await carol.get(`/p2p/order-description/${id}`)).status).toBe(404);
  expect((await alice.get<OfferList>('/p2p/active-order')).body).toMatchObject({ count: 1, data: [{ id }] });
  await bob.post(`/p2p/repay-loan/${running.id}`);
  expect(await offerOf(alice, id)).toMatchObject({ state: 'closed', status: 'close', status_code: 10, lent: '0' });
  expect((await alice.get<OfferList>('/p2p/active-order')).body).toMatchObject({ count: 0, data: [] });
  expect((await alice.get<OfferList>('/p2p/my-loan-request-list')).body).toMatchObject({
    count: 1,
    stats: { USDT: { credit: '0', in_progress: 0, profit: '0.3' } },
  });
});

test('the end of an offer that is repeated with the same key is answered again', async () => {
  const alice = await lender();
  const [id, other] = [await madeOffer(alice), await madeOffer(alice)];
  const finish = (which: number) =>
    alice.post(`/p2p/finish-loan/${which}`, {}, { headers: { 'idempotency-key': 'the-end' } });
  for (const { body } of await Promise.all([finish(id), finish(id)])) expect(body).toMatchObject({ state: 'closed' });
  expect((await finish(other)).body).toMatchObject({ code: 'repeated_with_other_content' });
  expect(await offerOf(alice, other)).toMatchObject({ state: 'open' });
});

test('an offer ends by time, once, with what waits', async () => {
  const alice = await lender();
  const id = await madeOffer(alice, { expires_days: 2 });
  const bob = await api.person('bob', { BTC: '1' });
  const { id: request } = await takenCredit(bob, id);
  const later = Date.now() + 2 * dayMs + 1_000;
  await expireOffers(api.worker, later - dayMs);
  expect(await offerOf(alice, id)).toMatchObject({ state: 'open' });
  await Promise.all([expireOffers(api.worker, later), expireOffers(api.worker, later)]);
  expect(await offerOf(alice, id)).toMatchObject({ state: 'closed', free_amount: '0' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '10000' });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
  expect((await bob.get(`/p2p/loan/${request}`)).body).toMatchObject({
    state: 'rejected',
    status: 'canceled',
    status_code: 3,
  });
});

test('lists say what can be lent and pledged, and how much of it is', async () => {
  const { body } = await api.call('GET', '/p2p/currency-list');
  expect(body).toMatchObject({
    fiat: [
      {
        ticker: 'USDT',
        amount_min: '50',
        amount_max: '100000',
        repay_min: '1',
        days_min: 3,
        days_max: 90,
        percent_min: '0.01',
        percent_max: '5',
        fee_rate: '0.005',
        gst_rate: '0.18',
      },
      { ticker: 'INR', amount_min: '5000', amount_max: '5000000', repay_min: '100' },
    ],
    limits: { days_min: 3, days_max: 90, percent_min: '0.01', percent_max: '5' },
    block_take: false,
    block_create: false,
  });
  const pairOf = (ticker: string) =>
    (body.crypto as { ticker: string; pairs: object[] }[]).find((one) => one.ticker === ticker)?.pairs;
  const levels = { fiat_currency: 'USDT', ltv: '65', warning: '72', call: '78', liquidation: '85' };
  expect(pairOf('BTC')).toEqual([
    { ...levels, price: '100000', price_at: expect.any(Number), fresh: true },
    // Nobody says an index of the rupee here.
    { ...levels, fiat_currency: 'INR', price: null, price_at: null, fresh: false },
  ]);
  expect(pairOf('SOL')).toMatchObject([{ ltv: '50', price: null, price_at: null, fresh: false }]);
  expect((await api.call('GET', '/p2p/total-data')).body).toMatchObject({
    public: { USDT: { offers: expect.any(Number) } },
    user: null,
  });
});
