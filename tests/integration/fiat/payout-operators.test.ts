/** What operators do about withdrawals that a payment provider has not ended: two of them, and never while an order is on its way. */
import { createRequire } from 'node:module';
import { addExchangeMetrics } from '@pelican/api/src/processes/worker/exchange-metrics.ts';
import type { WithdrawalDetail } from '@pelican/shared/contracts/withdrawals';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { demandInrAudited, rupeesOf, tradeRupees } from '../../support/inr.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { providerSecret } from '../../support/provider.ts';
import {
  confirmedPayout,
  decideAt,
  type PayingWorker,
  payee,
  payoutOf,
  reportPayout,
  startPaying,
  toAccount,
} from '../../support/provider-payouts.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { statusOf, type Withdrawer } from '../../support/withdrawals.ts';

// Of the package that has it.
const { Registry } = createRequire(new URL('../../../apps/api/package.json', import.meta.url))('prom-client');
let api: TestApi;
let worker: PayingWorker;
let first: TestUser;
let second: TestUser;
let from: Withdrawer;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  tradeRupees(api);
  await demandTwoPersons(api.databaseUrl);
  first = await signUpOperator(api, 'payer', ['money']);
  second = await signUpOperator(api, 'payer2', ['money']);
  worker = startPaying(api);
});
beforeEach(async () => {
  worker.repair();
  worker.errors.length = 0;
  from = await payee(api);
});
afterAll(async () => {
  await worker?.close();
  await api?.close();
});

const full = { balance: 1_000_000, held: 0 };
const held = { balance: 1_000_000, held: 1000 };
const reason = 'Compared with the list of the provider';
const view = async (id: number) => (await first.get<WithdrawalDetail>(`/v2/ops/withdrawals/${id}`)).body;
const searches = async () =>
  (
    await api.parts.pool.query(
      "SELECT actor, subject, details FROM audit_records WHERE action = 'withdrawal.searched' ORDER BY id",
    )
  ).rows;
const ask = (id: number, action: string, body: object = {}) =>
  first.post<Asked>(`/v2/ops/withdrawals/${id}/${action}`, {
    reason,
    ...body,
  });
const approve = ({ body }: Awaited<ReturnType<typeof ask>>) => approveRequest(second, body.request);

/** It may have been ordered, and its provider is silent. */
async function silent(): Promise<number> {
  const { id } = await confirmedPayout(api, from);
  worker.breakWith(() => ({ pay: () => new Promise(() => {}) }));
  await worker.run();
  return id;
}
const doubled = async () => {
  const registry = new Registry() as Parameters<typeof addExchangeMetrics>[0];
  addExchangeMetrics(registry, worker.pool);
  return Number(/^payouts_doubled (\S+)$/m.exec(await registry.metrics())?.[1]);
};
const age = (id: number) =>
  api.parts.pool.query(
    `UPDATE provider_payouts SET ordered_at = now() - interval '5 minutes' WHERE withdrawal_id = $1`,
    [id],
  );

test('a retry asks the provider again, and does not order what it has', async () => {
  const id = await silent();
  expect(await view(id)).toMatchObject({
    payout_problem: 'unanswered',
    payout_actions: ['retry', 'fail', 'paid_by_hand'],
  });
  worker.repair();
  await api.parts.pool.query('UPDATE provider_payouts SET next_at = NULL WHERE withdrawal_id = $1', [id]);
  expect((await approve(await ask(id, 'retry'))).status).toBe(200);
  expect((await payoutOf(api, id)).next_at).not.toBeNull();
  await worker.run();
  expect(await statusOf(api, id)).toBe(14);
  await decideAt(api, id, 'paid');
  await worker.run();
  expect(await statusOf(api, id)).toBe(3);
  await demandInrAudited(api);
});

async function stopsAfterADay(id: number): Promise<void> {
  await api.parts.pool.query(
    `UPDATE provider_payouts SET ordered_at = now() - interval '25 hours', next_at = now() WHERE withdrawal_id = $1`,
    [id],
  );
  await worker.run();
  expect((await payoutOf(api, id)).next_at).toBeNull();
}

