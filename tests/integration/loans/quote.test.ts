/** What credit would cost and need is what it then costs and needs. */
import type { Quote } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { bid, type LoansApi, loanOf, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
afterEach(() => api.demandAudited());

const quoted = async (wanted: Record<string, unknown> = {}) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries({ ...bid, ...wanted })) query.set(name, String(value));
  return api.call<Quote & { code: string; errors?: object }>('GET', `/p2p/quote?${query}`);
};

test('anybody is told, and a loan of the same terms begins by these figures', async () => {
  const { status, body } = await quoted();
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({
    fee: '2.5',
    gst: '0.45',
    payout: '497.05',
    day_interest: '0.5',
    interest_total: '5',
    repay_total: '505',
    apr: '36.5',
    ltv: '65',
    oks_percent: '153.85',
    price: '100000',
    pledge_min: '0.00769231',
    pledge: '0.00776924',
    amount_crypto: '0.00776924',
    code: null,
    start_ltv: '64.36',
    liquidation_day: null,
  });
  const alice = await api.person('alice', { USDT: '2000' });
  const bob = await api.person('bob', { BTC: '1' });
  const loan = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
  const { warning_price, call_price, liquidation_price } = await loanOf(bob, loan.id);
  expect(body).toMatchObject({ warning_price, call_price, liquidation_price });
  expect(loan).toMatchObject({ amount_crypto: body.amount_crypto, payout: body.payout });
});

test('an offer that asks for a stricter pledge is quoted by it, within its ranges', async () => {
  const alice = await api.person('alice', { USDT: '2000' });
  const offer = await madeOffer(alice, { oks_percent: '200' });
  expect((await quoted({ offer })).body).toMatchObject({ ltv: '50', oks_percent: '200', pledge_min: '0.01' });
  expect((await quoted({ offer, days: 31 })).body).toMatchObject({ errors: { days: ['Minimum 3, maximum 30'] } });
  await alice.post(`/p2p/finish-loan/${offer}`);
  expect((await quoted({ offer })).body).toMatchObject({ code: 'offer_not_found' });
});

test('coins that were named are judged, and what is not known is null', async () => {
  expect((await quoted({ amount_crypto: '0.0076' })).body).toMatchObject({
    code: 'pledge_too_small',
    pledge_min: '0.00769231',
    amount_crypto: null,
    liquidation_price: null,
  });
  expect((await quoted({ currency: 'SOL' })).body).toMatchObject({
    code: 'price_unavailable',
    price: null,
    pledge: null,
    payout: '497.05',
  });
  // 5% a day: from the seventh on more than 85% of the pledge are owed.
  expect((await quoted({ pay_percent: '5', days: 90 })).body).toMatchObject({ liquidation_day: 7 });
  expect((await quoted({ currency: 'PLC' })).body).toMatchObject({ code: 'currency_not_accepted' });
  expect((await quoted({ amount: '1e3' })).status).toBe(422);
});
