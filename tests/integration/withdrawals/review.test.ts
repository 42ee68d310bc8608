/** Withdrawals that operators look at: which ones, who decides, and what becomes of the money. */
import { takeApproved } from '@pelican/api/src/modules/withdrawals/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { WithdrawalCase, WithdrawalDetail } from '@pelican/shared/contracts/withdrawals';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demandTwoPersons, makeTestOperator, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';
import { confirmed, mainOf, networkId, statusOf, withdrawerOf } from '../../support/withdrawals.ts';

let api: TestApi;
let first: TestUser;
let second: TestUser;
let people = 0;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl);
  first = await signUpOperator(api, 'first', ['money']);
  second = await signUpOperator(api, 'second', ['money']);
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const newWithdrawer = () => withdrawerOf(api, `reviewed${people++}@test.local`, { amount: '90000' });
const approve = (operator: TestUser, id: number, reason?: string) =>
  operator.post(`/v2/ops/withdrawals/${id}/approve`, reason === undefined ? {} : { reason });
const taken = () => inTransaction(api.parts.pool, (tx) => takeApproved(tx, networkId, 100));

test('a large one to a new address waits, is looked at with its evidence, and one operator approves it once', async () => {
  const from = await newWithdrawer();
  const small = await confirmed(api, from, { amount: '100' });
  expect(small.status).toBe(11);
  const { id, status } = await confirmed(api, from, { amount: '10000' });
  expect(status).toBe(6);
  expect(await taken()).not.toContain(id);
  const list = await first.get<{ result: WithdrawalCase[] }>('/v2/ops/withdrawals');
  expect(list.body.result).toMatchObject([
    { id, email: from.user.email, usd_value: '10000', risks: ['large', 'new_address'], two_persons: false },
  ]);
  const { body } = await first.get<WithdrawalDetail>(`/v2/ops/withdrawals/${id}`);
  expect(body.evidence).toMatchObject({ day_count: 1, day_usd: '100', to_address_before: 0, is_saved: false });
  const looks = await api.parts.pool.query(`SELECT FROM audit_records WHERE action = 'withdrawal.looked_at'`);
  expect(looks.rowCount).toBe(1);
  expect(JSON.stringify((await first.get('/v2/ops/queues')).body)).toContain('withdrawals');
  const answers = await Promise.all([approve(first, id), approve(second, id)]);
  expect(answers.map(({ status: code }) => code).toSorted()).toEqual([200, 409]);
  expect(await taken()).toContain(id);
});

test('a refused one gives the money back, and its user reads why', async () => {
  const from = await newWithdrawer();
  const { id } = await confirmed(api, from, { amount: '12000' });
  const reject = (code: string) => first.post(`/v2/ops/withdrawals/${id}/reject`, { code });
  expect((await reject('because')).status).toBe(422);
  expect((await reject('source')).status).toBe(200);
  expect(await statusOf(api, id)).toBe(13);
  expect(await mainOf(api, from)).toEqual({ balance: 90_000, held: 0 });
  expect((await from.user.get('/v2/profile/withdrawals')).body).toMatchObject({
    result: [{ reason: 'We have to know where the money comes from. Please write to support.' }],
  });
  expect((await approve(first, id)).body).toMatchObject({ code: 'request_closed' });
});

test('a very large one takes two operators', async () => {
  const from = await newWithdrawer();
  const { id } = await confirmed(api, from, { amount: '60000' });
  const asked = await approve(first, id, 'Known customer');
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await statusOf(api, id)).toBe(6);
  expect(await taken()).not.toContain(id);
  expect((await approve(second, id, 'Known customer')).body).toMatchObject({ code: 'request_closed' });
  const { result } = (await second.get<{ result: WithdrawalCase[] }>('/v2/ops/withdrawals')).body;
  const request = result.find((one) => one.id === id)?.request;
  expect(request).toMatchObject({ maker: 'first' });
  const path = `/v2/ops/requests/${request?.id}`;
  const { hash } = (await second.get<{ hash: string }>(path)).body;
  const decision = { hash, reason: 'Known customer' };
  expect((await first.post(`${path}/approve`, decision)).status).toBe(403);
  const approved = await second.post(`${path}/approve`, decision);
  expect(approved.status, JSON.stringify(approved.body)).toBe(200);
  expect(await taken()).toContain(id);
});

test('its user cancels one that waits, and no operator decides about their own', async () => {
  const from = await newWithdrawer();
  const { id } = await confirmed(api, from, { amount: '11000' });
  const [cancel, decision] = await Promise.all([
    from.user.post(`/v2/profile/withdrawals/${id}/cancel`),
    approve(first, id),
  ]);
  expect(cancel.status).toBe(200);
  expect([200, 409]).toContain(decision.status);
  expect(await statusOf(api, id)).toBe(4);

  const own = await newWithdrawer();
  const mine = await confirmed(api, own, { amount: '11000' });
  await makeTestOperator(api.parts.pool, own.user, ['money']);
  const operator = await api.signIn(own.user.email, own.user.id);
  await makeTestOperator(api.parts.pool, own.user, ['money']);
  expect((await approve(operator, mine.id)).status).toBe(403);
  expect(await statusOf(api, mine.id)).toBe(6);
});

test('many in a day wait', async () => {
  const from = await newWithdrawer();
  const statuses: number[] = [];
  for (let at = 0; at < 10; at++) statuses.push((await confirmed(api, from, { amount: '5' })).status);
  expect(statuses).toEqual([11, 11, 11, 11, 11, 11, 11, 11, 11, 6]);
});
