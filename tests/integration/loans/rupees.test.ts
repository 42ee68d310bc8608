/** Rupees that are lent: a coin is worth its dollars by the index of the dollar in rupees, and nothing without either of them. */
import { followIndexes, runWatch } from '@pelican/api/src/modules/loans/index.ts';
import type { CurrencyList, OfferView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  type LoansApi,
  loanOf,
  madeOffer,
  order,
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
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
  await api.holdSpotIndex({ USDT_INR: '88.5' });
  alice = await api.person('alice', { INR: '1000000' });
  bob = await api.person('bob', { BTC: '1', USDT: '10000', SOL: '100' });
});
afterEach(() => api.demandAudited());

const rupees = {
  ...order,
  fiat_currency: 'INR',
  amount_from: '5000',
  amount_to: '500000',
  currency: 'BTC,USDT',
  auto_approve: true,
};
const offered = (wanted: object = {}) => madeOffer(alice, { ...rupees, ...wanted });
/** With the rights of the worker, by what a process sees that reads the last minute now. */
const watch = () =>
  runWatch({ pool: api.worker, prices: followIndexes(api.parts.perpetual.live.view, api.parts.spotIndexes) });

test('a bitcoin is 8,850,000 rupees, and as many of it are pledged as the formula says', async () => {
  const { body } = await api.call<CurrencyList>('GET', '/p2p/currency-list');
  expect(body.fiat.map(({ ticker }) => ticker)).toEqual(['USDT', 'INR']);
  const pair = body.crypto.find(({ ticker }) => ticker === 'BTC')?.pairs.find((one) => one.fiat_currency === 'INR');
  expect(pair).toMatchObject({ price: '8850000', fresh: true, ltv: '65' });
  const id = await offered();
  const { body: offer } = await bob.get<OfferView>(`/p2p/order-description/${id}`);
  expect(offer.price).toEqual({ BTC: '8850000', USDT: '88.5' });
  // The money's own price too: what a rupee is in dollars.
  expect(offer.price_usd).toEqual({ BTC: '100000', USDT: '1', INR: '0.01129944' });
  const loan = await takenCredit(bob, id, { amount: '100000' });
  // 100,000 x 1.01 / (8,850,000 x 0.65), up: the price of a request is that of the coin in rupees.
  expect(loan).toMatchObject({
    state: 'active',
    amount_crypto: '0.01755759',
    price: '8850000',
    fee: '500',
  });
  // 500 of fee and 90 of GST.
  expect(await api.moneyOf(bob)).toMatchObject({ 'main INR': '99410', 'p2p_pledge BTC': '0.01755759' });
});

test('dollars are pledged for rupees by the index of the rupee itself', async () => {
  const loan = await takenCredit(bob, await offered(), { currency: 'USDT', amount: '100000' });
  // 100,000 x 1.01 / (88.5 x 0.85), up.
  expect(loan).toMatchObject({ amount_crypto: '1342.63875042', price: '88.5', ltv: '84.24' });
});

test('a coin without a market in rupees is no pledge for them, whatever its index', async () => {
  api.holdIndex({ SOL_USDT: '150' });
  const { body } = await api.call<CurrencyList>('GET', '/p2p/currency-list');
  expect(body.crypto.find(({ ticker }) => ticker === 'SOL')?.pairs.map((one) => one.fiat_currency)).toEqual(['USDT']);
  expect(await alice.post('/p2p/create-order', { ...rupees, currency: 'BTC,SOL' })).toMatchObject({
    status: 422,
    body: { code: 'currency_not_accepted' },
  });
});

test('without a fresh rupee nothing begins and nobody is sold, while dollars go on', async () => {
  const loan = await takenCredit(bob, await offered(), { amount: '100000' });
  api.loseIndex();
  api.holdIndex({ BTC_USDT: '40000' });
  const isStale = async () => (await loanOf(bob, loan.id)).price === null;
  await expect.poll(isStale, { timeout: 20_000, interval: 1_000 }).toBe(true);
  expect(await takeCredit(bob, await offered(), { amount: '100000' })).toMatchObject({
    status: 503,
    body: { code: 'price_unavailable' },
  });
  await watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', ltv: null, level: null });
  const { body } = await api.call<CurrencyList>('GET', '/p2p/currency-list');
  const pairs = body.crypto.find(({ ticker }) => ticker === 'BTC')?.pairs;
  expect(pairs?.map(({ fiat_currency, fresh }) => [fiat_currency, fresh])).toEqual([
    ['USDT', true],
    ['INR', false],
  ]);
});

test('a rupee that falls is told of at the levels; one that jumps for a moment is not', async () => {
  const loan = await takenCredit(bob, await offered(), { amount: '100000' });
  const levelOf = async () => (await loanOf(bob, loan.id)).level;
  api.setSpotIndex({ USDT_INR: '60' });
  const isHeard = async () => (await loanOf(bob, loan.id)).price === '6000000';
  // The index is another, and what is watched by is still the mean of a minute.
  await expect.poll(isHeard, { timeout: 10_000 }).toBe(true);
  await watch();
  expect(await levelOf()).toBe('ok');
  await api.holdSpotIndex({ USDT_INR: '78' });
  await watch();
  expect(await levelOf()).toBe('warning');
  expect(await loanOf(bob, loan.id)).toMatchObject({ price: '7800000', ltv: '73.09' });
});
