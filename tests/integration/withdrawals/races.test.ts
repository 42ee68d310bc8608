/** Withdrawals at once: over the same money, the same limit, and against the part that pays. */
import { takeApproved } from '@pelican/api/src/modules/withdrawals/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { codeOf, enableTotp } from '../../support/second-factors.ts';
import { startTestApi, type TestApi } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';
import { confirmed, mainOf, networkId, statusOf, withdrawerOf } from '../../support/withdrawals.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());
afterEach(() => demandAudited(api));

const counted = (answers: { status: number; body: { code?: string } }[]) =>
  Object.entries(Object.groupBy(answers, ({ status, body }) => body.code ?? String(status))).map(
    ([name, all]) => `${all?.length} ${name}`,
  );

test('of ten at once over the same money one is held', async () => {
  const from = await withdrawerOf(api, 'same-money@test.local', { amount: '150', hasFactor: false });
  const answers = await Promise.all(Array.from({ length: 10 }, () => from.request({ amount: '100' })));
  expect(counted(answers as never).sort()).toEqual(['1 200', '9 insufficient_balance']);
  expect(await mainOf(api, from)).toEqual({ balance: 150, held: 100 });
});

test('two at once do not pass the limit together', async () => {
  const from = await withdrawerOf(api, 'same-limit@test.local', { amount: '5000', hasFactor: false });
  const answers = await Promise.all(Array.from({ length: 6 }, () => from.request({ amount: '200' })));
  expect(counted(answers as never).sort()).toEqual(['2 200', '4 withdrawal_limit']);
  expect((await from.user.get('/v3/profile/withdraw_kyc_limit')).body).toEqual({
    tier: 'basic',
    limit: '500',
    used: '400',
    left: '100',
    basic: '500',
    enhanced: '100000',
  });
});

test('the same key at once makes one', async () => {
  const from = await withdrawerOf(api, 'same-key@test.local', { hasFactor: false });
  const answers = await Promise.all(Array.from({ length: 5 }, () => from.request({}, { 'idempotency-key': 'same' })));
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
  expect(answers.filter(({ body }) => !body.repeated)).toHaveLength(1);
  expect(await mainOf(api, from)).toEqual({ balance: 1000, held: 100 });
});

test('cancel or take: one of them wins, never both', async () => {
  const from = await withdrawerOf(api, 'cancel-take@test.local', { amount: '5000', hasFactor: false });
  for (let round = 0; round < 4; round++) {
    const { id } = await confirmed(api, from, { amount: '20' });
    const [taken, answer] = await Promise.all([
      inTransaction(api.parts.pool, (tx) => takeApproved(tx, networkId, 10)),
      from.user.post(`/v2/profile/withdrawals/${id}/cancel`),
    ]);
    const isTaken = taken.includes(id);
    expect(answer.status).toBe(isTaken ? 409 : 200);
    expect(await statusOf(api, id)).toBe(isTaken ? 11 : 4);
  }
});

test('two that pay at once take each withdrawal once', async () => {
  const from = await withdrawerOf(api, 'takers@test.local', { amount: '5000', hasFactor: false });
  const made: number[] = [];
  for (let at = 0; at < 5; at++) made.push((await confirmed(api, from, { amount: '10' })).id);
  const takers = await Promise.all(
    Array.from({ length: 4 }, () => inTransaction(api.parts.pool, (tx) => takeApproved(tx, networkId, 3))),
  );
  const ids = takers.flat();
  expect(new Set(ids).size).toBe(ids.length);
  const rest = await inTransaction(api.parts.pool, (tx) => takeApproved(tx, networkId, 10));
  expect([...ids, ...rest].sort((one, other) => one - other)).toEqual(made);
});

test('a factor that is enabled meanwhile is demanded, and locks what was not confirmed', async () => {
  const from = await withdrawerOf(api, 'changed@test.local', { hasFactor: false });
  const { id } = (await from.request({ amount: '10' })).body;
  const { secret } = await enableTotp(api, from.user);
  await api.parts.pool.query(`UPDATE users SET withdrawals_locked_until = now() + interval '1 hour' WHERE id = $1`, [
    from.user.id,
  ]);
  const { rows } = await api.parts.pool.query(
    `SELECT payload->>'token' AS token FROM notices WHERE kind = 'withdrawal_code_by_mail' AND user_id = $1`,
    [from.user.id],
  );
  const confirm = () => api.call('POST', '/confirmWithdraw', { body: { token: rows[0].token } });
  expect((await confirm()).body).toMatchObject({ code: 'withdrawals_locked' });
  await api.parts.pool.query('UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1', [from.user.id]);
  expect((await from.request({ amount: '10' })).body).toMatchObject({ code: 'factor_needed' });
  expect((await from.request({ amount: '10', factor: 'totp', code: codeOf(secret) })).status).toBe(200);
  expect((await confirm()).body).toMatchObject({ id, status: 11 });
});
