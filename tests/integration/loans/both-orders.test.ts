/**
 * Two steps that reach for the same loan at once, in either order: the one that locks first is carried out, and the other finds what it has
 * done. The order is that in which they wait for a row that the test holds.
 */
import {
  expireOffers,
  expireRequests,
  followIndexes,
  type LoanPrices,
  runDays,
  runWatch,
} from '@pelican/api/src/modules/loans/index.ts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import {
  dayMs,
  type LoansApi,
  loanOf,
  madeOffer,
  offerOf,
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
  const { pool } = api.parts;
  // Loans of earlier tests are nobody's business here.
  await pool.query(
    `UPDATE p2p_loans SET warning_price = 0, notified = 'ok', next_run_at = 'infinity' WHERE state IN ('active', 'overdue')`,
  );
  await pool.query('DELETE FROM p2p_beats');
  holdIndex('100000');
  alice = await api.person('alice', { USDT: '1000' });
  bob = await api.person('bob', { BTC: '1', USDT: '100' });
});
afterEach(() => api.demandAudited());

/** As a process sees them that was started a minute ago. */
let prices: LoanPrices;
function holdIndex(price: string): void {
  prices = followIndexes(api.parts.perpetual.live.view, api.parts.spotIndexes);
  api.holdIndex({ BTC_USDT: price });
}
const watch = () => runWatch({ pool: api.worker, prices });

/** What an answer says; of a job nothing. */
type Step = () => Promise<{ status: number; body: unknown } | number>;

const waitingSql = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;

/** @param held the row that both wait for */
async function inOrder(held: { sql: string; id: number }, steps: readonly Step[]): Promise<string[]> {
  const { pool } = api.parts;
  const client = await pool.connect();
  const answers: ReturnType<Step>[] = [];
  try {
    await client.query('BEGIN');
    await client.query(held.sql, [held.id]);
    for (const step of steps) {
      answers.push(step());
      const isWaiting = async () => (await pool.query(waitingSql)).rowCount === answers.length;
      await until('the step waits for the row', isWaiting, 20_000);
    }
    await client.query('COMMIT');
    return (await Promise.all(answers)).map((answer) => {
      if (typeof answer === 'number') return 'done';
      return answer.status === 200 ? '200' : String((answer.body as { code?: string }).code);
    });
  } finally {
    client.release();
  }
}

const ofOffer = (id: number | null) => ({ sql: 'SELECT FROM p2p_offers WHERE id = $1 FOR UPDATE', id: Number(id) });
/** Of dollars alone: a step locks further accounts before it, and with all of them held the two would wait for different rows. */
const ofDollars = ({ id }: TestUser) => ({
  sql: `SELECT FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'
    AND asset_id = (SELECT id FROM assets WHERE ticker = 'USDT') FOR UPDATE`,
  id,
});

const accept: OnLoan = ({ id }) => alice.post(`/p2p/accept-borrow-request/${id}`);
type OnLoan = (loan: LoanView) => ReturnType<Step>;
/** After the day in which a request waits, and before an offer ends. */
const later = () => Date.now() + 25 * 3_600_000;

test.each<[string, OnLoan, OnLoan, string[], string[]]>([
  [
    'a yes and the borrower’s second thoughts',
    accept,
    ({ id }) => bob.post(`/p2p/cancel-borrow-request/${id}`),
    ['200 already_decided', 'active'],
    ['200 already_decided', 'withdrawn'],
  ],
  [
    'a yes and a yes',
    accept,
    ({ id }) => alice.post(`/p2p/borrow-request/${id}`, { action: 1 }),
    ['200 already_decided', 'active'],
    ['200 already_decided', 'active'],
  ],
  [
    'a yes and a no',
    accept,
    ({ id }) => alice.post(`/p2p/reject-borrow-request/${id}`),
    ['200 already_decided', 'active'],
    ['200 already_decided', 'rejected'],
  ],
  [
    'a yes and the end of the request',
    accept,
    () => expireRequests(api.worker, later()),
    ['200 done', 'active'],
    ['done already_decided', 'expired'],
  ],
  [
    'a yes and the end of the offer by its lender',
    accept,
    ({ offer_id }) => alice.post(`/p2p/finish-loan/${offer_id}`),
    ['200 200', 'active'],
    ['200 already_decided', 'rejected'],
  ],
  [
    'a yes and the end of the offer by its time',
    accept,
    () => expireOffers(api.worker, Date.now() + 31 * dayMs),
    ['200 done', 'active'],
    ['done already_decided', 'rejected'],
  ],
  [
    'a yes and an edit that leaves just what is asked for',
    accept,
    ({ offer_id }) =>
      alice.post(`/p2p/update-loan-request/${offer_id}`, { version: 1, amount: '500', amount_to: '500' }),
    ['200 200', 'active'],
    ['200 200', 'active'],
  ],
  [
    'a yes and an edit that would leave less than is asked for',
    accept,
    ({ offer_id }) =>
      alice.post(`/p2p/update-loan-request/${offer_id}`, { version: 1, amount: '499', amount_to: '499' }),
    ['200 amount_in_use', 'active'],
    ['amount_in_use 200', 'active'],
  ],
  [
    'a yes and more pledge',
    accept,
    ({ id }) => bob.post(`/p2p/top-up/${id}`, { amount: '0.001' }),
    ['200 200', 'active'],
    ['200 200', 'active'],
  ],
])('%s', async (_, one, other, oneFirst, otherFirst) => {
  for (const [steps, expected] of [
    [[one, other], oneFirst],
    [[other, one], otherFirst],
  ] as const) {
    const lender = alice;
    const before = await api.moneyOf(lender);
    const loan = await takenCredit(bob, await madeOffer(lender));
    const outcomes = await inOrder(
      ofOffer(loan.offer_id),
      steps.map((step) => () => step(loan)),
    );
    const { state } = await loanOf(bob, loan.id);
    expect([outcomes.join(' '), state]).toEqual(expected);
    await lender.post(`/p2p/finish-loan/${loan.offer_id}`);
    // What was lent and nothing else has left the lender.
    const lent = state === 'active' ? 500 : 0;
    expect(await api.moneyOf(lender)).toEqual({ 'main USDT': String(Number(before['main USDT']) - lent) });
    expect(await offerOf(lender, loan.offer_id)).toMatchObject({ free_amount: '0', reserved: '0', lent: String(lent) });
    alice = await api.person('alice', { USDT: '1000' });
  }
});

