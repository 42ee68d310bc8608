/** What lenders and borrowers read beside their loans: funds, notices, and the file of the history. */
import { runDays } from '@pelican/api/src/modules/loans/index.ts';
import type { OwnExport } from '@pelican/shared/contracts/exports';
import type { LenderFunds, LoanList, LoanNotificationList } from '@pelican/shared/contracts/loans';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { endOf, fileOf, startExportWorker } from '../../support/exports.ts';
import { dayMs, type LoansApi, loanOf, madeOffer, startLoansApi, takenCredit } from '../../support/loans.ts';
import type { TestUser } from '../../support/test-api.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
  api.setIndex({ BTC_USDT: '100000' });
});
afterAll(() => api?.close());
afterEach(() => api.demandAudited());

const fundsOf = async (by: TestUser) => (await by.get<Record<string, LenderFunds>>('/p2p/user-stat-management')).body;

test('a lender’s funds are what is on offer, lent, received and earned, of offers and open requests', async () => {
  const alice = await api.person('alice', { USDT: '3000' });
  const bob = await api.person('bob', { BTC: '1', USDT: '50' });
  const nothing = { available: '0', deposit: '0', payout: '0', profit: '0', total: '0', total_usd: '0' };
  expect((await fundsOf(alice)).USDT).toMatchObject(nothing);
  const loan = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
  await takenCredit(bob, loan.offer_id as number, { amount: '200', pay_percent: '0.05' });
  const request = await bob.post<{ id: number }>('/p2p/create-borrow-request', {
    ...{ currency: 'BTC', amount: '300', days: 5, pay_percent: '0.1' },
  });
  await alice.post(`/p2p/accept-borrow-request/${request.body.id}`);
  await runDays(api.worker, Date.now() + dayMs + 1_000);
  await bob.post(`/p2p/repay-loan/${loan.id}`, { amount: '100' });
  const { principal } = await loanOf(bob, loan.id);
  // What is reserved for a request is on its way to be lent: it is neither free nor lent.
  expect((await fundsOf(alice)).USDT).toEqual({
    available: '300',
    deposit: String(Number(principal) + 300),
    payout: '100.8',
    profit: '0.8',
    total: String(Number(principal) + 600),
    available_usd: '300',
    deposit_usd: String(Number(principal) + 300),
    payout_usd: '100.8',
    profit_usd: '0.8',
    total_usd: String(Number(principal) + 600),
  });
  expect((await fundsOf(bob)).USDT).toMatchObject(nothing);
});

test('a list says what of a loan is paid and owed as the loan itself does, without the payments', async () => {
  const alice = await api.person('alice', { USDT: '1000' });
  const bob = await api.person('bob', { BTC: '1', USDT: '200' });
  const { id } = await takenCredit(bob, await madeOffer(alice, { auto_approve: true }));
  for (const amount of ['100', '50']) await bob.post(`/p2p/repay-loan/${id}`, { amount });
  await api.take(bob, 'USDT', (await api.moneyOf(bob))['main USDT'] ?? '0');
  await runDays(api.worker, Date.now() + 3 * dayMs + 1_000);
  const whole = await loanOf(bob, id);
  expect(whole).toMatchObject({ interest_paid: '0.5' });
  expect(whole.paymentHistory?.map(({ status }) => status)).toContain('unsuccessful');
  const { body } = await bob.get<LoanList>('/p2p/borrow-user');
  const { interest_paid, interest_unpaid, principal } = whole;
  expect(body.data).toMatchObject([{ id, interest_paid, interest_unpaid, principal }]);
});

