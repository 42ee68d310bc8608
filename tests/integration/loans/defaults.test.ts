/** Who has a loan in default settles it first: nothing else begins for them, on either side. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { begunLoan, type SalesApi, startSalesApi } from '../../support/loan-sales.ts';
import { bid, loanOf, madeOffer, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: SalesApi;

beforeAll(async () => {
  api = await startSalesApi();
});
afterAll(async () => {
  await api?.demandAudited();
  await api?.close();
});
beforeEach(async () => {
  await api.parts.pool.query('DELETE FROM p2p_beats');
  api.holdIndex({ BTC_USDT: '100000' });
});

/** A sale that finds no buyers, of a borrower whose wallet is empty. */
async function letDefault(by: TestUser, id: number): Promise<void> {
  await api.take(by, 'USDT', (await api.moneyOf(by))['main USDT'] ?? '0');
  api.holdIndex({ BTC_USDT: '60000' });
  await api.watch();
  await api.sell();
  await api.endSale(id);
  await api.sell();
  expect(await loanOf(by, id)).toMatchObject({ state: 'defaulted' });
  api.holdIndex({ BTC_USDT: '100000' });
}

test('a request that waits when its borrower defaults is not approved', async () => {
  const { alice, bob, loan } = await begunLoan(api);
  await api.give(alice, 'USDT', '1000');
  const waiting = await takenCredit(bob, await madeOffer(alice), { amount: '100' });
  expect(waiting).toMatchObject({ state: 'pending' });
  await letDefault(bob, loan.id);
  expect((await alice.post(`/p2p/accept-borrow-request/${waiting.id}`)).body).toMatchObject({ code: 'request_closed' });
  expect(await loanOf(bob, waiting.id)).toMatchObject({ state: 'pending' });
});

test('in default an own offer is not changed, and no open request accepted', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.give(bob, 'USDT', '1000');
  const offerId = await madeOffer(bob, { amount: '1000' });
  const carol = await api.person('carol', { BTC: '1' });
  const asked = await carol.post<{ id: number }>('/p2p/create-borrow-request', { ...bid, amount: '100' });
  await letDefault(bob, loan.id);
  await api.give(bob, 'USDT', '100');
  const refused = { status: 403, body: { code: 'p2p_default_open' } };
  expect(await bob.post(`/p2p/update-loan-request/${offerId}`, { version: 1, days_to: 40 })).toMatchObject(refused);
  expect(await bob.post(`/p2p/accept-borrow-request/${asked.body.id}`)).toMatchObject(refused);
  // The way out stays.
  expect(await bob.post(`/p2p/finish-loan/${offerId}`)).toMatchObject({ status: 200 });
});

test('a lender who is still owed, and a side of an open dispute, keep their accounts', async () => {
  const { alice, bob, loan } = await begunLoan(api);
  const blocksOf = async (user: TestUser) => {
    const { body } = await user.get<{ blockedBy: { kind: string }[] }>('/v2/settings/deletion');
    return body.blockedBy.map(({ kind }) => kind);
  };
  await letDefault(bob, loan.id);
  await alice.post(`/p2p/finish-loan/${loan.offer_id}`);
  expect(await blocksOf(alice)).toContain('loans');
  const other = await begunLoan(api);
  await api.give(other.bob, 'USDT', '100');
  await other.bob.post(`/p2p/dispute/${other.loan.id}`, { reason: 'other', text: 'It is not what was agreed.' });
  await other.bob.post(`/p2p/repay-loan/${other.loan.id}`, {});
  expect(await blocksOf(other.bob)).toContain('loans');
});

test('a lender in default approves no request of an own offer, and may reject it', async () => {
  const { bob, loan } = await begunLoan(api);
  await api.give(bob, 'USDT', '1000');
  const offerId = await madeOffer(bob, { amount: '1000' });
  const carol = await api.person('carol', { BTC: '1' });
  const waiting = await takenCredit(carol, offerId, { amount: '100' });
  expect(waiting).toMatchObject({ state: 'pending' });
  await letDefault(bob, loan.id);
  const refused = { status: 403, body: { code: 'p2p_default_open' } };
  expect(await bob.post(`/p2p/accept-borrow-request/${waiting.id}`)).toMatchObject(refused);
  expect(await bob.post(`/p2p/borrow-request/${waiting.id}`, { action: 1 })).toMatchObject(refused);
  expect(await loanOf(carol, waiting.id)).toMatchObject({ state: 'pending' });
  expect(await bob.post(`/p2p/reject-borrow-request/${waiting.id}`)).toMatchObject({
    status: 200,
    body: { state: 'rejected' },
  });
});
