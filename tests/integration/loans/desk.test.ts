/** The desk in whose name pledges are sold: nobody can be it, and who sells in its name moves nobody else's money. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LoansApi, startLoansApi } from '../../support/loans.ts';
import { testPassword } from '../../support/test-api.ts';

let api: LoansApi;

beforeAll(async () => {
  api = await startLoansApi();
});
afterAll(() => api?.close());

const register = (email: string) =>
  api.call<{ code: string; errors: Record<string, string[]> }>('POST', '/v2/register', {
    body: { email, password: testPassword, country: 'IN', terms: true },
  });

test('it is there before the first sale, and cannot sign in', async () => {
  const { rows } = await api.parts.pool.query(
    `SELECT email, status, password_hash AS hash FROM users JOIN p2p_desk ON user_id = users.id`,
  );
  expect(rows).toEqual([{ email: 'p2p-desk@desk.invalid', status: 'blocked', hash: '' }]);
});

test('nobody signs up by a name that the house gives itself or deleted accounts', async () => {
  for (const email of ['p2p-desk-2@desk.invalid', 'insurance-fund@house.invalid', 'Deleted-1@deleted.INVALID'])
    expect(await register(email)).toMatchObject({
      status: 422,
      body: { code: 'invalid_argument', errors: { email: ['Email is not valid'] } },
    });
  expect(await register('somebody@invalid.test')).toMatchObject({ status: 200 });
});

test('with the rights of the worker money of the desk alone is moved', async () => {
  const alice = await api.person('alice', { USDT: '100' });
  const { worker } = api;
  const refused = { code: '42501' };
  await expect(worker.query('UPDATE p2p_desk SET user_id = $1', [alice.id])).rejects.toMatchObject(refused);
  await expect(worker.query('DELETE FROM p2p_desk')).rejects.toMatchObject(refused);
  await expect(worker.query('INSERT INTO p2p_desk (id, user_id) VALUES (1, $1)', [alice.id])).rejects.toMatchObject(
    refused,
  );
  const insert = `INSERT INTO transfers (user_id, asset_id, amount, from_wallet, to_wallet, idempotency_key)
    SELECT $1, id, 100, 'main', 'trade', 'mine' FROM assets WHERE ticker = 'USDT'`;
  await expect(worker.query(insert, [alice.id])).rejects.toMatchObject(refused);
  const client = await worker.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query<{ isDesks: boolean }>(
      `SELECT user_id = (SELECT user_id FROM p2p_desk) AS "isDesks" FROM assets
        JOIN LATERAL p2p_desk_transfer(assets.id, 100, 'main', 'trade', $1, NULL, 1) ON true WHERE ticker = 'USDT'`,
      [`p2p:liq:1:1`],
    );
    expect(rows).toEqual([{ isDesks: true }]);
  } finally {
    await client.query('ROLLBACK');
    client.release();
  }
});