test('notices of loans are listed with their codes, and checked one by one or all at once', async () => {
  const [alice, bob] = [await api.person('alice'), await api.person('bob')];
  const write = async (user: TestUser, kind: string, payload: object, inApp = true) => {
    const { rows } = await api.parts.pool.query<{ id: string }>(
      'INSERT INTO notices (user_id, kind, payload, in_app) VALUES ($1, $2, $3, $4) RETURNING id',
      [user.id, kind, payload, inApp],
    );
    return Number(rows[0]?.id);
  };
  const about = { role: 'borrow', lent: { amount: '500', ticker: 'USDT' }, days: 10, percent: '0.1' };
  const first = await write(alice, 'loan_started', { ...about, loanId: 7, type: 2, status: 2 });
  const second = await write(alice, 'loan_warning', { ...about, loanId: 7, type: 2, status: 30, price: '90000' });
  const other = await write(alice, 'login', { ip: '::1' });
  await write(alice, 'loan_day_collected', { ...about, loanId: 7, type: 3, status: 4 }, false);
  const foreign = await write(bob, 'loan_started', { ...about, loanId: 8, type: 1, status: 2 });
  const list = async (by: TestUser) => (await by.get<LoanNotificationList>('/p2p/user-notification')).body;
  const shown = { type: 2, loan_id: 7, days: 10, percent: '0.1', is_checked: false, created_at: expect.any(Number) };
  expect(await list(alice)).toEqual({
    ...{ count: 2, offset: 0, limit: 10, currentpage: 1, lastpage: 1, unread: 2 },
    data: [
      { ...shown, id_notification: second, status: 30, price: '90000' },
      { ...shown, id_notification: first, status: 2, price: null },
    ],
  });
  const check = (body: object) => alice.post('/p2p/user-notification', body);
  expect((await check({ ids: [first, other, foreign] })).body).toEqual({ status: 'ok', unread: 1 });
  expect((await list(alice)).data.map(({ is_checked }) => is_checked)).toEqual([false, true]);
  expect((await check({})).body).toEqual({ status: 'ok', unread: 0 });
  expect(await list(bob)).toMatchObject({ unread: 1 });
  const { rows } = await api.parts.pool.query('SELECT read_at FROM notices WHERE id = $1', [other]);
  expect(rows).toEqual([{ read_at: null }]);
  expect((await check({ ids: [] })).status).toBe(422);
});

test('the history is a file, of both sides or one of them', async () => {
  const worker = startExportWorker(api);
  try {
    const alice = await api.person('alice', { USDT: '2000' });
    const bob = await api.person('bob', { BTC: '1', USDT: '50' });
    const offerId = await madeOffer(alice, { auto_approve: true });
    const { id } = await takenCredit(bob, offerId);
    await bob.post(`/p2p/repay-loan/${id}`, { amount: '100' });
    const open = await bob.post<{ id: number }>('/p2p/create-borrow-request', {
      ...{ currency: 'BTC', amount: '300', days: 5, pay_percent: '0.1', amount_crypto: '0.01' },
    });
    const linesOf = async (by: TestUser, params: object) => {
      const begun = await by.post<OwnExport>('/v2/exports', { kind: 'loans.history', params, format: 'csv' });
      expect(begun.status, JSON.stringify(begun.body)).toBe(200);
      expect((await endOf(by, begun.body.id)).state).toBe('ready');
      const { content } = await fileOf(api, by, begun.body.id);
      return content.toString().trim().split('\r\n').slice(1);
    };
    const [loan, request, ...more] = await linesOf(bob, {});
    expect(more).toEqual([]);
    expect(loan).toMatch(new RegExp(`,${id},borrow,alice[^,]*,active,USDT,500,BTC,0.00776924,10,0.1,99.5,0.5,400.5$`));
    expect(request).toMatch(new RegExp(`,${open.body.id},borrow,,pending,USDT,300,BTC,0.01,5,0.1,0,0,0$`));
    expect(await linesOf(alice, { role: 'lend' })).toEqual([expect.stringMatching(`,${id},lend,bob[^,]*,active,`)]);
    expect(await linesOf(alice, { role: 'borrow' })).toEqual([]);
  } finally {
    await worker.close();
  }
});
