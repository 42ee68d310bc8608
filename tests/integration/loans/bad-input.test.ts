/** Amounts, days, percentages and pages that are none, in every field of every form of loans: the field is named, and nothing is moved. */
import type { DisputeView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bid, type LoansApi, madeOffer, order, startLoansApi, takeCredit, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;
let offerId: number;
let loanId: number;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
  alice = await api.person('alice', { USDT: '20000' });
  bob = await api.person('bob', { BTC: '1', USDT: '1000' });
  offerId = await madeOffer(alice, { auto_approve: true, amount: '5000' });
  loanId = (await takenCredit(bob, offerId)).id;
});
afterAll(() => api?.close());
beforeEach(() => api.setIndex({ BTC_USDT: '100000' }));
afterEach(() => api.demandAudited());

const plain = 'Must be a plain decimal number';
const noAmounts: [unknown, string][] = [
  ['0', 'Must be greater than zero'],
  ['0.00', 'Must be greater than zero'],
  [0, 'Must be greater than zero'],
  ['-1', plain],
  [-1, plain],
  ['1e3', plain],
  ['1E3', plain],
  [1e21, plain],
  ['NaN', plain],
  ['Infinity', plain],
  ['1,5', plain],
  ['1 000', plain],
  [' 1', plain],
  ['', plain],
  ['0x10', plain],
  ['١٢٣', plain],
  ['.5', plain],
  [`0.${'1'.repeat(19)}`, 'Too many decimals'],
  ['1'.repeat(51), 'Max length is 50'],
];
const notPercent: [unknown, string][] = [...noAmounts, ['0.015', 'Too many decimals']];
const whole = 'Must be a whole number of days';
const noDays: [unknown, string][] = [
  ['3.5', whole],
  [3.5, whole],
  ['-3', whole],
  ['1e1', whole],
  ['NaN', whole],
  ['', whole],
  ['3 ', whole],
  ['1000', whole],
];

interface Form {
  path: () => string;
  body: object;
  by: () => TestUser;
  fields: Record<string, readonly [unknown, string][]>;
}

const lender = () => alice;
const borrower = () => bob;
const limits: [unknown, string][] = [
  [2, 'Minimum 3, maximum 90'],
  [91, 'Minimum 3, maximum 90'],
];
const forms: Record<string, Form> = {
  'create-order': {
    path: () => '/p2p/create-order',
    by: lender,
    body: order,
    fields: {
      amount_from: noAmounts,
      amount_to: noAmounts,
      amount: noAmounts,
      days_from: [...noDays, ...limits],
      days_to: [...noDays, ...limits],
      percent_from: notPercent,
      percent_to: [...notPercent, ['5.01', 'Minimum 0.01, maximum 5']],
      auto_percent: notPercent,
      oks_percent: [...notPercent, ['100.99', 'Minimum 101, maximum 1000'], ['1000.01', 'Minimum 101, maximum 1000']],
      expires_days: [...noDays, [0, 'Minimum 1, maximum 90'], [91, 'Minimum 1, maximum 90']],
    },
  },
  'create-loan-request': {
    path: () => '/p2p/create-loan-request',
    by: lender,
    body: { amount: '1000', amount_min: '100', amount_max: '1000', day_min: 3, day_max: 30, percent: '0.1', currency: 'BTC' },
    fields: { amount: noAmounts, amount_min: noAmounts, amount_max: noAmounts, day_min: noDays, day_max: noDays, percent: notPercent },
  },
  'update-loan-request': {
    path: () => `/p2p/update-loan-request/${offerId}`,
    by: lender,
    body: { version: 1 },
    fields: { amount: noAmounts, amount_from: noAmounts, days_to: [...noDays, ...limits], percent_to: notPercent },
  },
  'take-credit': {
    path: () => `/p2p/take-credit/${offerId}`,
    by: borrower,
    body: bid,
    fields: { amount: noAmounts, days: noDays, pay_percent: notPercent, amount_crypto: noAmounts },
  },
  'create-borrow-request': {
    path: () => '/p2p/create-borrow-request',
    by: borrower,
    body: bid,
    fields: {
      amount: noAmounts,
      days: [...noDays, ...limits],
      pay_percent: [...notPercent, ['5.01', 'Minimum 0.01, maximum 5']],
      amount_crypto: noAmounts,
    },
  },
  'repay-loan': { path: () => `/p2p/repay-loan/${loanId}`, by: borrower, body: {}, fields: { amount: noAmounts } },
  'top-up': { path: () => `/p2p/top-up/${loanId}`, by: borrower, body: {}, fields: { amount: noAmounts } },
  'release-pledge': { path: () => `/p2p/release-pledge/${loanId}`, by: borrower, body: {}, fields: { amount: noAmounts } },
};

const held = () => Promise.all([alice, bob].map((user) => api.moneyOf(user)));

