/** Every call that names a loan or an offer, with one of other people: it is answered as if there were none, and nothing is changed. */
import { loansEndpoints } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bid, type LoansApi, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;
let mallory: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  alice = await api.person('alice', { USDT: '5000' });
  bob = await api.person('bob', { BTC: '1', USDT: '1000' });
  mallory = await api.person('mallory', { BTC: '1', USDT: '5000' });
});
afterEach(() => api.demandAudited());

const text = 'This is about a loan of others.';
/** A body that its owner could send, by the call. */
const bodies: Record<string, object> = {
  'POST /p2p/update-loan-request/:id': { version: 1, days_to: 40 },
  'POST /p2p/borrow-request/:id': { action: 1 },
  'POST /p2p/repay-loan/:id': {},
  'POST /p2p/top-up/:id': { amount: '0.1' },
  'POST /p2p/release-pledge/:id': { amount: '0.0001' },
  'POST /p2p/dispute/:id': { reason: 'price', text },
  'POST /p2p/dispute/:id/evidence': { text },
  'POST /p2p/dispute/:id/extension': { days: 3 },
};
/** Of an offer that is open to everybody. */
const open = ['GET /p2p/order-description/:id', 'POST /p2p/take-credit/:id'];
const ofOffers = [
  'GET /p2p/order-requests/:id',
  'GET /p2p/borrow-request-list/:id',
  'POST /p2p/update-loan-request/:id',
  'POST /p2p/finish-loan/:id',
];
const named = [
  ...Object.keys(loansEndpoints).filter((name) => name.includes(':id')),
  // Declared apart, for what they carry.
  'GET /p2p/dispute/:id',
  'POST /p2p/dispute/:id',
  'POST /p2p/dispute/:id/evidence',
  'POST /p2p/dispute/:id/extension',
];

/** @param id as written in the path */
async function callOf(by: TestUser, name: string, id: number | string) {
  const [method, path = ''] = name.split(' ');
  const where = path.replace(':id', String(id));
  return method === 'GET' ? by.get(where) : by.post(where, bodies[name] ?? {});
}

async function holdings(): Promise<unknown> {
  return Promise.all([alice, bob, mallory].map((user) => api.moneyOf(user)));
}

test.each([...new Set(named)].filter((name) => !open.includes(name)))('%s', async (name) => {
  const offerId = await madeOffer(alice, { auto_approve: true, amount: '2000' });
  const running = await takenCredit(bob, offerId);
  await alice.post(`/p2p/update-loan-request/${offerId}`, { version: 1, auto_approve: false });
  const waiting = await takenCredit(bob, offerId);
  const before = await holdings();
  const isOffers = ofOffers.includes(name);
  const code = isOffers ? 'offer_not_found' : 'loan_not_found';
  const ids = isOffers ? [offerId] : [running.id, waiting.id];
  for (const id of [...ids, 999_999_999])
    expect(await callOf(mallory, name, id), `${name} ${id}`).toMatchObject({ status: 404, body: { code } });
  // An id is written in one way.
  for (const id of [`${ids[0]}.0`, `0x${ids[0]}`, `0${ids[0]}`, '1e0', '1.5', '-1', '0', 'NaN', 'x', '9'.repeat(30)])
    expect((await callOf(mallory, name, id)).status, `${name} ${id}`).toBe(422);
  expect(await holdings()).toEqual(before);
});

test('of what only one side may do, the other side is told that there is no such loan', async () => {
  const { id } = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
  const before = await holdings();
  const lenders = ['accept-borrow-request', 'reject-borrow-request'];
  const borrowers = ['cancel-borrow-request', 'repay-loan', 'top-up', 'release-pledge', 'sell-pledge'];
  for (const [by, calls] of [
    [bob, lenders],
    [alice, borrowers],
  ] as const)
    for (const name of calls)
      expect(await by.post(`/p2p/${name}/${id}`, { amount: '0.001' }), name).toMatchObject({
        status: 404,
        body: { code: 'loan_not_found' },
      });
  expect(await holdings()).toEqual(before);
});

test('what is open to everybody is found by its id, and a take of an offer that there is not takes nothing', async () => {
  const offerId = await madeOffer(alice);
  expect(await mallory.get(`/p2p/order-description/${offerId}`)).toMatchObject({
    status: 200,
    body: { is_mine: false },
  });
  await alice.post(`/p2p/finish-loan/${offerId}`);
  expect(await mallory.get(`/p2p/order-description/${offerId}`)).toMatchObject({ status: 404 });
  expect(await mallory.post('/p2p/take-credit/999999999', bid)).toMatchObject({ body: { code: 'offer_not_found' } });
});

test('notices of others are not marked as read by their ids', async () => {
  await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
  const { body } = await bob.get<{ data: { id_notification: number; is_checked: boolean }[] }>(
    '/p2p/user-notification',
  );
  const ids = body.data.map(({ id_notification }) => id_notification);
  expect(ids.length).toBeGreaterThan(0);
  await mallory.post('/p2p/user-notification', { ids });
  const after = await bob.get<typeof body>('/p2p/user-notification');
  expect(after.body.data.map(({ is_checked }) => is_checked)).toEqual(ids.map(() => false));
});
