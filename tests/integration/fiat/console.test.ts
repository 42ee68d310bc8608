/** Payments whose report does not fit, in the operator console. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demandInrAudited } from '../../support/inr.ts';
import { type Asked, approveRequest, demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { paid, providerSecret, report, startDeposit } from '../../support/provider.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

interface Case {
  id: number;
  status: number;
  reports: { payment_id: string; is_first: boolean; others: number[] }[];
}

let api: TestApi;
let user: TestUser;
let jane: TestUser;
let ravi: TestUser;
let clerk: TestUser;

beforeAll(async () => {
  api = await startTestApi({ SANDBOX_PROVIDER_SECRET: providerSecret });
  await demandTwoPersons(api.databaseUrl);
  user = await api.signUp('payer@test.local');
  jane = await signUpOperator(api, 'jane');
  ravi = await signUpOperator(api, 'ravi');
  clerk = await signUpOperator(api, 'clerk', ['support']);
});
afterAll(() => api.close());

async function paidMore(): Promise<{ id: number; hash: string; paymentId: string }> {
  const { body } = await startDeposit(user);
  const reported = paid(body.hash, { amount: '1500' });
  expect((await report(api, reported)).body).toEqual({ status: 6 });
  return { id: Number(body.id), hash: body.hash, paymentId: reported.paymentId };
}

const list = (query: string) =>
  jane.get<{ total: number; result: Case[] }>(`/v2/ops/provider-deposits?${new URLSearchParams(query)}`);
const waiting = async () => {
  const { body } = await jane.get<{ result: { queue: string; count: number }[] }>('/v2/ops/queues');
  return body.result.find(({ queue }) => queue === 'provider_deposits')?.count;
};

test('it is found, looked at on record, and credited by two operators once', async () => {
  const { id, hash, paymentId } = await paidMore();
  expect(await waiting()).toBe(1);
  for (const search of [hash, paymentId, user.email, 'payer@'])
    expect((await list(`search=${search}`)).body, search).toMatchObject({
      total: 1,
      result: [{ id, amount: '1000', paid: { amount: '1500', ticker: 'INR' }, reason: 'Another amount was paid' }],
    });
  expect((await list('search=nobody')).body.total).toBe(0);
  const shown = await jane.get<Case>(`/v2/ops/provider-deposits/${id}`);
  expect(shown.body.reports).toMatchObject([{ payment_id: paymentId, is_first: true, others: [] }]);
  const { rows } = await api.parts.pool.query(
    `SELECT subject FROM audit_records WHERE action = 'provider_deposit.looked_at'`,
  );
  expect(rows).toEqual([{ subject: `user:${user.id}` }]);

  const approve = (by: TestUser) =>
    by.post<Asked>(`/v2/ops/provider-deposits/${id}/approve`, { amount: '1500', reason: 'on the statement' });
  const asked = await approve(jane);
  expect(asked.body, JSON.stringify(asked.body)).toMatchObject({ status: 'requested' });
  expect((await approve(ravi)).body).toMatchObject({ code: 'request_closed' });
  expect(await waiting()).toBe(0);
  const { request } = asked.body;
  const done = await approveRequest(ravi, request);
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect((await list('state=credited')).body).toMatchObject({ total: 1, result: [{ id, status: 7, fee: '15' }] });
  expect((await approve(jane)).status).toBe(409);
  await demandInrAudited(api);
});

test('one operator ends it; a further payment has a list of its own, and says for what else it was reported', async () => {
  const { id, paymentId } = await paidMore();
  const other = await paidMore();
  expect((await report(api, paid(other.hash, { amount: '1', paymentId }))).body).toEqual({ status: 6 });
  const ended = await jane.post(`/v2/ops/provider-deposits/${id}/reject`, { reason: 'It was sent back.' });
  expect(ended.body, JSON.stringify(ended.body)).toMatchObject({ status: 'done' });
  expect((await list('state=refused')).body).toMatchObject({
    total: 1,
    result: [{ id, status: 12, reason: 'It was sent back.' }],
  });
  expect((await list('state=further')).body.result.map((one) => one.id)).toEqual([other.id]);
  const { body } = await jane.get<Case>(`/v2/ops/provider-deposits/${other.id}`);
  expect(body.reports).toMatchObject([
    { payment_id: other.paymentId, is_first: true, others: [] },
    { payment_id: paymentId, is_first: false, others: [id] },
  ]);
  await demandInrAudited(api);
});

test('only operators with the permission for money see it, and a bank transfer is no such deposit', async () => {
  for (const person of [user, clerk]) {
    expect((await person.get('/v2/ops/provider-deposits')).status).toBe(403);
    expect((await person.post('/v2/ops/provider-deposits/1/reject', { reason: 'No' })).status).toBe(403);
  }
  expect((await jane.get('/v2/ops/provider-deposits/999999')).status).toBe(404);
});
