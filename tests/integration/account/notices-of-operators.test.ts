/** The owner of an account gets a notice of what an operator does to it. */
import { blockAccount, issueApiKey, revokeApiKey, unblockAccount } from '@pelican/api/src/modules/accounts/operator.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApi, type TestApi, type TestUser, testPassword } from '../../support/test-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.close());

const act = { actor: 'ops:jane', reason: 'test' };
const noticesOf = async (user: TestUser) =>
  (await api.parts.pool.query('SELECT kind, payload FROM notices WHERE user_id = $1 ORDER BY id', [user.id])).rows;
const inTx = <Result>(work: Parameters<typeof inTransaction<Result>>[1]) => inTransaction(api.parts.pool, work);

test('a freeze and its end, once each, and the deletion that the freeze ends with its job', async () => {
  const user = await api.signUp('frozen@notices.test');
  const { email } = user;
  expect((await user.post('/v2/deleteUserApi', { password: testPassword })).status).toBe(200);
  for (let time = 0; time < 2; time++) await inTx((tx) => blockAccount.run(tx, act, { email }));
  for (let time = 0; time < 2; time++) await inTx((tx) => unblockAccount.run(tx, act, { email }));
  expect((await noticesOf(user)).map(({ kind }) => kind)).toEqual([
    'deletion_requested',
    'deletion_stopped',
    'account_frozen',
    'account_unfrozen',
  ]);
  const { rows: jobs } = await api.parts.pool.query('SELECT state FROM jobs WHERE key = $1', [`user:${user.id}`]);
  expect(jobs).toEqual([{ state: 'cancelled' }]);
  const { rows } = await api.parts.pool.query(
    `SELECT actor FROM audit_records WHERE subject = $1 AND action = 'user.deletion_stopped'`,
    [`user:${user.id}`],
  );
  expect(rows).toEqual([{ actor: 'ops:jane' }]);
});

test('a key that operators issue, and one that an operator revokes', async () => {
  const user = await api.signUp('keys@notices.test');
  const { email } = user;
  const key = {
    email,
    label: 'maker',
    scopes: ['read' as const],
    allowedIps: [],
    id: '0b8f1f0e-6a2f-4d5a-9b5e-0a7c6a1d2e3f',
    key: 'pk_notice',
    secret: { encrypted: '00' },
  };
  await inTx((tx) => issueApiKey.run(tx, act, key));
  for (let time = 0; time < 2; time++) await inTx((tx) => revokeApiKey.run(tx, act, { key: 'pk_notice' }));
  expect(await noticesOf(user)).toEqual([
    { kind: 'api_key_created', payload: { name: 'maker', scopes: ['read'] } },
    { kind: 'api_key_revoked', payload: { name: 'maker' } },
  ]);
});
