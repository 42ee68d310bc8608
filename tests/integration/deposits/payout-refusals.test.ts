/** Payouts that the signer refuses: they are given back, hold up no other one, and their user and operators can act. */
import { audit } from '@pelican/api/src/adapters/cli/audit/audit.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestNetwork } from '../../support/networks.ts';
import { failing, type Payouts, startPayouts } from '../../support/payouts.ts';

let payouts: Payouts;
let network: TestNetwork;

beforeAll(async () => {
  // LTC is not listed.
  payouts = await startPayouts(
    new Map([
      ['BTC', '100'],
      ['ETH', '100'],
    ]),
  );
  network = payouts.network;
});
afterAll(() => network.close());

const query = (sql: string, values: unknown[] = []) => network.api.parts.pool.query(sql, values);

test.each([
  ['above_limit', { amount: '100.2' }],
  ['not_listed', { ticker: 'LTC' }],
])('one that the signer never pays waits for an operator (%s), and its user may cancel it', async (problem, wanted) => {
  const user = await payouts.newPayee();
  const id = await payouts.approve(payouts.newReceiver(), { ...wanted, user });
  await payouts.run();
  await payouts.run();
  expect(await payouts.problemOf(id)).toBe(problem);
  expect(await payouts.isTaken(id)).toBe(false);
  expect(payouts.logged.filter((line) => line.includes(`"withdrawal":${id},`))).toHaveLength(1);
  const canceled = await user.post(`/v2/profile/withdrawals/${id}/cancel`);
  expect(canceled, JSON.stringify(canceled.body)).toMatchObject({ status: 200, body: { status: 4 } });
  const { rows } = await query(
    `SELECT sum(held)::float8 AS held FROM ledger_accounts WHERE user_id = $1 AND kind = 'main'`,
    [user.id],
  );
  expect(rows).toEqual([{ held: 0 }]);
});

test.each([
  ['a memo that is too long', 'UPDATE withdrawals SET memo = $2 WHERE id = $1', 'm'.repeat(80)],
  ['more digits than its network has', 'UPDATE withdrawals SET fee = fee - $2 WHERE id = $1', '0.0000000001'],
])('one that its network cannot carry (%s) holds up no other', async (_name, sql, value) => {
  const stuck = await payouts.approve(payouts.newReceiver());
  await query(sql, [stuck, value]);
  await payouts.payUntil(await payouts.approve(payouts.newReceiver()), 3);
  expect(await payouts.statusOf(stuck)).toBe(11);
  expect(await payouts.problemOf(stuck)).toBe('unpayable');
});

const conditions: [name: string, off: string, on: string][] = [
  [
    'a blocked account',
    `UPDATE users SET status = 'blocked' WHERE id = $1`,
    `UPDATE users SET status = 'active' WHERE id = $1`,
  ],
  [
    'a lock of withdrawals',
    `UPDATE users SET withdrawals_locked_until = now() + interval '1 hour' WHERE id = $1`,
    'UPDATE users SET withdrawals_locked_until = NULL WHERE id = $1',
  ],
  [
    'a closed network',
    'UPDATE networks SET withdrawals_enabled = false WHERE $1::int > 0',
    'UPDATE networks SET withdrawals_enabled = true WHERE $1::int > 0',
  ],
  [
    'closed terms',
    `UPDATE payment_terms SET enabled = false WHERE action = 'withdraw' AND $1::int > 0`,
    `UPDATE payment_terms SET enabled = true WHERE action = 'withdraw' AND $1::int > 0`,
  ],
];

test.each(conditions)('%s stops one that was taken and not signed', async (_name, off, on) => {
  const user = await payouts.newPayee();
  const id = await payouts.approve(payouts.newReceiver(), { user });
  await payouts.run({ ...network, signer: failing(network.signer) });
  expect(await payouts.problemOf(id)).toBe('unanswered');
  await query(off, [user.id]);
  for (let turn = 0; turn < 2; turn += 1) {
    await query('UPDATE withdrawals SET payout_next_at = now() WHERE payout_next_at IS NOT NULL');
    await payouts.run();
  }
  const { rowCount } = await query('SELECT FROM signed_payouts WHERE withdrawal_id = $1', [id]);
  expect(rowCount).toBe(0);
  expect(await payouts.isTaken(id)).toBe(false);
  await query(on, [user.id]);
  await payouts.payUntil(id, 3);
});

test('the worker that has died with one in its hands stops nobody from blocking it', async () => {
  const user = await payouts.newPayee();
  const id = await payouts.approve(payouts.newReceiver(), { user });
  await query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  await query(`UPDATE users SET status = 'blocked' WHERE id = $1`, [user.id]);
  await payouts.run();
  expect(await payouts.isTaken(id)).toBe(false);
  expect(await payouts.statusOf(id)).toBe(11);
});

test('sixty that wait for the limit of the hour do not hold up another asset, nor a smaller one of theirs', async () => {
  const user = await payouts.newPayee();
  await payouts.payUntil(await payouts.approve(payouts.newReceiver(), { amount: '88', ticker: 'ETH', user }), 3);
  const receiver = payouts.newReceiver();
  const rich = await payouts.newPayee();
  for (let count = 0; count < 60; count += 1)
    await payouts.approve(receiver, { amount: '15', ticker: 'ETH', user: rich });
  const [other, small] = [
    await payouts.approve(payouts.newReceiver(), { user }),
    await payouts.approve(payouts.newReceiver(), { amount: '2', ticker: 'ETH', user }),
  ];
  await payouts.run();
  expect(await payouts.statusOf(other)).toBe(14);
  // Each minute some of those that wait are asked about again, and they are older.
  for (let turn = 0; turn < 61 && (await payouts.statusOf(small)) === 11; turn += 1) await payouts.run();
  expect(await payouts.statusOf(small)).toBe(14);
  expect(payouts.logged.filter((line) => line.includes('"reason":"limit"')).length).toBeLessThanOrEqual(60);
});

test('a withdrawal of one asset is never paid in the coin of another, whatever row is written', async () => {
  const { pool, config } = network.api.parts;
  const id = await payouts.approve(payouts.newReceiver(), { ticker: 'ETH', amount: '90' });
  const setMethod = (ticker: string) =>
    query(
      `UPDATE withdrawals SET method_id = method.id FROM payment_methods method JOIN assets asset ON asset.id = method.asset_id
        JOIN networks network ON network.id = network_id AND network.kind = 'sandbox' WHERE withdrawals.id = $1 AND ticker = $2`,
      [id, ticker],
    );
  await expect(setMethod('BTC')).rejects.toMatchObject({ code: '23503' });
  const key = (change: string) => query(`ALTER TABLE withdrawals ${change}`);
  await key('DROP CONSTRAINT withdrawals_method_asset_fkey');
  await setMethod('BTC');
  await payouts.run();
  expect(await payouts.isTaken(id)).toBe(false);
  await query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  await expect(network.signer.payout(id, {})).rejects.toMatchObject({ reason: 'unknown' });
  const { differences } = await audit(pool, config.shards);
  expect(differences).toContainEqual(expect.objectContaining({ what: `withdrawal:${id}` }));
  await setMethod('ETH');
  await query('UPDATE withdrawals SET taken_at = NULL WHERE id = $1', [id]);
  await key(
    `ADD CONSTRAINT withdrawals_method_asset_fkey FOREIGN KEY (method_id, asset_id) REFERENCES payment_methods (id, asset_id)`,
  );
});
