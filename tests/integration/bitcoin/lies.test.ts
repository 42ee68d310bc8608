/** What a worker that was taken over, or rows of a backup, say of outputs of a network of the Bitcoin family. */
import type { WatchedNetwork } from '@pelican/api/src/modules/deposits/index.ts';
import { isNetworkCompared } from '@pelican/api/src/modules/payments/index.ts';
import { resumePayouts, unknownOf } from '@pelican/api/src/modules/payouts/index.ts';
import { payNetworks } from '@pelican/api/src/modules/payouts/jobs.ts';
import { stopPayouts } from '@pelican/api/src/modules/payouts/unknown-transactions.ts';
import { inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BitcoinTestNetwork,
  bitcoinConfirmations,
  bitcoinNetworkId,
  startBitcoinNetwork,
} from '../../support/bitcoin-network.ts';
import { approveWithdrawal, bitcoinChain, fundHotAddress, runPayouts } from '../../support/bitcoin-payouts.ts';
import { payoutRow } from '../../support/evm-payouts.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: BitcoinTestNetwork;
let user: TestUser;

beforeAll(async () => {
  network = await startBitcoinNetwork();
  user = await network.api.signUp('payee@test.local');
  await fundHotAddress(network, ['10', '10', '10', '10', '10', '10']);
});
afterAll(() => network.close());

const pool = () => network.api.parts.pool;
const row = (id: number) => payoutRow(pool(), id);

/** These were accepted of a node that lied. */
async function forget(...outpoints: string[]): Promise<void> {
  await pool().query(
    'UPDATE payout_networks SET accepted_items = ARRAY (SELECT unnest(accepted_items) EXCEPT SELECT unnest($1::text[]))',
    [outpoints],
  );
}

/** A run without the watcher before it. */
async function payUnwatched(isSynchronised = true): Promise<void> {
  const chain = { ...bitcoinChain(network), ...(isSynchronised ? {} : { isSynchronised: async () => false }) };
  await payNetworks({
    pool: network.workerPool,
    signer: network.signer,
    chains: { chainOf: () => undefined, outputChainOf: ({ kind }) => (kind === 'bitcoin' ? chain : undefined) },
    sandbox: undefined,
    log: silent as never,
  });
}

async function enterRestoredTimeline(): Promise<void> {
  await pool().query(
    `INSERT INTO address_floors (first_index, timeline, first_withdrawal)
      SELECT max(first_index) + 1000000, substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8), 1000000 FROM address_floors`,
  );
}

test('after a restore nothing is compared or signed before the blocks of the lost time are read', async () => {
  const id = await approveWithdrawal(network.api, user, { address: await network.node.newAddress(), amount: '40.1' });
  await pool().query('CREATE TABLE kept_cursor AS SELECT height, hash FROM chain_cursors WHERE network_id = $1', [
    bitcoinNetworkId,
  ]);
  // Of the lost time: a large output, and the payment out of it alone.
  await fundHotAddress(network, ['100']);
  await runPayouts(network);
  await network.mine(2);
  const { rows: used } = await pool().query(
    'SELECT used.units::float8 AS units FROM signed_inputs used JOIN signed_payouts USING (network_id, nonce) WHERE withdrawal_id = $1',
    [id],
  );
  expect(used).toEqual([{ units: 100 * 1e8 }]);
  // The backup of before.
  await pool().query('DELETE FROM signed_inputs');
  await pool().query('DELETE FROM signed_payouts');
  await pool().query('UPDATE withdrawals SET status = 11, taken_at = NULL WHERE id = $1', [id]);
  for (const table of ['utxos', 'chain_blocks'])
    await pool().query(`DELETE FROM ${table} WHERE height > (SELECT height FROM kept_cursor)`);
  await pool().query(
    'UPDATE chain_cursors SET height = kept.height, hash = kept.hash FROM kept_cursor kept WHERE network_id = $1',
    [bitcoinNetworkId],
  );
  await enterRestoredTimeline();
  await payUnwatched();
  expect(await row(id)).toMatchObject({ status: 11 });
  expect((await pool().query('SELECT FROM signed_payouts')).rowCount).toBe(0);
  expect(await isNetworkCompared(pool(), bitcoinNetworkId)).toBe(false);
  expect((await runPayouts(network)).join()).toContain('PAYOUTS ARE STOPPED');
  expect(await row(id)).toMatchObject({ status: 11 });
  expect((await pool().query('SELECT FROM signed_payouts')).rowCount).toBe(0);
  expect(await isNetworkCompared(pool(), bitcoinNetworkId)).toBe(false);
  // Ten thousand addresses of the lost time are derived.
}, 400_000);