test('it is given back by two operators, not while an order may be on its way, and nothing is ordered afterwards', async () => {
  const id = await silent();
  expect((await ask(id, 'fail', { code: 'closed' })).body).toMatchObject({ code: 'request_closed' });
  expect(await rupeesOf(api, from)).toEqual(held);
  await age(id);
  const asked = await ask(id, 'fail', { code: 'closed' });
  // Ordered again between the two operators.
  await api.parts.pool.query('UPDATE provider_payouts SET ordered_at = now() WHERE withdrawal_id = $1', [id]);
  expect((await approve(asked)).body).toMatchObject({ code: 'request_closed' });
  expect(await rupeesOf(api, from)).toEqual(held);
  await age(id);
  expect((await approve(asked)).status).toBe(200);
  expect(await statusOf(api, id)).toBe(12);
  expect(await rupeesOf(api, from)).toEqual(full);
  let orders = 0;
  worker.breakWith(() => ({
    pay: () => {
      orders++;
      return Promise.reject(new Error('ordered'));
    },
  }));
  await worker.run();
  expect(orders).toBe(0);
  // The order that was on its way may still arrive: for a day the provider is asked.
  expect((await payoutOf(api, id)).next_at).not.toBeNull();
  await stopsAfterADay(id);
  expect(orders).toBe(0);
  await demandInrAudited(api);
});

test('what the provider pays after it was given back is an error in the log, and a difference of the audit', async () => {
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  const { reference } = await payoutOf(api, id);
  expect((await approve(await ask(id, 'fail', { code: 'closed' }))).status).toBe(200);
  expect(await rupeesOf(api, from)).toEqual(full);
  // The provider has not decided: it is asked again, also when its report is lost.
  await worker.run();
  expect((await payoutOf(api, id)).next_at).not.toBeNull();
  await decideAt(api, id, 'paid');
  await reportPayout(api, reference);
  await worker.run();
  expect(worker.errors).toMatchObject([{ withdrawal: id, what: 'paid_late' }]);
  expect(await payoutOf(api, id)).toMatchObject({ outcome: 'paid_late', next_at: null });
  expect(await rupeesOf(api, from)).toEqual(full);
  await expect(demandInrAudited(api)).rejects.toThrow();
  expect((await approve(await ask(id, 'settled'))).status).toBe(200);
  await demandInrAudited(api);
});

test('one that was paid without a report is recorded by two', async () => {
  const id = await silent();
  await age(id);
  expect((await approve(await ask(id, 'paid-by-hand', { transaction: 'list-of-monday-7' }))).status).toBe(200);
  expect(await statusOf(api, id)).toBe(7);
  expect(await rupeesOf(api, from)).toEqual({ balance: 999_000, held: 0 });
  worker.breakWith(() => ({ pay: () => Promise.reject(new Error('ordered')) }));
  await stopsAfterADay(id);
  await demandInrAudited(api);
});

test.each([
  ['another payment', () => 'bank-list-9', 'paid_twice'],
  ['the payment of the provider by its reference', (reference: string) => reference, 'paid'],
] as const)('recorded as paid by hand was %s, and the provider pays: %s', async (_, nameOf, outcome) => {
  const { id } = await confirmedPayout(api, from);
  await worker.run();
  const { reference } = await payoutOf(api, id);
  expect(await view(id)).toMatchObject({ provider_payout: { provider: 'sandbox', reference, outcome: null } });
  expect((await approve(await ask(id, 'paid-by-hand', { transaction: nameOf(reference) }))).status).toBe(200);
  await decideAt(api, id, 'paid');
  await worker.run();
  expect(await payoutOf(api, id)).toMatchObject({ outcome, next_at: null });
  expect(await rupeesOf(api, from)).toEqual({ balance: 999_000, held: 0 });
  if (outcome === 'paid') {
    expect(worker.errors).toEqual([]);
    return demandInrAudited(api);
  }
  expect(worker.errors).toMatchObject([{ withdrawal: id, what: 'paid_twice' }]);
  await expect(demandInrAudited(api)).rejects.toThrow();
  expect(await doubled()).toBe(1);
  expect(await view(id)).toMatchObject({ provider_payout: { outcome: 'paid_twice' }, payout_actions: ['settled'] });
  const { body } = await first.get<{ result: { id: number }[] }>('/v2/ops/withdrawals?state=stuck');
  expect(body.result.map((one) => one.id)).toContain(id);
  expect((await approve(await ask(id, 'settled'))).status).toBe(200);
  expect(await doubled()).toBe(0);
  expect((await ask(id, 'settled')).body).toMatchObject({ code: 'request_closed' });
  return demandInrAudited(api);
});