test.each(Object.entries(forms).flatMap(([name, { fields }]) => Object.keys(fields).map((field) => [name, field] as const)))(
  '%s refuses what is no %s',
  async (name, field) => {
    const form = forms[name] as Form;
    const before = await held();
    for (const [value, text] of form.fields[field] ?? []) {
      const { status, body } = await form.by().post<{ errors: Record<string, string[]> }>(form.path(), {
        ...form.body,
        [field]: value,
      });
      expect([status, body.errors?.[field]], `${name} ${field} ${JSON.stringify(value)}: ${JSON.stringify(body)}`).toEqual([
        422,
        expect.arrayContaining([text]),
      ]);
    }
    expect(await held()).toEqual(before);
  },
);

test.each<[string, object]>([
  ['an amount that is a list', { amount: ['500'] }],
  ['an amount that is an object', { amount: { value: '500' } }],
  ['an amount that is true', { amount: true }],
  ['no amount', { amount: undefined }],
  ['days that are null', { days: null }],
  ['no currency', { currency: undefined }],
  ['a currency that is a text of code', { currency: '<script>' }],
])('a bid with %s is refused', async (_, wanted) => {
  expect(await takeCredit(bob, offerId, wanted)).toMatchObject({ status: 422, body: { code: 'invalid_argument' } });
});

test.each<[unknown, string]>([
  [undefined, 'invalid_argument'],
  ['', 'invalid_argument'],
  [[], 'invalid_argument'],
  [['BTC', 'BTC'], 'invalid_argument'],
  ['BTC,ETH,BTC', 'invalid_argument'],
  ['btc', 'invalid_argument'],
  ['USDT', 'currency_not_accepted'],
  ['BTC,USDT', 'currency_not_accepted'],
  ['NOSUCH', 'currency_not_accepted'],
  ['PLC', 'currency_not_accepted'],
])('an offer of the currencies %j is %s', async (currency, code) => {
  expect(await alice.post('/p2p/create-order', { ...order, currency })).toMatchObject({ status: 422, body: { code } });
});

test.each([0, 3, -1, '1', '1.0', null, undefined, [1]])('a request is not decided by the action %j', async (action) => {
  const id = (await takenCredit(bob, await madeOffer(alice))).id;
  expect((await alice.post(`/p2p/borrow-request/${id}`, { action })).status).toBe(422);
  await bob.post(`/p2p/cancel-borrow-request/${id}`, { action: 10 });
});

test.each(['offset=-1', 'offset=1.5', 'offset=x', 'limit=0', 'limit=101', 'limit=-1', 'limit=1e9', 'offset=1000001'])(
  'no list has a page of %s',
  async (query) => {
    for (const path of ['lend-search', 'loan-request-list', 'borrow-request-list', 'lend-user', 'borrow-user', 'deals-history', 'my-borrow-list', 'user-notification'])
      expect((await bob.get(`/p2p/${path}?${query}`)).status, `${path}?${query}`).toBe(422);
  },
);

test('one key and two bodies is a refusal in each call that takes a key', async () => {
  const headers = { 'idempotency-key': 'two-bodies' };
  const twice = async (by: TestUser, path: string, one: object, other: object) => {
    const first = await by.post(path, one, { headers });
    expect(first.status, `${path}: ${JSON.stringify(first.body)}`).toBe(200);
    const money = await held();
    expect(await by.post(path, other, { headers }), path).toMatchObject({
      status: 409,
      body: { code: 'repeated_with_other_content' },
    });
    expect(await held()).toEqual(money);
  };
  const carol = await api.person('carol', { BTC: '1', USDT: '1000' });
  await twice(carol, `/p2p/take-credit/${offerId}`, bid, { ...bid, amount: '400' });
  const dora = await api.person('dora', { BTC: '1', USDT: '1000' });
  await twice(dora, '/p2p/create-borrow-request', bid, { ...bid, days: 11 });
  const erin = await api.person('erin', { BTC: '1', USDT: '5000' });
  await twice(erin, '/p2p/create-order', order, { ...order, days_to: 20 });
  const frank = await api.person('frank', { BTC: '1', USDT: '1000' });
  const { id } = await takenCredit(frank, offerId);
  for (const [call, one, other] of [
    ['repay-loan', '10', '11'],
    ['top-up', '0.01', '0.02'],
    ['release-pledge', '0.001', '0.002'],
  ] as const) {
    const own = { headers: { 'idempotency-key': call } };
    const send = (amount: string) => frank.post(`/p2p/${call}/${id}`, { amount }, own);
    expect((await send(one)).status, call).toBe(200);
    expect(await send(other), call).toMatchObject({ body: { code: 'repeated_with_other_content' } });
    expect((await send(one)).status, call).toBe(200);
  }
  // The same key for another call is another content too.
  expect(await frank.post(`/p2p/top-up/${id}`, { amount: '10' }, { headers: { 'idempotency-key': 'repay-loan' } })).toMatchObject({
    body: { code: 'repeated_with_other_content' },
  });
});

test('code in a text is text', async () => {
  const text = `<script>alert('1')</script> & <b>"bold"</b>`;
  const opened = await bob.post<DisputeView>(`/p2p/dispute/${loanId}`, { reason: 'other', text });
  expect(opened.status, JSON.stringify(opened.body)).toBe(200);
  const { body } = await alice.get<{ result: DisputeView[] }>(`/p2p/dispute/${loanId}`);
  expect(body.result[0]?.evidence[0]?.text).toBe(text);
});
