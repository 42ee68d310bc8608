/** Payouts on a network of the Bitcoin family: batches, replacements, re-organisations, restores. Nothing is paid twice. */
import { withdrawalsAudit } from '@pelican/api/src/modules/withdrawals/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BitcoinTestNetwork,
  bitcoinConfirmations,
  bitcoinNetworkId,
  startBitcoinNetwork,
} from '../../support/bitcoin-network.ts';
import { approveWithdrawal, bitcoinChain, fundHotAddress, runPayouts } from '../../support/bitcoin-payouts.ts';
import { dyingAfter } from '../../support/dying-after.ts';
import { ageSigned, payoutRow } from '../../support/evm-payouts.ts';
import type { TestUser } from '../../support/test-api.ts';

let network: BitcoinTestNetwork;
let user: TestUser;

beforeAll(async () => {
  network = await startBitcoinNetwork();
  user = await network.api.signUp('payee@test.local');
  await fundHotAddress(network, ['10', '10', '10', '10']);
});
afterAll(() => network.close());

const pool = () => network.api.parts.pool;
const approve = (address: string, amount?: string) =>
  approveWithdrawal(network.api, user, { address, ...(amount ? { amount } : {}) });
const row = (id: number) => payoutRow(pool(), id);
const received = (address: string) => network.node.received(address);
const newReceiver = () => network.node.newAddress();
const due = () => pool().query('UPDATE withdrawals SET payout_next_at = now() WHERE payout_next_at IS NOT NULL');

/** Runs and blocks until it has the status; what is to be tried again later is tried at once. */
async function payUntil(id: number, status: number): Promise<void> {
  for (let turn = 0; turn < 20 && (await row(id)).status !== status; turn += 1) {
    await due();
    await runPayouts(network);
    await network.node.mine(2);
  }
  expect(await row(id)).toMatchObject({ status });
}

async function hashesOf(id: number): Promise<string[]> {
  const { rows } = await pool().query<{ hash: string }>(
    `SELECT transaction_hash AS hash FROM signed_payouts WHERE withdrawal_id = $1
      UNION ALL (SELECT transaction_hash FROM signed_replacements WHERE withdrawal_id = $1 ORDER BY id)`,
    [id],
  );
  return rows.map(({ hash }) => hash);
}

interface Decoded {
  vin: { txid: string; vout: number }[];
  vout: { value: string; scriptPubKey: { addresses: string[] } }[];
}

const decoded = (hash: string) => network.node.call<Decoded>('getrawtransaction', hash, true);

async function auditFindings(): Promise<unknown[]> {
  const found = await Promise.all(withdrawalsAudit.checks.map(({ sql }) => pool().query(sql)));
  return found.flatMap(({ rows }) => rows);
}

/** What the ledger says that the network has taken, in units, for each. */
async function costsOf(ids: readonly number[]): Promise<number[]> {
  const { rows } = await pool().query<{ cost: string }>(
    `SELECT (leg.amount * 10::numeric ^ 8)::numeric(30, 0)::text AS cost FROM ledger_entries entry
      JOIN ledger_legs leg ON leg.entry_id = entry.id
      WHERE entry.idempotency_key = ANY ($1) AND leg.amount > 0 ORDER BY entry.id`,
    [ids.map((id) => `withdrawal:${id}:network`)],
  );
  return rows.map(({ cost }) => Number(cost));
}

test('withdrawals that wait are paid by one transaction, with change to the hot address, and bear its fee together', async () => {
  const receivers = [
    await newReceiver(),
    await network.node.newAddress('legacy'),
    await network.node.newAddress('p2sh-segwit'),
  ];
  const ids: number[] = [];
  for (const receiver of receivers) ids.push(await approve(receiver));
  const { rows: before } = await pool().query('SELECT count(*)::int AS count FROM unclaimed_transfers');
  await runPayouts(network);
  const [hash, ...others] = await Promise.all(ids.map(async (id) => (await row(id)).hash));
  expect(others).toEqual([hash, hash]);
  const { vout } = await decoded(hash ?? '');
  expect(vout.map(({ scriptPubKey }) => scriptPubKey.addresses[0])).toEqual([...receivers, await network.hotAddress()]);
  await network.node.mine(bitcoinConfirmations - 1);
  await runPayouts(network);
  expect(await row(ids[0] ?? 0)).toMatchObject({ status: 14 });
  await network.node.mine(1);
  await runPayouts(network);
  for (const id of ids) expect(await row(id)).toMatchObject({ status: 3 });
  for (const receiver of receivers) expect(await received(receiver)).toBe('1');
  const fee = 10 * 1e8 - vout.reduce((sum, { value }) => sum + Math.round(Number(value) * 1e8), 0);
  const costs = await costsOf(ids);
  expect(costs).toHaveLength(3);
  expect(costs.reduce((sum, one) => sum + one, 0)).toBe(fee);
  // Change is no transfer from outside.
  const { rows: after } = await pool().query('SELECT count(*)::int AS count FROM unclaimed_transfers');
  expect(after).toEqual(before);
  expect(await auditFindings()).toEqual([]);
});

