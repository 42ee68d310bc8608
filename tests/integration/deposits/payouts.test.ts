/** Payouts: signed once, paid once, whatever dies between two steps. */

import { PayoutRefused } from '@pelican/api/src/modules/signer/index.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dyingAfter } from '../../support/dying-after.ts';
import type { TestNetwork } from '../../support/networks.ts';
import { type Payouts, startPayouts } from '../../support/payouts.ts';

let payouts: Payouts;
let network: TestNetwork;

beforeAll(async () => {
  payouts = await startPayouts(new Map([['BTC', '100']]));
  network = payouts.network;
});
afterAll(() => network.close());

test('an approved withdrawal is paid, and finished after its confirmations', async () => {
  const receiver = payouts.newReceiver();
  const id = await payouts.approve(receiver);
  await payouts.run();
  expect(await payouts.statusOf(id)).toBe(14);
  await payouts.payUntil(id, 3);
  expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
  // The hot address was empty: what the demo has refilled it with is nobody's deposit that an operator has to look at.
  await network.mine(1);
  expect((await network.api.parts.pool.query('SELECT reference FROM unclaimed_transfers')).rows).toEqual([]);
});

test('a worker that dies after any step pays once', async () => {
  for (let step = 1; step <= 10; step += 1) {
    const receiver = payouts.newReceiver();
    const id = await payouts.approve(receiver);
    const counter = { left: step };
    const dying = {
      workerPool: network.workerPool,
      chain: dyingAfter(network.chain, counter),
      signer: dyingAfter(network.signer, counter),
    };
    for (let turn = 0; turn < 4; turn += 1) {
      await payouts.run(dying);
      await network.chain.mine(1);
    }
    await payouts.payUntil(id, 3);
    expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
  }
});

test('workers at the same time pay once', async () => {
  const receiver = payouts.newReceiver();
  const id = await payouts.approve(receiver);
  await Promise.all([payouts.run(), payouts.run(), payouts.run(), payouts.run()]);
  await payouts.payUntil(id, 3);
  expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
});

test.each([1, 5])(
  'a re-organisation of depth %i that drops a payout before it is finished does not lose it',
  async (depth) => {
    const receiver = payouts.newReceiver();
    const id = await payouts.approve(receiver);
    await payouts.run();
    await network.chain.mine(Math.max(1, depth - 3));
    await network.chain.fork(depth, { isKept: false });
    await payouts.payUntil(id, 3);
    expect(await network.chain.balance(receiver, 'BTC')).toBe(90_000_000n);
  },
);

test('the signer signs nothing that the ledger has not approved', async () => {
  const { pool } = network.api.parts;
  const id = await payouts.approve(payouts.newReceiver());
  await expect(network.signer.payout(id, {})).rejects.toMatchObject({ reason: 'not_approved' });
  await pool.query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  for (const status of [2, 4, 5, 6, 10, 12, 13]) {
    await pool.query('UPDATE withdrawals SET status = $2 WHERE id = $1', [id, status]);
    await expect(network.signer.payout(id, {})).rejects.toMatchObject({ reason: 'not_approved' });
  }
  await pool.query('UPDATE withdrawals SET status = 11, amount = amount + 1 WHERE id = $1', [id]);
  await expect(network.signer.payout(id, {})).rejects.toMatchObject({ reason: 'not_held' });
  await pool.query('UPDATE withdrawals SET status = 11, amount = amount - 1 WHERE id = $1', [id]);
  await expect(network.signer.payout(id, {})).resolves.toBeDefined();
  await expect(network.signer.payout(999_999, {})).rejects.toBeInstanceOf(PayoutRefused);
});

test('the signer gives a withdrawal one transaction for ever', async () => {
  const id = await payouts.approve(payouts.newReceiver());
  await inTransaction(network.workerPool, (tx) =>
    tx.query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]),
  );
  const answers = await Promise.all(Array.from({ length: 5 }, () => network.signer.payout(id, {})));
  expect(new Set(answers.map(({ raw }) => raw)).size).toBe(1);
  await network.api.parts.pool.query('UPDATE withdrawals SET address = $2 WHERE id = $1', [id, payouts.newReceiver()]);
  await expect(network.signer.payout(id, {})).rejects.toMatchObject({ reason: 'changed' });
});