test('a node that still fetches its blocks compares nothing', async () => {
  // As if operators had found the payment.
  const { seen } = await unknownOf(pool(), 'LITECOIN');
  await inTransaction(pool(), (tx) =>
    resumePayouts.run(tx, { actor: 'ops:jane', reason: 'Compared' }, { network: 'LITECOIN', seen }),
  );
  await network.watch();
  await payUnwatched(false);
  expect(await isNetworkCompared(pool(), bitcoinNetworkId)).toBe(false);
  const chain = bitcoinChain(network);
  expect(await chain.isSynchronised()).toBe(true);
  await pool().query("UPDATE withdrawals SET payout_next_at = now() + interval '1 day', status = 13 WHERE status = 11");
  await payUnwatched();
  expect(await isNetworkCompared(pool(), bitcoinNetworkId)).toBe(false);
  await network.mine(bitcoinConfirmations);
  await network.watch();
  await payUnwatched();
  expect(await isNetworkCompared(pool(), bitcoinNetworkId)).toBe(true);
});

test('operators accept the outputs that they have seen: another one that is spent stops payouts again', async () => {
  const { rows: own } = await pool().query<{ outpoint: string; units: string }>(
    `SELECT outpoint, units FROM utxos WHERE spent_by IS NULL ORDER BY outpoint LIMIT 2`,
  );
  const [one = '', other = ''] = own.map(({ outpoint }) => outpoint);
  const id = await approveWithdrawal(network.api, user, { address: await network.node.newAddress() });
  const chain = bitcoinChain(network);
  const spent = new Set([one]);
  const areUnspent = async (asked: readonly string[]) => asked.map((outpoint) => !spent.has(outpoint));
  const run = () => runPayouts(network, { chain: { ...chain, areUnspent } });
  expect((await run()).join()).toContain('PAYOUTS ARE STOPPED');
  const { items, seen } = await unknownOf(pool(), 'LITECOIN');
  expect(items).toEqual([one]);
  // As many, and another one.
  spent.delete(one);
  spent.add(other);
  await run();
  const resume = (given: string) =>
    inTransaction(pool(), (tx) =>
      resumePayouts.run(tx, { actor: 'ops:jane', reason: 'Compared' }, { network: 'LITECOIN', seen: given }),
    );
  await expect(resume(seen)).rejects.toMatchObject({ code: 'request_closed' });
  await resume((await unknownOf(pool(), 'LITECOIN')).seen);
  spent.add(one);
  expect((await run()).join()).toContain('PAYOUTS ARE STOPPED');
  expect(await unknownOf(pool(), 'LITECOIN')).toMatchObject({ items, seen });
  await resume(seen);
  // A run that has read what is accepted before that.
  const watched = { id: bitcoinNetworkId, key: 'LITECOIN' } as WatchedNetwork;
  await stopPayouts({ pool: network.workerPool, log: silent as never }, watched, { nonce: 1, items });
  await expect(unknownOf(pool(), 'LITECOIN')).rejects.toMatchObject({ code: 'request_closed' });
  await forget(one, other);
  await pool().query('UPDATE withdrawals SET status = 13 WHERE id = $1', [id]);
});

test('any number of small outputs, and of large ones without confirmations, costs no more questions of a run', async () => {
  const id = await approveWithdrawal(network.api, user, { address: await network.node.newAddress() });
  await pool().query(
    `INSERT INTO utxos (network_id, outpoint, address, derivation_index, units, height)
      SELECT network_id, lpad(to_hex(number), 64, '0') || ':0', address, derivation_index, 1000, height
        FROM generate_series(1, 5000) AS number, (SELECT * FROM utxos WHERE spent_by IS NULL LIMIT 1) AS own`,
  );
  await network.watch();
  const { rows: payable } = await pool().query<{ outpoint: string }>(
    'SELECT outpoint FROM utxos WHERE spent_by IS NULL AND units > 10 ^ 8',
  );
  await pool().query(
    `INSERT INTO utxos (network_id, outpoint, address, derivation_index, units, height)
      SELECT network_id, lpad(to_hex(number), 64, '0') || ':1', address, derivation_index, 100 * 10 ^ 8, cursor.height
        FROM generate_series(1, 600) AS number, (SELECT * FROM utxos WHERE spent_by IS NULL LIMIT 1) AS own JOIN chain_cursors cursor USING (network_id)`,
  );
  const asked: number[] = [];
  const chain = bitcoinChain(network);
  const areUnspent = async (outpoints: readonly string[]) => {
    asked.push(outpoints.length);
    expect(outpoints).toEqual(expect.arrayContaining(payable.map(({ outpoint }) => outpoint)));
    return outpoints.map(() => true);
  };
  await runPayouts(network, { chain: { ...chain, areUnspent } });
  expect(asked).toHaveLength(1);
  expect(asked[0]).toBeLessThanOrEqual(500);
  expect((await row(id)).status, 'it is paid out of the larger ones').toBe(14);
  await pool().query(`DELETE FROM utxos WHERE outpoint LIKE '00000000%'`);
});