test.each<[string, (offerId: number) => ReturnType<Step>, string[], string[]]>([
  ['an offer that is ended', (id) => alice.post(`/p2p/finish-loan/${id}`), ['200', '200'], ['200', 'offer_closed']],
  [
    'the other half and a little more',
    (id) => takeCredit(carol(), id, { amount: '501' }),
    ['200', 'offer_taken'],
    ['200', 'offer_taken'],
  ],
  [
    'an edit to another coin',
    (id) => alice.post(`/p2p/update-loan-request/${id}`, { version: 1, currency: 'ETH' }),
    ['200', '200'],
    ['200', 'currency_not_accepted'],
  ],
])('a take and %s', async (_, other, takeFirst, otherFirst) => {
  for (const isFirst of [true, false]) {
    others.push(await api.person('carol', { BTC: '1' }));
    const offerId = await madeOffer(alice, { auto_approve: true });
    const steps = [() => takeCredit(bob, offerId), () => other(offerId)];
    expect(await inOrder(ofOffer(offerId), isFirst ? steps : steps.toReversed())).toEqual(
      isFirst ? takeFirst : otherFirst,
    );
    alice = await api.person('alice', { USDT: '1000' });
  }
});
const others: TestUser[] = [];
const carol = () => others.at(-1) as TestUser;

const begun = async (wanted: object = {}) => takenCredit(bob, await madeOffer(alice, { auto_approve: true }), wanted);
const repay: OnLoan = ({ id }) => bob.post(`/p2p/repay-loan/${id}`, {});
const startOf = ({ date_start }: LoanView) => Math.round((date_start ?? 0) * 1000);
/** With the whole last minute below the price of the sale. */
const sale: OnLoan = () => watch();

test.each<[string, OnLoan, OnLoan, [string, string, string], [string, string, string]]>([
  [
    'a repayment and another',
    repay,
    ({ id }) => bob.post(`/p2p/cancel-borrow-request/${id}`, { action: 20 }),
    ['200 loan_ended', 'repaid', '0.5'],
    ['200 loan_ended', 'repaid', '0.5'],
  ],
  [
    'a repayment and the charge of a day',
    repay,
    (loan) => runDays(api.worker, startOf(loan) + dayMs + 1_000),
    ['200 done', 'repaid', '0.5'],
    ['done 200', 'repaid', '0.5'],
  ],
  [
    'a repayment and the due time',
    repay,
    (loan) => runDays(api.worker, startOf(loan) + 10 * dayMs + 1_000),
    ['200 done', 'repaid', '0.5'],
    ['done loan_ended', 'repaid', '5'],
  ],
])('%s', async (_, one, other, oneFirst, otherFirst) => {
  for (const [steps, expected] of [
    [[one, other], oneFirst],
    [[other, one], otherFirst],
  ] as const) {
    await api.give(bob, 'USDT', '100');
    const loan = await begun();
    const outcomes = await inOrder(
      ofOffer(loan.offer_id),
      steps.map((step) => () => step(loan)),
    );
    const { state, interest_paid: interest } = await loanOf(bob, loan.id);
    expect([outcomes.join(' '), state, interest]).toEqual(expected);
    alice = await api.person('alice', { USDT: '1000' });
  }
});

test('a run of the days and another beside it charge each day once', async () => {
  const loan = await begun();
  const days = () => runDays(api.worker, startOf(loan) + 3 * dayMs + 1_000);
  expect(await inOrder(ofOffer(loan.offer_id), [days, days])).toEqual(['done', 'done']);
  expect((await loanOf(bob, loan.id)).paymentHistory?.map(({ day, paid }) => [day, paid])).toEqual([
    [1, '0.5'],
    [2, '0.5'],
    [3, '0.5'],
  ]);
});

