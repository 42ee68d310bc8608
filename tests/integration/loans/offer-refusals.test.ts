/** Offers that are not made: forms that are wrong, who may not, and repeats. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createOrder, type LoansApi, madeOffer, order, outcomesOf, startLoansApi } from '../../support/loans.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  await api.parts.pool.query(`UPDATE p2p_moneys SET is_open = false WHERE ticker = 'INR'`);
});
afterAll(() => api?.close());
afterEach(() => api.demandAudited());

const lender = (amount = '10000') => api.person('lender', { USDT: amount });

test.each<[object, string, string]>([
  [{ amount_from: '0' }, 'amount_from', 'Must be greater than zero'],
  [{ amount_from: '-1' }, 'amount_from', 'Must be a plain decimal number'],
  [{ amount_from: '1e3' }, 'amount_from', 'Must be a plain decimal number'],
  [{ amount_from: '1,5' }, 'amount_from', 'Must be a plain decimal number'],
  [{ amount_from: '100.001' }, 'amount_from', 'Too many decimals'],
  [{ amount_from: '1'.repeat(51) }, 'amount_from', 'Max length is 50'],
  [{ amount_from: undefined }, 'amount_from', 'Field is required'],
  [{ amount_from: '49.99' }, 'amount_from', 'Minimum 50, maximum 100000'],
  [{ amount_from: '900', amount_to: '800' }, 'amount_from', 'amount_from must be less than or equal to amount_to'],
  [{ amount: '999' }, 'amount_to', 'amount_to must be less than or equal to amount'],
  [{ days_from: 2 }, 'days_from', 'Minimum 3, maximum 90'],
  [{ days_to: '91' }, 'days_to', 'Minimum 3, maximum 90'],
  [{ days_from: '3.5' }, 'days_from', 'Must be a whole number of days'],
  [{ days_from: 31 }, 'days_from', 'days_from must be less than or equal to days_to'],
  [{ percent_from: '0.015' }, 'percent_from', 'Too many decimals'],
  [{ percent_to: '5.01' }, 'percent_to', 'Minimum 0.01, maximum 5'],
  [{ percent_from: '0.11' }, 'percent_from', 'percent_from must be less than or equal to percent_to'],
  [{ currency: '' }, 'currency', 'Field is required'],
  [{ currency: 'BTC,BTC' }, 'currency', 'Each currency once'],
  [{ oks_percent: '100' }, 'oks_percent', 'Minimum 101, maximum 1000'],
  [{ expires_days: 91 }, 'expires_days', 'Minimum 1, maximum 90'],
])('%j is refused at %s', async (wanted, field, text) => {
  const alice = await lender();
  const { status, body } = await createOrder(alice, wanted);
  expect({ status, body }).toMatchObject({
    status: 422,
    body: { code: 'invalid_argument', errors: { [field]: [text] } },
  });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '10000' });
});

test('who may not, has not, or asks for what is not lent is refused and loses nothing', async () => {
  const poor = await lender('999.99');
  expect((await createOrder(poor)).body).toMatchObject({ code: 'insufficient_balance' });
  const unverified = await api.person('unverified', { USDT: '1000' }, { kycApproved: false });
  expect(await createOrder(unverified)).toMatchObject({
    status: 403,
    body: { code: 'passVerification', errors: { message: ['You must pass personal verification'] } },
  });
  for (const [wanted, code] of [
    [{ currency: 'PLC' }, 'currency_not_accepted'],
    [{ currency: 'USDT' }, 'currency_not_accepted'],
    [{ fiat_currency: 'INR' }, 'currency_not_accepted'],
    [{ fiat_currency: 'XXX' }, 'unknown_asset'],
  ] as const)
    expect((await createOrder(poor, wanted)).body, JSON.stringify(wanted)).toMatchObject({ code });
  expect((await api.call('POST', '/p2p/create-order', { body: order })).status).toBe(401);
  expect(await api.moneyOf(poor)).toEqual({ 'main USDT': '999.99' });
});

test('a repeat with the same key makes one offer, and another content is refused', async () => {
  const alice = await lender();
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all(Array.from({ length: 6 }, () => createOrder(alice, {}, headers)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(await createOrder(alice, { days_to: 40 }, headers)).toMatchObject({
    status: 409,
    body: { code: 'repeated_with_other_content' },
  });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '9000', 'p2p_offer USDT': '1000' });
});

test('twenty offers are open at most, however many come at once', async () => {
  const alice = await lender();
  const small = { amount_from: '50', amount_to: '50' };
  const answers = await Promise.all(Array.from({ length: 24 }, () => createOrder(alice, small)));
  expect(outcomesOf(answers)).toEqual({ 200: 20, too_many_offers: 4 });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '9000', 'p2p_offer USDT': '1000' });
});

test('fifty offers are ended in a day at most, before no more are made', async () => {
  const alice = await lender();
  const small = { amount_from: '50', amount_to: '50' };
  const id = await madeOffer(alice, small);
  await alice.post(`/p2p/finish-loan/${id}`);
  await api.parts.pool.query(
    `INSERT INTO p2p_offers SELECT (copy).* FROM (
       SELECT jsonb_populate_record(offer, jsonb_build_object('id', nextval('p2p_offers_id_seq'))) AS copy
         FROM p2p_offers offer, generate_series(1, 49) WHERE offer.id = $1) AS copies`,
    [id],
  );
  expect((await createOrder(alice, small)).body).toMatchObject({ code: 'too_many_offers' });
  await api.parts.pool.query(`UPDATE p2p_offers SET ended_at = now() - interval '25 hours' WHERE id = $1`, [id]);
  expect((await createOrder(alice, small)).status).toBe(200);
});

test('an offer of a coin that was closed since is edited, also by naming it; another one of it is not made', async () => {
  const alice = await lender();
  const id = (await createOrder(alice, { currency: 'BTC,ETH' })).body.id;
  const edit = (wanted: object) => alice.post(`/p2p/update-loan-request/${id}`, wanted);
  const { pool } = api.parts;
  const open = (isOpen: boolean) =>
    pool.query(`UPDATE p2p_pledges SET is_open = $1 WHERE ticker = 'ETH' AND money_ticker = 'USDT'`, [isOpen]);
  const ofEther = (await createOrder(await lender(), { currency: 'ETH' })).body.id;
  const found = async () => {
    const { body } = await api.call<{ data: { id: number }[] }>('GET', '/p2p/lend-search?limit=100');
    return body.data.map((offer) => offer.id);
  };
  expect(await found()).toContain(ofEther);
  await open(false);
  try {
    expect(await found()).not.toContain(ofEther);
    expect((await edit({ version: 1, days_to: 40 })).body).toMatchObject({ version: 2, days_to: 40 });
    expect((await edit({ version: 2, currency: 'ETH,BTC' })).body).toMatchObject({ version: 3 });
    expect((await createOrder(alice, { currency: 'ETH' })).body).toMatchObject({ code: 'currency_not_accepted' });
    // What was left out is not taken up again while it is closed.
    expect((await edit({ version: 3, currency: 'BTC' })).body).toMatchObject({ currency: 'BTC' });
    expect((await edit({ version: 4, currency: 'BTC,ETH' })).body).toMatchObject({ code: 'currency_not_accepted' });
  } finally {
    await open(true);
  }
});
