/** Payouts when the network forgets them, or knows more of them than the database; their locks and their audit. */
import { resumePayouts, unknownOf } from '@pelican/api/src/modules/payouts/index.ts';
import { finishWithdrawal, payByHand } from '@pelican/api/src/modules/withdrawals/index.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import type { TestNetwork } from '../../support/networks.ts';
import { type Payouts, startPayouts } from '../../support/payouts.ts';
import { asPart } from '../../support/roles.ts';
import { demandAudited } from '../../support/transfer-codes.ts';

let payouts: Payouts;
let network: TestNetwork;

beforeAll(async () => {
  payouts = await startPayouts(new Map([['*', '100']]));
  network = payouts.network;
  // Blocks below those that are replaced.
  await network.mine(5);
});
afterAll(() => network.close());

const query = (sql: string, values: unknown[] = []) => network.api.parts.pool.query(sql, values);
const balanceOf = (address: string) => network.chain.balance(address, 'BTC');

test.each([false, true])(
  'a finished payout that loses its block is paid again, and those after it are not held up (transactions kept: %s)',
  async (isKept) => {
    const receiver = payouts.newReceiver();
    const id = await payouts.approve(receiver);
    await payouts.payUntil(id, 3);
    await network.watch();
    await network.chain.fork(5, { isKept });
    const lost = async () => (await query('SELECT FROM finished_payouts WHERE lost_at IS NOT NULL')).rowCount;
    if (!isKept) {
      expect(await balanceOf(receiver)).toBe(0n);
      // It is known once the watcher has read the new blocks.
      await network.watch();
      await network.watch();
      await payouts.run();
      await payouts.run();
      expect(await lost()).toBe(1);
      await expect(demandAudited(network.api)).rejects.toMatchObject({ actual: [{ what: `withdrawal:${id}` }] });
      expect(payouts.logged.filter((line) => line.includes('has lost its block'))).toHaveLength(1);
    }
    const later = payouts.newReceiver();
    const second = await payouts.approve(later);
    await payouts.payUntil(second, 3);
    await network.watch();
    await payouts.run();
    expect(await lost()).toBe(0);
    expect([await balanceOf(receiver), await balanceOf(later)]).toEqual([90_000_000n, 90_000_000n]);
    await demandAudited(network.api);
  },
);

test('after a restore that lacks what was signed nothing is paid before operators have compared', async () => {
  const [paid, waiting] = [payouts.newReceiver(), payouts.newReceiver()];
  const user = await payouts.newPayee();
  const id = await payouts.approve(paid, { user });
  await payouts.run();
  await network.chain.mine(1);
  // As of a backup from before it was signed.
  await query('DELETE FROM signed_payouts WHERE withdrawal_id = $1', [id]);
  await query(`UPDATE withdrawals SET status = 11, taken_at = NULL, transaction_hash = '' WHERE id = $1`, [id]);
  const second = await payouts.approve(waiting, { user });
  const before = payouts.logged.length;
  // A node that was set up just now does not have the state of older blocks.
  const { chain } = network;
  const minedNonce: typeof chain.minedNonce = async (address, confirmations) => {
    if (confirmations > 1) throw new Error('missing trie node');
    return chain.minedNonce(address, confirmations);
  };
  const ofNewNode = { ...network, chain: { ...chain, minedNonce } };
  const minedIs = async () => (await query('SELECT mined_nonce FROM payout_networks')).rows[0]?.mined_nonce;
  await payouts.run(ofNewNode);
  expect(await minedIs(), 'stopped, and all of it may still wait').toBeNull();
  for (let turn = 0; turn < 3; turn += 1) await payouts.run();
  expect(await minedIs()).not.toBeNull();
  const known = await minedIs();
  await payouts.run(ofNewNode);
  expect(await minedIs(), 'what another node has said stays').toBe(known);
  expect([await payouts.statusOf(id), await payouts.statusOf(second)]).toEqual([11, 11]);
  const unknownNonce = expect.stringContaining('does not know the confirmed nonce');
  const stopped = expect.stringContaining('PAYOUTS ARE STOPPED');
  expect(payouts.logged.slice(before)).toEqual([unknownNonce, stopped, stopped, unknownNonce]);
  const pool = createPool({ databaseUrl: asPart(network.api.databaseUrl, 'operator'), databasePoolMax: 1 }, silent);
  const act = { actor: 'ops:jane', reason: 'Compared' };
  const resume = (seen: string) =>
    inTransaction(pool, (tx) => resumePayouts.run(tx, act, { network: 'SANDBOX', seen }));
  await inTransaction(pool, (tx) =>
    payByHand.run(tx, act, { email: user.email, withdrawal: id, transaction: 'as-the-network-has-it' }),
  );
  const { items, seen } = await unknownOf(pool, 'SANDBOX');
  const [first] = (items[0] ?? '').split('..').map(Number);
  expect(items).toEqual([`${first}..${first}`]);
  // As many transactions, and others of them.
  await query(`UPDATE payout_networks SET unknown_items = '{0..0}'`);
  await expect(resume(seen)).rejects.toMatchObject({ code: 'request_closed' });
  await query('UPDATE payout_networks SET unknown_items = $1', [items]);
  await resume(seen);
  await expect(resume(seen)).rejects.toMatchObject({ code: 'request_closed' });
  await pool.end();

  await payouts.payUntil(second, 3);
  expect([await balanceOf(paid), await balanceOf(waiting)]).toEqual([90_000_000n, 90_000_000n]);
  await demandAudited(network.api);
});

