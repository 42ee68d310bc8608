/** Loans that several reach for at once: nothing is taken twice, and nothing is lost. */
import { expireOffers, runDays } from '@pelican/api/src/modules/loans/index.ts';
import { stripZeros } from '@pelican/shared/money';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  dayMs,
  type LoansApi,
  loanOf,
  madeOffer,
  offerOf,
  outcomesOf,
  startLoansApi,
  takeCredit,
  takenCredit,
} from '../../support/loans.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
afterEach(() => api.demandAudited());

const lender = () => api.person('lender', { USDT: '1000' });
const borrower = () => api.person('borrower', { BTC: '1', USDT: '100' });

test('of twelve who take the last of an offer two get it, the others nothing', async () => {
  const alice = await lender();
  const offerId = await madeOffer(alice, { auto_approve: true });
  const crowd = await Promise.all(Array.from({ length: 12 }, borrower));
  const answers = await Promise.all(crowd.map((one) => takeCredit(one, offerId)));
  expect(outcomesOf(answers)).toEqual({ 200: 2, offer_taken: 10 });
  expect(await offerOf(alice, offerId)).toMatchObject({ free_amount: '0', lent: '1000', loans: 2 });
  const pledges = await Promise.all(crowd.map(async (one) => (await api.moneyOf(one))['p2p_pledge BTC']));
  expect(pledges.filter((pledge) => pledge !== undefined)).toHaveLength(2);
  const late = await takeCredit(crowd[0] as Awaited<ReturnType<typeof borrower>>, offerId, { amount: '100' });
  expect(late).toMatchObject({
    status: 409,
    body: { code: 'offer_taken', errors: { message: ['Only 0 USDT is left'] } },
  });
});

test('ten requests of one borrower wait at most', async () => {
  const alice = await lender();
  const offerId = await madeOffer(alice, { amount_from: '50' });
  const bob = await borrower();
  const answers = await Promise.all(Array.from({ length: 13 }, () => takeCredit(bob, offerId, { amount: '50' })));
  expect(outcomesOf(answers)).toEqual({ 200: 10, too_many_pending: 3 });
});

test('a request is decided once: by the lender, the borrower, the end of the offer or its time', async () => {
  for (let round = 0; round < 6; round++) {
    const alice = await lender();
    const bob = await borrower();
    const offerId = await madeOffer(alice);
    const { id } = await takenCredit(bob, offerId);
    const answers = await Promise.all([
      alice.post(`/p2p/accept-borrow-request/${id}`),
      bob.post(`/p2p/cancel-borrow-request/${id}`),
      alice.post(`/p2p/finish-loan/${offerId}`),
      alice.post(`/p2p/reject-borrow-request/${id}`),
      bob.post(`/p2p/top-up/${id}`, { amount: '0.001' }),
      expireOffers(api.worker, Date.now() + 31 * dayMs).then(() => ({ status: 200, body: {} })),
    ]);
    expect(
      answers.filter(({ status }) => ![200, 404, 409].includes(status)),
      JSON.stringify(answers.map(({ body }) => body)),
    ).toEqual([]);
    const { state } = await loanOf(bob, id);
    const [lent, borrowed] = [await api.moneyOf(alice), await api.moneyOf(bob)];
    if (state === 'active') {
      expect(lent).toEqual({ 'main USDT': '500' });
      expect(borrowed['main USDT']).toBe('597.05');
    } else {
      expect(lent).toEqual({ 'main USDT': '1000' });
      expect(borrowed).toEqual({ 'main BTC': '1', 'main USDT': '100' });
    }
  }
});

test('takes beside the end of an offer leave no money in it', async () => {
  for (let round = 0; round < 5; round++) {
    const alice = await lender();
    const offerId = await madeOffer(alice, { auto_approve: round % 2 === 0 });
    const crowd = await Promise.all(Array.from({ length: 4 }, borrower));
    const [finished, ...answers] = await Promise.all([
      alice.post(`/p2p/finish-loan/${offerId}`),
      ...crowd.map((one) => takeCredit(one, offerId, { amount: '250' })),
    ]);
    expect(finished.status).toBe(200);
    const outcomes = outcomesOf(answers);
    expect(Object.keys(outcomes).filter((name) => !['200', 'offer_closed'].includes(name))).toEqual([]);
    const offer = await offerOf(alice, offerId);
    expect(offer).toMatchObject({ free_amount: '0', reserved: '0' });
    expect(await api.moneyOf(alice)).toEqual(
      offer.lent === '1000' ? {} : { 'main USDT': String(1000 - Number(offer.lent)) },
    );
  }
});

test('a loan is repaid once, beside the job, a top-up and a release', async () => {
  for (let round = 0; round < 5; round++) {
    const alice = await lender();
    const bob = await borrower();
    const offerId = await madeOffer(alice, { auto_approve: true });
    const { id } = await takenCredit(bob, offerId);
    const answers = await Promise.all([
      bob.post(`/p2p/repay-loan/${id}`),
      bob.post(`/p2p/repay-loan/${id}`, { amount: '100' }),
      bob.post(`/p2p/cancel-borrow-request/${id}`, { action: 20 }),
      bob.post(`/p2p/top-up/${id}`, { amount: '0.01' }),
      bob.post(`/p2p/release-pledge/${id}`, { amount: '0.00001' }),
      runDays(api.worker, Date.now() + dayMs + 1_000).then(() => ({ status: 200, body: {} })),
    ]);
    expect(
      answers.filter(({ status }) => ![200, 409, 422].includes(status)),
      JSON.stringify(answers.map(({ body }) => body)),
    ).toEqual([]);
    expect(await loanOf(bob, id)).toMatchObject({ state: 'repaid', amount_crypto: '0', principal: '0' });
    const interest = Number((await loanOf(bob, id)).interest_paid);
    expect(await api.moneyOf(bob)).toEqual({
      'main BTC': '1',
      'main USDT': stripZeros((597.05 - 500 - interest).toFixed(8)),
    });
  }
});