test('money that leaves the wallet, and a day that is collected from it', async () => {
  for (const isCollectedFirst of [true, false]) {
    const borrower = bob;
    const loan = await begun();
    const leave = async () => {
      try {
        await api.take(borrower, 'USDT', '597.05');
        return 1;
      } catch (error) {
        return { status: 422, body: error };
      }
    };
    const steps = [() => runDays(api.worker, startOf(loan) + dayMs + 1_000), leave];
    const outcomes = await inOrder(ofDollars(borrower), isCollectedFirst ? steps : steps.toReversed());
    const { interest_paid: paid, interest_unpaid: unpaid } = await loanOf(borrower, loan.id);
    expect([outcomes, paid, unpaid]).toEqual(
      isCollectedFirst ? [['done', 'insufficient_balance'], '0.5', '0'] : [['done', 'done'], '0', '0.5'],
    );
    expect((await api.moneyOf(borrower))['main USDT']).toBe(isCollectedFirst ? '596.55' : undefined);
    alice = await api.person('alice', { USDT: '1000' });
    bob = await api.person('bob', { BTC: '1', USDT: '100' });
  }
});

test.each<[string, OnLoan, string, string]>([
  ['repays', repay, 'repaid', 'loan_liquidating'],
  [
    'adds pledge in the last second',
    ({ id }) => bob.post(`/p2p/top-up/${id}`, { amount: '0.01' }),
    'active',
    'loan_liquidating',
  ],
  [
    'has the pledge sold for the own fee',
    ({ id }) => bob.post(`/p2p/sell-pledge/${id}`),
    'liquidating',
    'loan_liquidating',
  ],
])('a borrower who %s, and the sale by the level', async (_, act, stateAfter, refusal) => {
  for (const isBorrowerFirst of [true, false]) {
    const loan = await begun();
    holdIndex('75000');
    const steps = [() => act(loan), () => sale(loan)];
    const outcomes = await inOrder(ofOffer(loan.offer_id), isBorrowerFirst ? steps : steps.toReversed());
    expect(outcomes).toEqual(isBorrowerFirst ? ['200', 'done'] : ['done', refusal]);
    const { state, sale: begunSale, amount_crypto: coins } = await loanOf(bob, loan.id);
    expect(state).toBe(isBorrowerFirst ? stateAfter : 'liquidating');
    if (state === 'active') expect(coins).toBe('0.01776924');
    if (state === 'liquidating') expect(begunSale?.cause).toBe(isBorrowerFirst ? 'borrower' : 'level');
    await bob.post(`/p2p/repay-loan/${loan.id}`, {});
    holdIndex('100000');
    alice = await api.person('alice', { USDT: '1000' });
  }
});

test('a release and the watch: what is released is measured by the lower price, and nothing once the sale has begun', async () => {
  for (const isBorrowerFirst of [true, false]) {
    const loan = await begun({ amount_crypto: '0.009' });
    const release = () => bob.post(`/p2p/release-pledge/${loan.id}`, { amount: '0.0012' });
    // So far down that the rest of the pledge would not do, and the whole of it is sold.
    holdIndex('65000');
    const steps = [release, () => sale(loan)];
    const outcomes = await inOrder(ofOffer(loan.offer_id), isBorrowerFirst ? steps : steps.toReversed());
    expect(outcomes).toEqual(isBorrowerFirst ? ['pledge_needed', 'done'] : ['done', 'loan_liquidating']);
    expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'liquidating', amount_crypto: loan.amount_crypto });
    holdIndex('100000');
    alice = await api.person('alice', { USDT: '1000' });
  }
});

test('a price that loses or gains nine tenths for some seconds and comes back sells nobody, releases nothing, and tells nobody', async () => {
  const loan = await begun();
  const told = async () =>
    (
      await api.parts.pool.query(`SELECT FROM notices WHERE user_id = $1 AND kind IN ('loan_warning', 'loan_call')`, [
        bob.id,
      ])
    ).rowCount;
  api.setIndex({ BTC_USDT: '10000' });
  for (let time = 0; time < 3; time++) await watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active' });
  // Neither is anything lent on it, for what a pledge is worth is the lower of the two.
  const low = await takeCredit(bob, await madeOffer(await api.person('dora', { USDT: '1000' })), {
    amount_crypto: '0.008',
  });
  expect(low.body).toMatchObject({ code: 'pledge_too_small' });
  api.setIndex({ BTC_USDT: '1000000' });
  await watch();
  expect((await bob.post(`/p2p/release-pledge/${loan.id}`, { amount: '0.005' })).body).toMatchObject({
    code: 'pledge_needed',
  });
  api.setIndex({ BTC_USDT: '100000' });
  await watch();
  expect(await loanOf(bob, loan.id)).toMatchObject({ state: 'active', amount_crypto: loan.amount_crypto });
  expect(await told()).toBe(0);
});
