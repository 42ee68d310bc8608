/** What operators decide of bank accounts in India. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { addBank, type BankAnswer, demandInrAudited, namedUser, newBank } from '../../support/inr.ts';
import { demandTwoPersons, signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let operator: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  await demandTwoPersons(api.databaseUrl);
  operator = await signUpOperator(api, 'cashier', ['money']);
});
afterAll(() => api.close());
afterEach(() => demandInrAudited(api));

const statusOf = async (user: TestUser, id: number) => (await user.get<BankAnswer>(`/v3/inr-banks/${id}`)).body;

test('an operator sees what waits, looks at one, and approves it once', async () => {
  const user = await namedUser(api);
  const wanted = newBank();
  const { id } = (await user.post<BankAnswer>('/v3/inr-banks', wanted)).body;
  const queues = await operator.get<{ result: object[] }>('/v2/ops/queues');
  expect(JSON.stringify(queues.body)).toContain('inr_banks');
  expect((await operator.get('/v2/ops/inr-banks')).body).toMatchObject({
    result: [{ id, email: user.email, last_digits: wanted.account_number.slice(-4), name_matches: true }],
  });
  expect((await operator.get(`/v2/ops/inr-banks/${id}`)).body).toMatchObject({
    full_name: 'Asha Patel',
    passport_name: 'Asha Patel',
    account_number: wanted.account_number,
    others: 0,
  });
  const looks = await api.parts.pool.query(`SELECT 1 FROM audit_records WHERE action = 'inr_bank.looked_at'`);
  expect(looks.rowCount).toBe(1);
  const answers = await Promise.all([1, 2].map(() => operator.post(`/v2/ops/inr-banks/${id}/approve`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(await statusOf(user, id)).toMatchObject({ status: 1 });
});

test('a refusal has a reason, which the user reads, and the account can be added again', async () => {
  const user = await namedUser(api);
  const wanted = newBank();
  const { id } = (await user.post<BankAnswer>('/v3/inr-banks', wanted)).body;
  expect((await operator.post(`/v2/ops/inr-banks/${id}/reject`, { reason: '' })).status).toBe(422);
  expect((await operator.post(`/v2/ops/inr-banks/${id}/reject`, { reason: 'Another name.' })).status).toBe(200);
  expect(await statusOf(user, id)).toMatchObject({ status: 2, reason: 'Another name.' });
  expect((await operator.post(`/v2/ops/inr-banks/${id}/approve`)).body).toMatchObject({ code: 'request_closed' });
  expect((await user.post('/v3/inr-banks', wanted)).status).toBe(200);
});

test('an account in another name takes two operators', async () => {
  const user = await namedUser(api);
  const { id } = (await addBank(user, { full_name: 'Ravi Kumar' })).body;
  const asked = await operator.post(`/v2/ops/inr-banks/${id}/approve`, { reason: 'The person has married' });
  expect(asked.status, JSON.stringify(asked.body)).toBe(202);
  expect(await statusOf(user, id)).toMatchObject({ status: 0 });
  const again = await operator.post(`/v2/ops/inr-banks/${id}/approve`, { reason: 'The person has married' });
  expect(again.body).toMatchObject({ code: 'request_closed' });
  const { body } = await operator.get(`/v2/ops/inr-banks/${id}`);
  expect(body.request).toMatchObject({ maker: 'cashier' });
});

test('one account that two users have added is active for one of them', async () => {
  const [first, second] = [await namedUser(api), await namedUser(api)];
  const wanted = newBank();
  const ids: number[] = [];
  for (const user of [first, second]) ids.push((await user.post<BankAnswer>('/v3/inr-banks', wanted)).body.id);
  expect((await operator.get(`/v2/ops/inr-banks/${ids[0]}`)).body).toMatchObject({ others: 1 });
  const answers = await Promise.all(ids.map((id) => operator.post(`/v2/ops/inr-banks/${id}/approve`)));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'inr_bank_added' });
});

test('who lacks the permission sees and decides nothing', async () => {
  const user = await namedUser(api);
  const { id } = (await addBank(user)).body;
  const other = await signUpOperator(api, 'helper', ['support']);
  for (const one of [other, user]) {
    expect((await one.get('/v2/ops/inr-banks')).status).toBe(403);
    expect((await one.get(`/v2/ops/inr-banks/${id}`)).status).toBe(403);
    expect((await one.post(`/v2/ops/inr-banks/${id}/approve`)).status).toBe(403);
  }
  expect(await statusOf(user, id)).toMatchObject({ status: 0 });
});
