/** Outputs that a signed transaction was to spend and does not, and payouts that fail in a batch: the others of their batch are paid. */
import { failPayout, retryPayout } from '@pelican/api/src/modules/withdrawals/index.ts';
import { findWithdrawalCase, listWithdrawalCases } from '@pelican/api/src/modules/withdrawals/operator-view.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../../../scripts/services/process.ts';
import {
  type BitcoinTestNetwork,
  bitcoinConfirmations,
  bitcoinNetworkId,
  startBitcoinNetwork,
} from '../../support/bitcoin-network.ts';
import { approveWithdrawal, bitcoinChain, fundHotAddress, runPayouts } from '../../support/bitcoin-payouts.ts';
import { payoutRow } from '../../support/evm-payouts.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { asPart } from '../../support/roles.ts';
import type { TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';

let network: BitcoinTestNetwork;
let user: TestUser;

beforeAll(async () => {
  network = await startBitcoinNetwork();
  user = await network.api.signUp('payee@test.local');
  await fundHotAddress(network, ['10', '11', '12', '13', '14', '15']);
});
afterAll(() => network.close());

const pool = () => network.api.parts.pool;
const row = (id: number) => payoutRow(pool(), id);
const feeUnits = 10_000n;

async function approve(): Promise<{ id: number; receiver: string }> {
  const receiver = await network.node.newAddress();
  return { id: await approveWithdrawal(network.api, user, { address: receiver }), receiver };
}

/** Of these amounts, in their order. */
async function outputsOf(amounts: readonly number[]): Promise<string[]> {
  const { rows } = await pool().query<{ outpoint: string }>(
    `SELECT outpoint FROM unnest($1::numeric[]) WITH ORDINALITY AS wanted (amount, place)
      JOIN utxos ON units = amount * 10::numeric ^ 8 ORDER BY place`,
    [amounts],
  );
  return rows.map(({ outpoint }) => outpoint);
}

/** Signed for the outputs, as the worker has it signed. */
async function sign(id: number, inputs: readonly string[]): Promise<{ transactionHash: string; raw: string }> {
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = $1', [id]);
  return network.signer.batch({ networkId: bitcoinNetworkId, withdrawalIds: [id], inputs, feeUnits });
}

async function markSent(id: number, hash: string): Promise<void> {
  await pool().query('UPDATE withdrawals SET status = 14, transaction_hash = $2 WHERE id = $1', [id, hash]);
}

async function payUntilFinished(id: number): Promise<void> {
  for (let turn = 0; turn < 20 && (await row(id)).status !== 3; turn += 1) {
    await runPayouts(network);
    await network.node.mine(2);
  }
  expect(await row(id)).toMatchObject({ status: 3 });
}

test('what a replacement was to spend is free once the transaction before it is deep in the chain, and its change is nobody’s', async () => {
  const { id, receiver } = await approve();
  const [one = '', more = ''] = await outputsOf([10, 11]);
  const first = await sign(id, [one]);
  await markSent(id, first.transactionHash);
  const second = await network.signer.replaceBatch({ withdrawalId: id, inputs: [more], feeUnits: feeUnits * 2n });
  await network.watch();
  await network.node.call('generateblock', network.node.miner, [first.raw]);
  await payUntilFinished(id);
  expect(await network.node.received(receiver)).toBe('1');
  const { rowCount } = await pool().query('SELECT FROM utxos WHERE outpoint LIKE $1', [`${second.transactionHash}:%`]);
  expect(rowCount).toBe(0);
  const next = await approve();
  // A re-organisation could still bring the replacement.
  await expect(sign(next.id, [more])).rejects.toMatchObject({ reason: 'no_funds' });
  await network.mine(100);
  const signed = await sign(next.id, [more]);
  await markSent(next.id, signed.transactionHash);
  await payUntilFinished(next.id);
  expect(await network.node.received(next.receiver)).toBe('1');
});

interface Decoded {
  vin: { txid: string; vout: number }[];
  vout: { value: string | number }[];
}

/** A transaction in a block that spends what another one, which is in none, was to spend. */
async function spendInstead(hash: string, block: string): Promise<void> {
  const { vin } = await network.node.call<Decoded>('getrawtransaction', hash, true, block);
  let value = 0;
  for (const { txid, vout } of vin) {
    const { vout: outputs } = await network.node.call<Decoded>('getrawtransaction', txid, true);
    value += Number(outputs[vout]?.value);
  }
  const raw = await network.node.call('createrawtransaction', vin, {
    [network.node.miner]: (value - 0.001).toFixed(8),
  });
  const { hex } = await network.node.call<{ hex: string }>('signrawtransactionwithwallet', raw);
  await network.node.call('generateblock', network.node.miner, [hex]);
}

test('a replacement that was signed by a run which ended before it was handed in, is handed in by the next run', async () => {
  const { id, receiver } = await approve();
  await runPayouts(network);
  const first = (await row(id)).hash;
  expect(await network.node.call('getrawmempool')).toContain(first);
  await pool().query(`UPDATE signed_payouts SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`, [
    id,
  ]);
  const broadcast = () => Promise.reject(new Error('the run has ended'));
  await runPayouts(network, { chain: { ...bitcoinChain(network), broadcast } }).catch(() => undefined);
  const second = (await row(id)).hash;
  expect(second).not.toBe(first);
  expect(await network.node.call('getrawmempool')).toEqual([first]);
  // Its refusal is no failure: the one before may be mined.
  await runPayouts(network, { chain: { ...bitcoinChain(network), broadcast } });
  expect(await row(id)).toMatchObject({ problem: null });
  await runPayouts(network);
  expect(await network.node.call('getrawmempool')).toEqual([second]);
  await payUntilFinished(id);
  expect(await network.node.received(receiver)).toBe('1');
});

test('an output that a re-organisation has taken for ever holds up no payout: the others are spent without it', async () => {
  const { id, receiver } = await approve();
  const hash = await network.node.send(await network.hotAddress(), '9');
  await network.mine(bitcoinConfirmations);
  const [kept = '', lost = ''] = await outputsOf([12, 9]);
  const first = await sign(id, [kept, lost]);
  await markSent(id, first.transactionHash);
  const gone = await network.node.call('getblockhash', (await network.node.height()) - bitcoinConfirmations + 1);
  await network.node.call('invalidateblock', gone);
  await spendInstead(hash, gone);
  await network.node.mine(bitcoinConfirmations + 1, { isEmpty: true });
  await network.watch();
  await network.watch();
  expect(await outputsOf([9])).toEqual([]);
  await pool().query(`UPDATE signed_payouts SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`, [
    id,
  ]);
  await payUntilFinished(id);
  expect(await network.node.received(receiver)).toBe('1');
  const { vin } = await network.node.call<Decoded>('getrawtransaction', (await row(id)).hash, true);
  const spent = vin.map(({ txid, vout }) => `${txid}:${vout}`);
  expect(spent).toContain(kept);
  expect(spent).not.toContain(lost);
});

test('without an output in common with each transaction before, none is signed in its place, and operators see that it waits', async () => {
  const { id } = await approve();
  const hash = await network.node.send(await network.hotAddress(), '8');
  await network.mine(bitcoinConfirmations);
  const first = await sign(id, await outputsOf([8]));
  await markSent(id, first.transactionHash);
  const gone = await network.node.call('getblockhash', (await network.node.height()) - bitcoinConfirmations + 1);
  await network.node.call('invalidateblock', gone);
  await spendInstead(hash, gone);
  await network.node.mine(bitcoinConfirmations + 1, { isEmpty: true });
  await network.watch();
  await network.watch();
  await pool().query(`UPDATE signed_payouts SET created_at = created_at - interval '1 hour' WHERE withdrawal_id = $1`, [
    id,
  ]);
  await expect(
    network.signer.replaceBatch({ withdrawalId: id, inputs: await outputsOf([13]), feeUnits: feeUnits * 2n }),
  ).rejects.toMatchObject({ reason: 'no_funds' });
  let handedIn = 0;
  const broadcast = async () => {
    handedIn += 1;
    throw new Error('it spends an output that is not there');
  };
  const run = () => runPayouts(network, { chain: { ...bitcoinChain(network), broadcast } });
  await run();
  expect(await row(id)).toMatchObject({ status: 14, problem: 'input_lost' });
  const operators = createPool(
    { databaseUrl: asPart(network.api.databaseUrl, 'operator'), databasePoolMax: 1 },
    silent,
  );
  const { rows: owners } = await pool().query<{ email: string }>('SELECT email FROM users WHERE id = $1', [user.id]);
  const end = () =>
    inTransaction(operators, (tx) =>
      failPayout.run(
        tx,
        { actor: 'ops:jane', reason: 'Its output is gone' },
        { email: owners[0]?.email ?? '', withdrawal: id, code: 'network' },
      ),
    );
  const retry = () =>
    inTransaction(operators, (tx) =>
      retryPayout.run(
        tx,
        { actor: 'ops:jane', reason: 'Once more' },
        { email: owners[0]?.email ?? '', withdrawal: id },
      ),
    );
  await expect(end(), 'it may come back').rejects.toMatchObject({ code: 'request_closed' });
  const actions = async () => (await findWithdrawalCase(operators, id)).payout_actions;
  await pool().query(`UPDATE withdrawals SET changed_at = now() - interval '10 days' WHERE id = $1`, [id]);
  await expect(end(), 'time alone brings no block').rejects.toMatchObject({ code: 'request_closed' });
  await network.mine(99);
  await run();
  expect(await actions()).toEqual([]);
  await network.mine(1);
  expect(await actions()).toEqual(['fail', 'paid_by_hand']);
  await expect(retry(), 'it goes on by itself').rejects.toMatchObject({ code: 'request_closed' });
  const sinceAsked = (past: string) =>
    pool().query(`UPDATE chain_cursors SET asked_at = clock_timestamp() - $2::interval WHERE network_id = $1`, [
      bitcoinNetworkId,
      past,
    ]);
  await sinceAsked('3 minutes');
  await expect(end(), 'blocks may have come that nobody has read').rejects.toMatchObject({ code: 'request_closed' });
  await sinceAsked('0 s');
  await end();
  await operators.end();
  expect(await row(id)).toMatchObject({ status: 12 });
  await run();
  await demandAudited(network.api);

  // As one that was finished before the re-organisation.
  await pool().query(`UPDATE withdrawals SET status = 3, payout_problem = NULL WHERE id = $1`, [id]);
  await pool().query(
    `INSERT INTO finished_payouts (withdrawal_id, network_id, block_height, block_hash, lost_at) VALUES ($1, $2, 1, '', now() - interval '2 hours')`,
    [id, bitcoinNetworkId],
  );
  await run();
  expect((await listWithdrawalCases(pool(), { state: 'stuck', offset: 0, limit: 10 })).result).toMatchObject([{ id }]);
  await pool().query('DELETE FROM finished_payouts WHERE withdrawal_id = $1', [id]);
  await pool().query(`UPDATE withdrawals SET status = 12, payout_problem = 'input_lost' WHERE id = $1`, [id]);
  expect(handedIn).toBe(0);
});

test('a finished payout hands nothing in for its batch once operators have ended another one of it', async () => {
  const [finished, ended] = [await approve(), await approve()];
  await network.node.send(await network.hotAddress(), '7');
  await network.mine(bitcoinConfirmations);
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = ANY ($1)', [[finished.id, ended.id]]);
  const signed = await network.signer.batch({
    networkId: bitcoinNetworkId,
    withdrawalIds: [finished.id, ended.id],
    inputs: await outputsOf([7]),
    feeUnits,
  });
  await markSent(finished.id, signed.transactionHash);
  await markSent(ended.id, signed.transactionHash);
  const handedIn: string[] = [];
  const broadcast = async (raw: string) => void handedIn.push(raw);
  const run = () => runPayouts(network, { chain: { ...bitcoinChain(network), broadcast } });
  // As a run leaves them that has ended between the two, and as the re-organisation after it.
  await pool().query('UPDATE withdrawals SET status = 3 WHERE id = $1', [finished.id]);
  await pool().query(
    `INSERT INTO finished_payouts (withdrawal_id, network_id, block_height, block_hash, lost_at) VALUES ($1, $2, 1, '', now())`,
    [finished.id, bitcoinNetworkId],
  );
  await pool().query(`UPDATE withdrawals SET payout_problem = 'input_lost' WHERE id = $1`, [ended.id]);
  await pool().query(`UPDATE withdrawals SET status = 12 WHERE id = $1`, [ended.id]);
  await run();
  expect(handedIn).toEqual([]);
  // As one whose problem was forgotten, by operators or because a node had the transaction for a moment.
  const age = (by: string) =>
    pool().query('UPDATE signed_payouts SET created_at = created_at - $2::interval WHERE withdrawal_id = ANY ($1)', [
      [finished.id, ended.id],
      by,
    ]);
  await pool().query('DELETE FROM finished_payouts WHERE withdrawal_id = $1', [finished.id]);
  await pool().query('UPDATE withdrawals SET status = 14 WHERE id = $1', [finished.id]);
  await age('1 hour');
  await run();
  expect(await row(finished.id), 'operators end it too').toMatchObject({ status: 14, problem: 'input_lost' });
  expect(handedIn).toEqual([]);
  await age('-1 hour');
  await pool().query(`UPDATE withdrawals SET status = 14, payout_problem = 'input_lost' WHERE id = $1`, [ended.id]);
  const operator = await pool().connect();
  await operator.query('BEGIN');
  await operator.query('UPDATE withdrawals SET status = 12 WHERE id = $1', [ended.id]);
  const running = run();
  const waiting = () =>
    pool().query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  await until('the run waits for who ends it', async () => (await waiting()).rowCount !== 0, 20_000);
  await operator.query('COMMIT');
  operator.release();
  await running;
  expect(handedIn, 'the run had read it as open').toEqual([]);
  await pool().query('UPDATE withdrawals SET status = 14 WHERE id = $1', [ended.id]);
  await run();
  expect(new Set(handedIn)).toEqual(new Set([signed.raw]));
  expect(await row(ended.id), 'it is not lost any more').toMatchObject({ problem: null });
  await payUntilFinished(finished.id);
  await payUntilFinished(ended.id);
  expect([await network.node.received(finished.receiver), await network.node.received(ended.receiver)]).toEqual([
    '1',
    '1',
  ]);
});

test('a payout that makes the signer fail is found, and the others of its batch are paid', async () => {
  const payouts = [await approve(), await approve(), await approve()];
  const broken = payouts[1]?.id ?? 0;
  const signer: typeof network.signer = {
    ...network.signer,
    batch: async (question) => {
      if (question.withdrawalIds.includes(broken)) throw new Error('it fails');
      return network.signer.batch(question);
    },
  };
  await runPayouts(network, { signer });
  const rows = await Promise.all(payouts.map(({ id }) => row(id)));
  expect(rows).toMatchObject([{ status: 14 }, { status: 11, problem: 'failing' }, { status: 14 }]);
});