test('a transaction that waits too long is replaced by one that spends the same outputs, and its receivers are paid once', async () => {
  const [one, other] = [await newReceiver(), await newReceiver()];
  const ids = [await approve(one), await approve(other)] as const;
  await runPayouts(network);
  await network.node.mine(2, { isEmpty: true });
  await runPayouts(network);
  expect(await hashesOf(ids[0])).toHaveLength(1);
  for (const id of ids) await ageSigned(pool(), id);
  const first = await decoded((await row(ids[0])).hash);
  const logged = (await runPayouts(network)).join();
  expect(logged).toContain('its transaction is replaced');
  expect(logged).not.toContain('could not be paid');
  const second = await decoded((await row(ids[1])).hash);
  expect(await hashesOf(ids[0])).toEqual(await hashesOf(ids[1]));
  expect(await hashesOf(ids[0])).toHaveLength(2);
  expect(second.vin.slice(0, first.vin.length).map(({ txid, vout }) => [txid, vout])).toEqual(
    first.vin.map(({ txid, vout }) => [txid, vout]),
  );
  expect(second.vout.slice(0, 2)).toEqual(first.vout.slice(0, 2));
  await payUntil(ids[0], 3);
  await payUntil(ids[1], 3);
  expect([await received(one), await received(other)]).toEqual(['1', '1']);
  expect(await auditFindings()).toEqual([]);
});

test('when the first transaction is mined after all, its replacement never is', async () => {
  const receiver = await newReceiver();
  const id = await approve(receiver);
  await runPayouts(network);
  const { rows } = await pool().query<{ raw: string }>('SELECT raw FROM signed_payouts WHERE withdrawal_id = $1', [id]);
  await ageSigned(pool(), id);
  await runPayouts(network);
  const [first, second] = await hashesOf(id);
  expect((await row(id)).hash).toBe(second);
  await network.node.call('generateblock', network.node.miner, [rows[0]?.raw]);
  await payUntil(id, 3);
  expect([await received(receiver), (await row(id)).hash]).toEqual(['1', first]);
});

test.each([1, 5, 10])('a re-organisation of depth %i that drops a payout hands it in again', async (depth) => {
  const receiver = await newReceiver();
  const id = await approve(receiver);
  await payUntil(id, 14);
  await network.node.mine(Math.max(0, depth - 2));
  await runPayouts(network);
  await network.node.reorganise(depth, { isKept: false });
  await payUntil(id, 3);
  await network.node.mine(2);
  await runPayouts(network);
  expect(await received(receiver)).toBe('1');
  const { rows } = await pool().query('SELECT withdrawal_id FROM finished_payouts WHERE lost_at IS NOT NULL');
  expect(rows).toEqual([]);
});

test('a finished payout that loses its block is handed in again, the same transaction', async () => {
  const receiver = await newReceiver();
  const id = await approve(receiver);
  await payUntil(id, 3);
  const { hash } = await row(id);
  await network.node.reorganise(bitcoinConfirmations + 4, { isKept: false });
  const logged = await runPayouts(network);
  expect(logged.join()).toContain('a finished payout has lost its block');
  await network.node.mine(1);
  await runPayouts(network);
  expect([await received(receiver), await hashesOf(id)]).toEqual(['1', [hash]]);
  expect(await auditFindings()).toEqual([]);
});

