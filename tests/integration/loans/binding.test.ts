/** Steps that begin a loan are ways out of an account: who may not withdraw, or whose session has ended, takes none. */
import { announceAccountChange } from '@pelican/api/src/identity/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { bid, type LoansApi, loanOf, madeOffer, order, startLoansApi, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
afterEach(() => api.demandAudited());

const lender = () => api.person('lender', { USDT: '2000' });
const borrower = () => api.person('borrower', { BTC: '1', USDT: '100' });
const sql = (text: string, ...values: unknown[]) => api.parts.pool.query(text, values);
const change = (user: TestUser, what: string) => sql(`UPDATE users SET ${what} WHERE id = $1`, user.id);

/** A lender's offer with a request that waits and a loan that runs, each of another borrower. */
async function begun() {
  const [alice, bob, carol] = [await lender(), await borrower(), await borrower()];
  const offerId = await madeOffer(alice, { auto_approve: true });
  const running = await takenCredit(bob, offerId, { amount: '300' });
  const waiting = await takenCredit(carol, offerId, { amount: '200', pay_percent: '0.05' });
  return { alice, bob, carol, offerId, running: running.id, waiting: waiting.id };
}
type Begun = Awaited<ReturnType<typeof begun>>;

const bindingSteps = (made: Begun) =>
  [
    [made.alice, 'create-order', order],
    [made.alice, `update-loan-request/${made.offerId}`, { version: 1, days_to: 40 }],
    [made.alice, `accept-borrow-request/${made.waiting}`, {}],
    [made.alice, `borrow-request/${made.waiting}`, { action: 1 }],
    [made.bob, `take-credit/${made.offerId}`, { ...bid, amount: '100' }],
  ] as const;
const easingSteps = (made: Begun) =>
  [
    [made.bob, `top-up/${made.running}`, { amount: '0.01' }],
    [made.bob, `release-pledge/${made.running}`, { amount: '0.001' }],
    [made.bob, `repay-loan/${made.running}`, { amount: '10' }],
    [made.carol, `cancel-borrow-request/${made.waiting}`, {}],
    [made.alice, `finish-loan/${made.offerId}`, {}],
  ] as const;

test('while withdrawals are locked nothing begins, and what has begun is ended', async () => {
  const made = await begun();
  const locked = `withdrawals_locked_until = now() + interval '1 hour'`;
  for (const user of [made.alice, made.bob, made.carol]) await change(user, locked);
  for (const [who, path, body] of bindingSteps(made))
    expect(await who.post(`/p2p/${path}`, body), path).toMatchObject({
      status: 403,
      body: { code: 'withdrawals_locked' },
    });
  for (const [who, path, body] of easingSteps(made))
    expect(await who.post(`/p2p/${path}`, body), path).toMatchObject({ status: 200 });
});

test('in a region where loans are not offered nothing begins, and what has begun is ended', async () => {
  const made = await begun();
  for (const user of [made.alice, made.bob, made.carol]) {
    await change(user, `country = 'US'`);
    await announceAccountChange(api.parts.redis, { kind: 'user', userId: user.id, reason: 'kyc_approved' });
  }
  const asked = [made.carol, 'create-borrow-request', { ...bid, amount: '100' }] as const;
  for (const [who, path, body] of [...bindingSteps(made), asked]) {
    const isKnown = async () => (await who.post<{ code?: string }>(`/p2p/${path}`, body)).body.code === 'region_barred';
    await until(`${path} is refused`, isKnown, 10_000);
  }
  for (const [who, path, body] of easingSteps(made))
    expect(await who.post(`/p2p/${path}`, body), path).toMatchObject({ status: 200 });
});

test('a session that has ended in Postgres takes no step, whatever this process knows of it', async () => {
  const made = await begun();
  for (const user of [made.alice, made.bob, made.carol])
    await sql('UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE user_id = $1', user.id, 'test');
  for (const [who, path, body] of [...bindingSteps(made), ...easingSteps(made)])
    expect(await who.post(`/p2p/${path}`, body), path).toMatchObject({ status: 401, body: { code: 'invalid_token' } });
  expect(await api.moneyOf(made.alice)).toEqual({ 'main USDT': '1000', 'p2p_offer USDT': '700' });
});

