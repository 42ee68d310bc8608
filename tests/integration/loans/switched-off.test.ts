/** Loans as every exchange has them that nobody has switched on: nothing is taken, and clients are told so. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createOrder, type LoansApi, startLoansApi, takeCredit } from '../../support/loans.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi({ isSwitchedOn: false });
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());

test('neither offers nor bids are taken, before anything else is looked at', async () => {
  const alice = await api.person('alice', { USDT: '10000' });
  const blocked = { status: 403, body: { errors: { message: ['Switched off at the moment'] } } };
  expect(await createOrder(alice)).toMatchObject({ ...blocked, body: { code: 'p2p_create_blocked' } });
  expect(await takeCredit(alice, 1)).toMatchObject({ ...blocked, body: { code: 'p2p_take_blocked' } });
  expect(await alice.post('/p2p/accept-borrow-request/1')).toMatchObject({ body: { code: 'p2p_take_blocked' } });
  expect(await api.moneyOf(alice)).toEqual({ 'main USDT': '10000' });
});

test('clients are told', async () => {
  expect((await api.call('GET', '/p2p/currency-list')).body).toMatchObject({ block_take: true, block_create: true });
  expect((await api.call('GET', '/systemParams')).body).toMatchObject({ block_p2p_take: true, block_p2p_create: true });
});