test('an output that operators have accepted as spent is never spent: what waits would be replaced', async () => {
  await fundHotAddress(network, ['200']);
  await network.watch();
  const { rows } = await pool().query<{ outpoint: string }>(
    'SELECT outpoint FROM utxos WHERE units = 200 * 10 ^ 8 AND spent_by IS NULL',
  );
  const largest = rows[0]?.outpoint ?? '';
  const id = await approveWithdrawal(network.api, user, { address: await network.node.newAddress() });
  const areUnspent = async (asked: readonly string[]) => asked.map((outpoint) => outpoint !== largest);
  const run = () => runPayouts(network, { chain: { ...bitcoinChain(network), areUnspent } });
  expect((await run()).join()).toContain('PAYOUTS ARE STOPPED');
  const { items, seen } = await unknownOf(pool(), 'LITECOIN');
  expect(items).toEqual([largest]);
  await inTransaction(pool(), (tx) =>
    resumePayouts.run(tx, { actor: 'ops:jane', reason: 'Compared' }, { network: 'LITECOIN', seen }),
  );
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  await expect(
    network.signer.batch({ networkId: bitcoinNetworkId, withdrawalIds: [id], inputs: [largest], feeUnits: 10_000n }),
  ).rejects.toMatchObject({ reason: 'no_funds' });
  await pool().query('UPDATE withdrawals SET taken_at = NULL WHERE id = $1', [id]);
  await run();
  expect(await row(id)).toMatchObject({ status: 14 });
  expect((await pool().query('SELECT FROM signed_inputs WHERE outpoint = $1', [largest])).rowCount).toBe(0);
  await forget(largest);
  await network.node.mine(bitcoinConfirmations);
  await runPayouts(network);
});

test('what another worker spends while the network is asked stops nothing', async () => {
  const ids = [
    await approveWithdrawal(network.api, user, { address: await network.node.newAddress() }),
    await approveWithdrawal(network.api, user, { address: await network.node.newAddress() }),
  ] as const;
  const chain = bitcoinChain(network);
  let signed = false;
  const areUnspent = async (asked: readonly string[]) => {
    const before = await chain.areUnspent(asked);
    const free = asked.find((_, place) => before[place]);
    if (signed || !free) return before;
    signed = true;
    await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [ids[0]]);
    const other = { networkId: bitcoinNetworkId, withdrawalIds: [ids[0]], inputs: [free], feeUnits: 10_000n };
    const { raw, transactionHash } = await network.signer.batch(other);
    await pool().query('UPDATE withdrawals SET status = 14, transaction_hash = $2 WHERE id = $1', [
      ids[0],
      transactionHash,
    ]);
    await network.node.call('sendrawtransaction', raw);
    return chain.areUnspent(asked);
  };
  expect((await runPayouts(network, { chain: { ...chain, areUnspent } })).join()).not.toContain('PAYOUTS ARE STOPPED');
  expect(signed).toBe(true);
  expect(await row(ids[1])).toMatchObject({ status: 14 });
  await network.mine(bitcoinConfirmations);
});

test('signatures over two amounts of an output are never made: an output keeps that of its first one, and a replacement pays more', async () => {
  const id = await approveWithdrawal(network.api, user, { address: await network.node.newAddress() });
  const { rows } = await pool().query<{ outpoint: string }>(
    'SELECT outpoint FROM utxos WHERE spent_by IS NULL AND units = 10 * 10 ^ 8 ORDER BY outpoint LIMIT 2',
  );
  const [one = '', other = ''] = rows.map(({ outpoint }) => outpoint);
  const say = (outpoint: string, units: number) =>
    inTransaction(network.workerPool, async (tx) => {
      const { rows: gone } = await tx.query('DELETE FROM utxos WHERE outpoint = $1 RETURNING *', [outpoint]);
      await tx.query('INSERT INTO utxos SELECT * FROM jsonb_populate_record(NULL::utxos, $1)', [
        JSON.stringify({ ...gone[0], units }),
      ]);
    });
  await say(one, 1);
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  const feeUnits = 10_000n;
  await network.signer.batch({ networkId: bitcoinNetworkId, withdrawalIds: [id], inputs: [one, other], feeUnits });
  await pool().query('UPDATE withdrawals SET status = 14 WHERE id = $1', [id]);
  // The same sum and fee would give the same transaction, with the signature that was worthless before.
  await say(one, 10 * 1e8);
  await say(other, 1);
  for (const fee of [feeUnits, feeUnits - 1n])
    await expect(network.signer.replaceBatch({ withdrawalId: id, inputs: [], feeUnits: fee })).rejects.toMatchObject({
      reason: 'no_funds',
    });
  await say(other, 10 * 1e8);
  const replaced = await network.signer.replaceBatch({ withdrawalId: id, inputs: [], feeUnits: feeUnits * 2n });
  const { vout } = await network.node.call<{ vout: { value: string }[] }>('decoderawtransaction', replaced.raw);
  const paid = vout.reduce((sum, { value }) => sum + Math.round(Number(value) * 1e8), 0);
  expect(paid).toBe(10 * 1e8 + 1 - Number(feeUnits * 2n));
  // Not above the newest one either.
  await expect(
    network.signer.replaceBatch({ withdrawalId: id, inputs: [], feeUnits: feeUnits * 2n }),
  ).rejects.toMatchObject({ reason: 'no_funds' });
});