test('the end of a payout takes the locks of all its accounts in the order of others', async () => {
  const { pool } = network.api.parts;
  await payouts.payUntil(await payouts.approve(payouts.newReceiver(), { ticker: 'ETH' }), 3);
  const id = await payouts.approve(payouts.newReceiver(), { ticker: 'ETH' });
  const { rows } = await pool.query<{ id: string; ticker: string; assetId: number }>(
    `SELECT account.id, ticker, asset_id AS "assetId" FROM ledger_accounts account JOIN assets ON assets.id = asset_id
      WHERE kind = 'chain' AND ticker IN ('ETH', 'PLC') ORDER BY account.id`,
  );
  const [native, token] = rows;
  expect(rows.map(({ ticker }) => ticker)).toEqual(['PLC', 'ETH']);
  const other = await pool.connect();
  await other.query('BEGIN');
  await other.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE', [native?.id]);
  const networkFee = { assetId: native?.assetId ?? 0, amount: '0.01' };
  const finished = inTransaction(network.workerPool, (tx) => finishWithdrawal(tx, { id, networkFee }));
  const isWaiting = async () => (await pool.query('SELECT FROM pg_locks WHERE NOT granted')).rowCount !== 0;
  await until('it waits for the account of the network', isWaiting, 20_000);
  // Held already, this would be a dead-lock.
  await other.query('SELECT FROM ledger_accounts WHERE id = $1 FOR UPDATE NOWAIT', [token?.id]);
  await other.query('COMMIT');
  other.release();
  expect(await finished).toBe(true);
});

test('the audit names a payout that was returned as well, one that was not signed, and other receivers', async () => {
  const { pool } = network.api.parts;
  const id = await payouts.approve(payouts.newReceiver());
  await payouts.payUntil(id, 3);
  const what = `withdrawal:${id}`;
  const found = () =>
    demandAudited(network.api).then(
      () => [],
      ({ actual }: { actual: { what: string }[] }) => actual.filter((finding) => finding.what === what),
    );
  expect(await found()).toEqual([]);
  const signed = await pool.query('SELECT * FROM signed_payouts WHERE withdrawal_id = $1', [id]);
  for (const [change, undo] of [
    [`UPDATE withdrawals SET status = 12 WHERE id = ${id}`, `UPDATE withdrawals SET status = 3 WHERE id = ${id}`],
    [
      `UPDATE signed_payouts SET amount = amount + 1 WHERE withdrawal_id = ${id}`,
      `UPDATE signed_payouts SET amount = amount - 1 WHERE withdrawal_id = ${id}`,
    ],
    [`UPDATE withdrawals SET fee = 0.05 WHERE id = ${id}`, `UPDATE withdrawals SET fee = 0.1 WHERE id = ${id}`],
    [
      `UPDATE withdrawals SET address = 'another' WHERE id = ${id}`,
      `UPDATE withdrawals SET address = '${signed.rows[0].address}' WHERE id = ${id}`,
    ],
    [`DELETE FROM signed_payouts WHERE withdrawal_id = ${id}`, undefined],
  ] as const) {
    await pool.query(change);
    expect(await found(), change).not.toEqual([]);
    if (undo) await pool.query(undo);
  }
});