test('a user takes two hundred such steps in an hour at most, and repays all the same', async () => {
  const made = await begun();
  // In batches: a request that waits too long for a database connection is refused.
  for (let sent = 1; sent < 200; ) {
    const steps = Array.from({ length: Math.min(20, 200 - sent) }, () =>
      made.bob.post('/p2p/take-credit/999999999', bid),
    );
    sent += (await Promise.all(steps)).length;
  }
  const tooMany = { status: 429, body: { code: 'too_many_requests' } };
  expect(await made.bob.post(`/p2p/take-credit/${made.offerId}`, { ...bid, amount: '100' })).toMatchObject(tooMany);
  expect(await made.bob.post(`/p2p/release-pledge/${made.running}`, { amount: '0.001' })).toMatchObject(tooMany);
  expect((await made.bob.post(`/p2p/repay-loan/${made.running}`, { amount: '10' })).status).toBe(200);
});

const accept = (made: Begun) => made.alice.post(`/p2p/accept-borrow-request/${made.waiting}`);

test.each([
  ['the borrower is blocked', ({ carol }: Begun) => change(carol, `status = 'blocked'`), 'request_closed'],
  [
    'withdrawals of the borrower are locked',
    ({ carol }: Begun) => change(carol, `withdrawals_locked_until = now() + interval '1 hour'`),
    'request_closed',
  ],
  [
    'the borrower is not verified any more',
    ({ carol }: Begun) => change(carol, `kyc_status = 'rejected'`),
    'request_closed',
  ],
  [
    'its time is over, before the job has found it',
    ({ waiting }: Begun) => sql('UPDATE p2p_loans SET expires_at = now() WHERE id = $1', waiting),
    'request_closed',
  ],
  [
    'the time of its offer is over',
    ({ offerId }: Begun) => sql('UPDATE p2p_offers SET expires_at = now() WHERE id = $1', offerId),
    'request_closed',
  ],
  [
    'the lender is not verified any more',
    ({ alice }: Begun) => change(alice, `kyc_status = 'rejected'`),
    'passVerification',
  ],
  ['the lender is blocked', ({ alice }: Begun) => change(alice, `status = 'blocked'`), 'account_blocked'],
])('a request is not approved when %s', async (_, spoil, code) => {
  const made = await begun();
  await spoil(made);
  expect((await accept(made)).body).toMatchObject({ code });
  expect(await loanOf(made.carol, made.waiting)).toMatchObject({ state: 'pending' });
});

test('an offer whose lender may not withdraw is not taken', async () => {
  const { alice, bob, offerId } = await begun();
  await change(alice, `withdrawals_locked_until = now() + interval '1 hour'`);
  const take = () => bob.post(`/p2p/take-credit/${offerId}`, { ...bid, amount: '100' });
  expect((await take()).body).toMatchObject({ code: 'offer_closed' });
  await change(alice, `withdrawals_locked_until = now() - interval '1 second'`);
  expect((await take()).status).toBe(200);
});

test('while creation is switched off no offer is edited, and without KYC neither; it is ended all the same', async () => {
  const made = await begun();
  const edit = () => made.alice.post(`/p2p/update-loan-request/${made.offerId}`, { version: 1, amount: '1500' });
  const isOff = async () => (await api.call('GET', '/p2p/currency-list')).body.block_create === true;
  const set = (create: boolean) =>
    sql(`UPDATE system_flags SET value = $1 WHERE key = 'p2p_loans'`, { take: true, create });
  await set(false);
  try {
    await until('creation is switched off', isOff, 10_000);
    expect(await edit()).toMatchObject({ status: 403, body: { code: 'p2p_create_blocked' } });
  } finally {
    await set(true);
    await until('creation is switched on', async () => !(await isOff()), 10_000);
  }
  await change(made.alice, `kyc_status = 'rejected'`);
  expect(await edit()).toMatchObject({ status: 403, body: { code: 'passVerification' } });
  expect((await made.alice.post(`/p2p/finish-loan/${made.offerId}`)).body).toMatchObject({ state: 'finishing' });
});

test.each(['p2p_moneys', 'p2p_pledges'])(
  'a request is not approved while what it is of is closed in %s',
  async (table) => {
    const made = await begun();
    const which = table === 'p2p_moneys' ? `ticker = 'USDT'` : `ticker = 'BTC' AND money_ticker = 'USDT'`;
    await sql(`UPDATE ${table} SET is_open = false WHERE ${which}`);
    try {
      expect((await accept(made)).body).toMatchObject({ code: 'currency_not_accepted' });
    } finally {
      await sql(`UPDATE ${table} SET is_open = true WHERE ${which}`);
    }
    expect((await accept(made)).body).toMatchObject({ state: 'active' });
  },
);