test('one that was never taken is recorded as paid by hand after a restore: its provider is asked, and it is found by its reference', async () => {
  const { id } = await confirmedPayout(api, from);
  const found = async (search: string) =>
    (await first.get<{ result: { id: number }[] }>(`/v2/ops/withdrawals?search=${search}`)).body.result.map(
      (one) => one.id,
    );
  const { provider_payout: payout } = await view(id);
  expect(await found(payout?.reference ?? '')).toEqual([id]);
  expect(await found(String(id))).toEqual([id]);
  expect(await found('nothing')).toEqual([]);
  expect(await searches()).toEqual([
    { actor: 'ops:payer', subject: `reference:${payout?.reference}`, details: { offset: 0, limit: 100 } },
    { actor: 'ops:payer', subject: `reference:${id}`, details: { offset: 0, limit: 100 } },
    { actor: 'ops:payer', subject: 'reference:nothing', details: { offset: 0, limit: 100 } },
  ]);
  for (const state of ['waiting', 'finished']) await first.get(`/v2/ops/withdrawals?state=${state}&offset=20`);
  expect((await searches()).slice(3)).toEqual([
    { actor: 'ops:payer', subject: 'withdrawals', details: { state: 'finished', offset: 20, limit: 100 } },
  ]);
  expect((await approve(await ask(id, 'paid-by-hand', { transaction: 'bank-list-10' }))).status).toBe(200);
  worker.breakWith(() => ({
    find: async () => ({ paymentId: 'p-late', outcome: 'paid', ticker: 'INR', amount: '990' }),
    pay: () => Promise.reject(new Error('ordered')),
  }));
  await worker.run();
  expect(worker.errors).toMatchObject([{ withdrawal: id, what: 'paid_twice' }]);
  expect(await found('p-late')).toEqual([id]);
  // A provider may number its payments as the exchange numbers withdrawals.
  await api.parts.pool.query("UPDATE provider_payouts SET payment_id = '900000000004711' WHERE withdrawal_id = $1", [
    id,
  ]);
  expect(await found('900000000004711')).toEqual([id]);
  expect((await approve(await ask(id, 'settled'))).status).toBe(200);
  await demandInrAudited(api);
});

test('after a restore nothing is ordered or given back before operators have compared', async () => {
  const { id } = await confirmedPayout(api, from, toAccount);
  const { pool } = api.parts;
  const { rows } = await pool.query<{ first_withdrawal: string }>('SELECT first_withdrawal FROM address_floors');
  await pool.query('UPDATE address_floors SET first_withdrawal = 1000000');
  let orders = 0;
  worker.breakWith((real) => ({
    pay: (payout) => {
      orders++;
      return real.pay(payout);
    },
  }));
  await worker.run();
  expect(orders).toBe(0);
  expect((await from.user.post(`/v2/profile/withdrawals/${id}/cancel`)).body).toMatchObject({
    code: 'payouts_stopped',
  });
  expect(await view(id)).toMatchObject({ payout_actions: ['paid_by_hand'] });
  await pool.query('UPDATE address_floors SET first_withdrawal = $1', [rows[0]?.first_withdrawal]);
  await worker.run();
  expect(orders).toBe(1);
  await decideAt(api, id, 'declined');
  await worker.run();
  expect(await rupeesOf(api, from)).toEqual(full);
});
