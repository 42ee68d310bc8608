/** Open requests: a borrower asks everybody, and the first who accepts lends. */
import { expireRequests, runDays } from '@pelican/api/src/modules/loans/index.ts';
import type { LoanList, LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { bid, dayMs, type LoansApi, loanOf, outcomesOf, startLoansApi } from '../../support/loans.ts';
import type { Answer, TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
  await api.parts.pool.query(`UPDATE p2p_moneys SET is_open = false WHERE ticker = 'INR'`);
  api.setIndex({ BTC_USDT: '100000', ETH_USDT: '4000' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  alice = await api.person('alice', { USDT: '1000' });
  bob = await api.person('bob', { BTC: '1' });
});
afterEach(() => api.demandAudited());

type Created = Answer<{ id: number; loan: LoanView; code?: string }>;
const ask = (by: TestUser, wanted: object = {}, headers = {}): Promise<Created> =>
  by.post('/p2p/create-borrow-request', { ...bid, ...wanted }, { headers });
async function asked(by: TestUser, wanted: object = {}): Promise<number> {
  const answer = await ask(by, wanted);
  expect(answer, JSON.stringify(answer.body)).toMatchObject({ status: 200 });
  return answer.body.id;
}
const accept = (by: TestUser, id: number, headers = {}) =>
  by.post<LoanView & { code?: string }>(`/p2p/accept-borrow-request/${id}`, {}, { headers });
const found = async (by: TestUser, query = '') =>
  (await by.get<LoanList>(`/p2p/borrow-request-list${query}`)).body.data.map(({ id }) => id);

test('a request holds its pledge, and the lender who accepts pays from the main wallet', async () => {
  const { status, body } = await ask(bob, { amount_crypto: '0.01' });
  expect(status, JSON.stringify(body)).toBe(200);
  expect(body).toMatchObject({ status: 'ok', amount_fiat: '500', amount_crypto: '0.01', crypto_ticker: 'BTC' });
  expect(body.loan).toMatchObject({ state: 'pending', role: 'borrow', offer_id: null, username: null });
  expect((body.loan.expires_at ?? 0) - body.loan.date).toBeCloseTo((7 * dayMs) / 1000, 0);
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '0.99', 'p2p_request BTC': '0.01' });

  const accepted = await accept(alice, body.id);
  expect(accepted, JSON.stringify(accepted.body)).toMatchObject({
    status: 200,
    body: { state: 'active', role: 'lend', username: expect.stringContaining('bob'), offer_id: null },
  });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '500' });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '0.99', 'main USDT': '497.05', 'p2p_pledge BTC': '0.01' });
  expect(await loanOf(bob, body.id)).toMatchObject({ username: expect.stringContaining('alice') });

  // The loan's life is that of others: interest by days, repayment to the wallet, the pledge back.
  await runDays(api.worker, Date.now() + dayMs + 1_000);
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '500.5' });
  await api.give(bob, 'USDT', '100');
  expect((await bob.post(`/p2p/repay-loan/${body.id}`)).body).toMatchObject({ state: 'repaid' });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '1000.5' });
  expect((await api.moneyOf(bob))['main BTC']).toBe('1');
});

test('everybody finds it but its borrower, as long as it can be accepted', async () => {
  const id = await asked(bob);
  expect(await found(alice)).toContain(id);
  expect(await found(alice, '?fiat_currency=USDT&currency=BTC,ETH')).toContain(id);
  expect(await found(alice, '?currency=ETH')).not.toContain(id);
  expect((await alice.get('/p2p/borrow-request-list?fiat_currency=XXX')).body).toMatchObject({ code: 'unknown_asset' });
  expect(await found(bob)).not.toContain(id);
  expect((await bob.get<LoanList>('/p2p/my-borrow-request-list')).body.data).toMatchObject([{ id }]);
  const [shown] = (await alice.get<LoanList>('/p2p/borrow-request-list')).body.data;
  // By the first letter: its name is for who lends.
  expect(shown).toMatchObject({ role: 'lend', username: 'b***', ltv: '64.36' });
  // Its details are of both sides, once there are two.
  expect((await alice.get(`/p2p/loan/${id}`)).body).toMatchObject({ code: 'loan_not_found' });
  await api.parts.pool.query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [bob.id]);
  expect(await found(alice)).not.toContain(id);
  expect((await accept(alice, id)).body).toMatchObject({ code: 'request_closed' });
});

test('of many who accept at once one is the lender, and the others keep their money', async () => {
  const id = await asked(bob);
  const crowd = await Promise.all(Array.from({ length: 6 }, () => api.person('lender', { USDT: '500' })));
  const answers = await Promise.all(crowd.map((one) => accept(one, id)));
  expect(outcomesOf(answers)).toEqual({ 200: 1, loan_not_found: 5 });
  const left = await Promise.all(crowd.map(async (one) => (await api.moneyOf(one))['main USDT'] ?? '0'));
  expect(left.sort()).toEqual(['0', '500', '500', '500', '500', '500']);
});

