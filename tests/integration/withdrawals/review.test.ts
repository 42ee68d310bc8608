/** Withdrawals that operators look at: which ones, who decides, and what becomes of the money. */
import { takeApproved } from '@pelican/api/src/modules/withdrawals/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type { WithdrawalCase, WithdrawalDetail, WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { demandTwoPersons, makeTestOperator, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';
import {
  confirmed,
  lastMail,
  mainOf,
  networkId,
  requested,
  statusOf,
  trade,
  withdrawerOf,
} from '../../support/withdrawals.ts';

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
  // The end of a session has no address.
  await api.parts.pool.query(`INSERT INTO sign_in_events (user_id, kind) VALUES ($1, 'session_ended')`, [from.user.id]);
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

const risksOf = async ({ id }: { id: number }) => {
  const { body } = await second.get<WithdrawalDetail>(`/v2/ops/withdrawals/${id}`);
  return { usd: body.usd_value, risks: body.risks };
};

test('an emptied book makes a withdrawal no smaller', async () => {
  trade(api, 'BTC_USDT', { price: 60_000, amount: 20 });
  const from = await withdrawerOf(api, 'emptied@test.local', { ticker: 'BTC', amount: '3' });
  trade(api, 'BTC_USDT', { price: 60, amount: 0.00001 });
  const made = await confirmed(api, from, { amount: '1' });
  expect(made.status).toBe(6);
  const { usd, risks } = await risksOf(made);
  expect(Number(usd)).toBeCloseTo(60_000, -1);
  expect(risks).toEqual(['large', 'very_large', 'velocity', 'new_address', 'unsure_price']);
  expect((await from.request({ amount: '2' })).body).toMatchObject({ code: 'withdrawal_limit' });
});

test('it is valued again when it is confirmed, and the greater value is kept', async () => {
  trade(api, 'ETH_USDT', { price: 1, amount: 700 });
  trade(api, 'ETH_USDT', { price: 1, amount: 700 });
  const from = await withdrawerOf(api, 'again@test.local', { ticker: 'ETH', amount: '100' });
  const made = await requested(from, { amount: '50' });
  trade(api, 'ETH_USDT', { price: 3_000, amount: 700 });
  expect((await from.confirm(made.id, (await lastMail(api, made.id)).code)).body).toMatchObject({ status: 6 });
  expect(await risksOf(made)).toMatchObject({ usd: '150000', risks: expect.arrayContaining(['very_large']) });
});

test('parts of a sum are reviewed as the sum is', async () => {
  const from = await newWithdrawer();
  const parts: WithdrawalView[] = [];
  for (let at = 0; at < 3; at++) parts.push(await confirmed(api, from, { amount: '200' }));
  expect(parts.map(({ status }) => status)).toEqual([11, 11, 6]);
  expect(await risksOf(parts[2] as WithdrawalView)).toMatchObject({ risks: ['new_address'] });

  await confirmed(api, from, { amount: '30000' });
  expect((await risksOf(await confirmed(api, from, { amount: '30000' }))).risks).toContain('very_large');
});

test('a limit in units of the asset has no price in it', async () => {
  const set = (amount: number) =>
    api.parts.pool.query(
      `UPDATE payment_terms SET amount_review = $1 WHERE action = 'withdraw' AND method_id = (SELECT method.id FROM payment_methods method
        JOIN assets asset ON asset.id = asset_id WHERE ticker = 'USDT')`,
      [amount],
    );
  await set(20);
  const from = await newWithdrawer();
  expect((await confirmed(api, from, { amount: '15' })).status).toBe(11);
  expect(await risksOf(await confirmed(api, from, { amount: '5' }))).toMatchObject({ risks: ['large'] });
  await set(10_000);
});

test('one operator approves alone no more in a day than one withdrawal that takes two', async () => {
  const alone = await signUpOperator(api, 'alone', ['money']);
  const [one, two] = await Promise.all(
    [await newWithdrawer(), await newWithdrawer()].map((from) => confirmed(api, from, { amount: '30000' })),
  );
  const detail = async (operator: TestUser, { id }: WithdrawalView) =>
    (await operator.get<WithdrawalDetail>(`/v2/ops/withdrawals/${id}`)).body.two_persons;
  if (!one || !two) throw new Error('two withdrawals were made');
  expect(await detail(alone, one)).toBe(false);
  const answers = await Promise.all([one, two].map(({ id }) => approve(alone, id, 'Known customer')));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 202]);
  const [waiting] = [one, two].filter((_, at) => answers[at]?.status === 202);
  if (!waiting) throw new Error('one waits');
  expect(await statusOf(api, waiting.id)).toBe(6);
  expect(await detail(alone, waiting)).toBe(true);
  expect(await detail(second, waiting)).toBe(false);
});
