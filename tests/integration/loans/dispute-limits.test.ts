/** How much may be said in disputes: by one user in an hour, and in one dispute. */
import type { LoanView } from '@pelican/shared/contracts/loans';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type LoansApi, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;
let alice: TestUser;
let bob: TestUser;
let loan: LoanView;

beforeAll(async () => {
  api = await startLoansApi();
});
afterAll(() => api?.close());
beforeEach(async () => {
  api.holdIndex({ BTC_USDT: '100000' });
  alice = await api.person('alice', { USDT: '1000' });
  bob = await api.person('bob', { BTC: '1' });
  loan = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
});

const text = 'The price of that minute was a mistake.';
const say = (by: TestUser) => by.post(`/p2p/dispute/${loan.id}/evidence`, { text });

test('a user says thirty things an hour, in all disputes together; the other side is not held up by it', async () => {
  await bob.post(`/p2p/dispute/${loan.id}`, { reason: 'price', text });
  for (let sent = 1; sent < 30; sent++) expect((await say(bob)).status).toBe(200);
  expect((await say(bob)).body).toMatchObject({ code: 'too_many_requests' });
  expect((await say(alice)).status).toBe(200);
});

test('a dispute takes fifty pieces of evidence', async () => {
  const opened = await bob.post<{ id: number }>(`/p2p/dispute/${loan.id}`, { reason: 'price', text });
  await api.parts.pool.query(
    `INSERT INTO p2p_evidence (dispute_id, user_id, text) SELECT $1, $2, $3 FROM generate_series(1, 48)`,
    [opened.body.id, bob.id, text],
  );
  expect((await say(bob)).status).toBe(200);
  expect((await say(bob)).body).toMatchObject({ code: 'too_many_requests' });
});
