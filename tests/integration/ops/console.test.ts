/** The operator console over HTTP: who gets in, what waits, and who works on what. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signUpOperator } from '../../support/operators.ts';
import { startTestApi, type TestApi, type TestUser } from '../../support/test-api.ts';

let api: TestApi;
let customer: TestUser;
let jane: TestUser;
let clerk: TestUser;

beforeAll(async () => {
  api = await startTestApi();
  customer = await api.signUp('customer@test.local');
  jane = await signUpOperator(api, 'jane');
  clerk = await signUpOperator(api, 'clerk', ['users', 'support']);
});
afterAll(() => api.close());

test('only an operator learns that there is a console', async () => {
  expect((await api.call('GET', '/v2/ops/me')).status).toBe(401);
  expect(await customer.get('/v2/ops/me')).toMatchObject({ status: 403, body: { code: 'forbidden' } });
  expect(await clerk.get('/v2/ops/me')).toMatchObject({
    status: 200,
    body: { name: 'clerk', permissions: ['users', 'support'], two_persons: false },
  });
});

test('an operator sees the queues that their permissions open, and claims in no other', async () => {
  const names = async (who: TestUser) =>
    (await who.get<{ result: { queue: string }[] }>('/v2/ops/queues')).body.result.map(({ queue }) => queue);
  expect(await names(jane)).toEqual(expect.arrayContaining(['approvals', 'jobs', 'messages']));
  expect(await names(clerk)).not.toContain('jobs');
  expect(await clerk.post('/v2/ops/claims', { queue: 'jobs', id: '1' })).toMatchObject({ status: 404 });
  expect(await customer.post('/v2/ops/claims', { queue: 'approvals', id: '1' })).toMatchObject({ status: 403 });
  expect(await clerk.post('/v2/ops/claims', { queue: 'nothing', id: '1' })).toMatchObject({ status: 404 });
});

test('of many that claim at once one gets it, keeps it, and gives it back', async () => {
  const place = { queue: 'approvals', id: '77' };
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, at) => (at % 2 ? jane : clerk).post('/v2/ops/claims', place)),
  );
  // Each asks four times: who has it may ask again.
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(4);
  const [holder, other] = answers[0]?.status === 200 ? [clerk, jane] : [jane, clerk];
  expect(await other.post('/v2/ops/claims', place)).toMatchObject({ status: 409, body: { code: 'claimed' } });
  await other.post('/v2/ops/claims/release', place);
  expect((await other.post('/v2/ops/claims', place)).status).toBe(409);
  const { body } = await jane.get<{ result: { queue: string; claims: { id: string; operator: string }[] }[] }>(
    '/v2/ops/queues',
  );
  const name = holder.email.split('@')[0];
  expect(body.result.find(({ queue }) => queue === 'approvals')?.claims).toMatchObject([{ id: '77', operator: name }]);
  await holder.post('/v2/ops/claims/release', place);
  expect((await other.post('/v2/ops/claims', place)).status).toBe(200);
});

test('a claim that has expired is anybody’s', async () => {
  const place = { queue: 'approvals', id: '78' };
  expect((await jane.post('/v2/ops/claims', place)).status).toBe(200);
  await api.parts.pool.query(`UPDATE operator_claims SET expires_at = now() - interval '1 second' WHERE id = 78`);
  expect((await clerk.post('/v2/ops/claims', place)).status).toBe(200);
  expect((await jane.post('/v2/ops/claims', place)).status).toBe(409);
});