test('it is accepted once for a key, and withdrawn, accepted and expired beside each other once', async () => {
  const id = await asked(bob);
  const answers = await Promise.all([1, 2, 3].map(() => accept(alice, id, { 'idempotency-key': 'once' })));
  expect(outcomesOf(answers)).toEqual({ 200: 3 });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '500' });
  for (let round = 0; round < 4; round++) {
    const [lender, borrower] = [
      await api.person('lender', { USDT: '500' }),
      await api.person('borrower', { BTC: '1' }),
    ];
    const other = await asked(borrower);
    await Promise.all([
      accept(lender, other),
      borrower.post(`/p2p/cancel-borrow-request/${other}`),
      expireRequests(api.worker, Date.now() + 8 * dayMs),
    ]);
    const { state } = await loanOf(borrower, other);
    const begun = state === 'active';
    expect(['active', 'withdrawn', 'expired']).toContain(state);
    expect(await api.moneyOf(lender)).toEqual(begun ? {} : { 'main USDT': '500' });
    expect((await api.moneyOf(borrower))['main BTC']).toBe(begun ? '0.99223076' : '1');
  }
});

test('who may not accept does not, and nobody rejects what nobody was asked', async () => {
  const id = await asked(bob);
  await api.give(bob, 'USDT', '500');
  expect((await accept(bob, id)).body).toMatchObject({ code: 'own_offer' });
  const poor = await api.person('poor', { USDT: '499.99' });
  expect((await accept(poor, id)).body).toMatchObject({ code: 'insufficient_balance' });
  const unverified = await api.person('unverified', { USDT: '500' }, { kycApproved: false });
  expect((await accept(unverified, id)).body).toMatchObject({ code: 'passVerification' });
  for (const [path, body] of [
    ['reject-borrow-request', {}],
    ['borrow-request', { action: 2 }],
  ] as const)
    expect(await alice.post(`/p2p/${path}/${id}`, body)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  // A refusal has made nobody its lender.
  expect(await loanOf(bob, id)).toMatchObject({ state: 'pending', username: null });
  expect((await bob.post(`/p2p/cancel-borrow-request/${id}`)).body).toMatchObject({ state: 'withdrawn' });
  // Nor does anybody learn by its number that there was one.
  expect((await accept(alice, id)).body).toMatchObject({ code: 'loan_not_found' });
  expect((await alice.post(`/p2p/reject-borrow-request/${id}`)).body).toMatchObject({ code: 'loan_not_found' });
});

test('it expires after a week, with its pledge', async () => {
  const id = await asked(bob);
  await expireRequests(api.worker, Date.now() + 7 * dayMs - 60_000);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'pending' });
  await expireRequests(api.worker, Date.now() + 7 * dayMs + 1_000);
  expect(await loanOf(bob, id)).toMatchObject({ state: 'expired' });
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
});

test.each<[object, object]>([
  [{ amount: '49.99' }, { errors: { amount: ['Minimum 50, maximum 100000'] } }],
  [{ days: 91 }, { errors: { days: ['Minimum 3, maximum 90'] } }],
  [{ pay_percent: '5.01' }, { errors: { pay_percent: ['Minimum 0.01, maximum 5'] } }],
  [{ currency: 'PLC' }, { code: 'currency_not_accepted' }],
  [{ fiat_currency: 'INR' }, { code: 'currency_not_accepted' }],
  [{ fiat_currency: 'XXX' }, { code: 'unknown_asset' }],
  [{ currency: 'SOL' }, { code: 'price_unavailable' }],
  [{ amount_crypto: '0.0076' }, { code: 'pledge_too_small' }],
  [{ amount: '80000' }, { code: 'insufficient_balance' }],
])('%j is refused', async (wanted, refusal) => {
  expect((await ask(bob, wanted)).body).toMatchObject(refusal);
  expect(await api.moneyOf(bob)).toEqual({ 'main BTC': '1' });
});

test('a repeat with the same key asks once, and ten wait at most', async () => {
  const headers = { 'idempotency-key': 'once' };
  const answers = await Promise.all(Array.from({ length: 4 }, () => ask(bob, {}, headers)));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  const more = await Promise.all(Array.from({ length: 11 }, () => ask(bob, { amount: '50' })));
  expect(outcomesOf(more)).toEqual({ 200: 9, too_many_pending: 2 });
});

test('who has withdrawn twenty in a day makes no more before the day is over', async () => {
  for (let at = 0; at < 20; at++)
    expect(await bob.post(`/p2p/cancel-borrow-request/${await asked(bob)}`)).toMatchObject({ status: 200 });
  expect((await ask(bob)).body).toMatchObject({ code: 'too_many_pending' });
  await api.parts.pool.query(
    `UPDATE p2p_loans SET ended_at = now() - interval '25 hours' WHERE borrower_id = $1 AND ended_at = (
        SELECT max(ended_at) FROM p2p_loans WHERE borrower_id = $1)`,
    [bob.id],
  );
  expect((await ask(bob)).status).toBe(200);
});

test('while nobody has accepted its borrower alone is told, then both sides are', async () => {
  const told = async ({ id }: TestUser) => {
    const rows = `SELECT kind FROM notices WHERE user_id = $1 AND kind LIKE 'loan_%' ORDER BY id`;
    return (await api.parts.pool.query<{ kind: string }>(rows, [id])).rows.map(({ kind }) => kind);
  };
  const [first, second, third] = [await asked(bob), await asked(bob), await asked(bob)];
  expect(await told(bob)).toEqual(['loan_request_sent', 'loan_request_sent', 'loan_request_sent']);
  expect((await accept(alice, first)).status).toBe(200);
  expect((await bob.post(`/p2p/cancel-borrow-request/${second}`)).status).toBe(200);
  await expireRequests(api.worker, Date.now() + 8 * dayMs);
  expect(await loanOf(bob, third)).toMatchObject({ state: 'expired' });
  expect((await told(bob)).slice(3)).toEqual(['loan_started', 'loan_request_ended', 'loan_request_ended']);
  expect(await told(alice)).toEqual(['loan_started']);
});