test('what the network does not carry is for an operator, and holds up no other one', async () => {
  const { pool: database } = { pool: pool() };
  const refused = [
    await approve('ltc1qcr8te4kr609gcawutmrza0j4xv80jy8z0nvhdt'),
    await approve('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu'),
    await approve(await network.hotAddress()),
    await approve(await newReceiver(), '0.10000100'),
    await approve(await newReceiver(), '0.200000001'),
  ];
  const receiver = await newReceiver();
  const id = await approve(receiver);
  await payUntil(id, 14);
  await due();
  await runPayouts(network);
  for (const one of refused) expect(await row(one)).toMatchObject({ status: 11, problem: 'unpayable' });
  // The signer does not sign for them either.
  const { rows } = await database.query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND spent_by IS NULL AND outpoint NOT IN (SELECT outpoint FROM signed_inputs)`,
    [bitcoinNetworkId],
  );
  const question = { networkId: bitcoinNetworkId, inputs: rows.map(({ outpoint }) => outpoint), feeUnits: 10_000n };
  for (const one of refused) {
    await database.query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [one]);
    const asked = network.signer.batch({ ...question, withdrawalIds: [one] });
    await expect(asked).rejects.toMatchObject({ reason: 'unpayable', withdrawalId: one });
    await database.query('UPDATE withdrawals SET taken_at = NULL WHERE id = $1', [one]);
  }
  await payUntil(id, 3);
});

test('the signer pays no fee above its limit, no output twice, and nothing that is not approved', async () => {
  const { rows } = await pool().query<{ outpoint: string }>(
    `SELECT outpoint FROM utxos WHERE network_id = $1 AND spent_by IS NULL AND outpoint NOT IN (SELECT outpoint FROM signed_inputs)
      ORDER BY units DESC LIMIT 1`,
    [bitcoinNetworkId],
  );
  const id = await approve(await newReceiver());
  const inputs = rows.map(({ outpoint }) => outpoint);
  const question = { networkId: bitcoinNetworkId, withdrawalIds: [id], inputs, feeUnits: 10_000n };
  await expect(network.signer.batch(question)).rejects.toMatchObject({ reason: 'not_approved' });
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  await expect(network.signer.batch({ ...question, feeUnits: 1_000_001n })).rejects.toMatchObject({
    reason: 'fee_above_limit',
  });
  const { rows: used } = await pool().query<{ outpoint: string }>('SELECT outpoint FROM signed_inputs LIMIT 1');
  const again = { ...question, inputs: used.map(({ outpoint }) => outpoint) };
  await expect(network.signer.batch(again)).rejects.toMatchObject({ reason: 'no_funds' });
  const signed = await network.signer.batch(question);
  expect(await network.signer.batch({ ...question, inputs: [], feeUnits: 1n })).toEqual(signed);
  await pool().query('UPDATE withdrawals SET amount = amount + 1 WHERE id = $1', [id]);
  await expect(network.signer.batch(question)).rejects.toMatchObject({ reason: 'changed' });
  await pool().query('UPDATE withdrawals SET amount = amount - 1 WHERE id = $1', [id]);
  await payUntil(id, 3);
});

test('the hot wallet pays those that it has coins for, and the others once it has more', async () => {
  const [small, large] = [await approve(await newReceiver()), await approve(await newReceiver(), '1000.1')];
  await runPayouts(network);
  expect([await row(small), await row(large)]).toMatchObject([{ status: 14 }, { status: 11, problem: 'no_funds' }]);
  await fundHotAddress(network, ['1000']);
  await payUntil(large, 3);
  expect(await row(small)).toMatchObject({ status: 3 });
});

test('a worker that dies after any step, also of a replacement, pays once', async () => {
  for (let step = 1; step <= 10; step += 1) {
    const receiver = await newReceiver();
    const id = await approve(receiver);
    for (const isAged of [false, true]) {
      if (isAged) await ageSigned(pool(), id);
      const counter = { left: step };
      const chain = dyingAfter(bitcoinChain(network), counter);
      await runPayouts(network, { chain, signer: dyingAfter(network.signer, counter) });
    }
    await payUntil(id, 3);
    expect(await received(receiver)).toBe('1');
  }
  expect(await auditFindings()).toEqual([]);
});

test.each([true, false])(
  'a database that lacks a payout signs nothing, whether it is in a block (%s) or waits',
  async (isMined) => {
    const receiver = await newReceiver();
    const id = await approve(receiver);
    await payUntil(id, 14);
    if (!isMined) {
      await network.node.reorganise(2, { isKept: false });
      await runPayouts(network);
    }
    // As a backup of before has it.
    await pool().query('CREATE TABLE kept_payouts AS SELECT * FROM signed_payouts WHERE withdrawal_id = $1', [id]);
    await pool().query(
      'CREATE TABLE kept_inputs AS SELECT * FROM signed_inputs WHERE nonce = (SELECT nonce FROM kept_payouts)',
    );
    await pool().query('DELETE FROM signed_inputs WHERE nonce = (SELECT nonce FROM kept_payouts)');
    await pool().query('DELETE FROM signed_payouts WHERE withdrawal_id = $1', [id]);
    await pool().query('UPDATE withdrawals SET status = 11, taken_at = NULL WHERE id = $1', [id]);
    expect((await runPayouts(network)).join()).toContain('PAYOUTS ARE STOPPED');
    expect(await row(id)).toMatchObject({ status: 11 });
    expect(await hashesOf(id)).toEqual([]);
    // The rows are found again.
    await pool().query('INSERT INTO signed_payouts SELECT * FROM kept_payouts');
    await pool().query('INSERT INTO signed_inputs SELECT * FROM kept_inputs');
    await pool().query('DROP TABLE kept_payouts, kept_inputs');
    await pool().query('UPDATE withdrawals SET status = 14, taken_at = now() WHERE id = $1', [id]);
    await pool().query('DELETE FROM payout_networks WHERE network_id = $1', [bitcoinNetworkId]);
    await payUntil(id, 3);
    expect(await received(receiver)).toBe('1');
  },
);
