/** Who waits for a lock is judged by the price of then: one of before the wait would let a pledge go that is needed by now. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { type LoansApi, loanOf, madeOffer, startLoansApi, takeCredit, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;

beforeAll(async () => {
  api = await startLoansApi();
  // One for each test: the mean of a minute remembers what fell.
  api.setIndex({ BTC_USDT: '100000', ETH_USDT: '4000', SOL_USDT: '200' });
});
afterAll(() => api?.close());
beforeEach(async () => {
  alice = await api.person('alice', { USDT: '2000' });
  bob = await api.person('bob', { BTC: '1', ETH: '1', SOL: '20' });
});
afterEach(() => api.demandAudited());

/** The answer to a call that waits for the borrower's accounts, while the index falls to the price. */
async function whileItFalls<Answer>(index: Record<string, string>, call: () => Promise<Answer>): Promise<Answer> {
  const { pool } = api.parts;
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    await client.query('SELECT FROM ledger_accounts WHERE user_id = $1 FOR UPDATE', [bob.id]);
    const answer = call();
    const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await until('the call waits for the accounts', async () => (await pool.query(waiting)).rowCount === 1, 10_000);
    api.setIndex(index);
    await client.query('COMMIT');
    return await answer;
  } finally {
    client.release();
  }
}

test('a pledge is not released by the price of before', async () => {
  const { id } = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }), { amount_crypto: '0.0078' });
  const { release_max: most } = await loanOf(bob, id);
  const release = () => bob.post(`/p2p/release-pledge/${id}`, { amount: most });
  expect((await whileItFalls({ BTC_USDT: '80000' }, release)).body).toMatchObject({
    code: 'pledge_needed',
    errors: { message: ['At most 0 can be released'] },
  });
});

test('a request is not approved by the price of before', async () => {
  const { id } = await takenCredit(bob, await madeOffer(alice, { currency: 'ETH' }), { currency: 'ETH' });
  const accept = () => alice.post(`/p2p/accept-borrow-request/${id}`);
  expect((await whileItFalls({ ETH_USDT: '3200' }, accept)).body).toMatchObject({ code: 'pledge_fell' });
});

test('credit is not taken by the price of before', async () => {
  const offerId = await madeOffer(alice, { auto_approve: true, currency: 'SOL' });
  // The first one makes the accounts for which the second one waits.
  await takenCredit(bob, offerId, { currency: 'SOL', amount: '100' });
  const take = () => takeCredit(bob, offerId, { currency: 'SOL', amount_crypto: '5.01' });
  expect((await whileItFalls({ SOL_USDT: '160' }, take)).body).toMatchObject({ code: 'pledge_too_small' });
});
