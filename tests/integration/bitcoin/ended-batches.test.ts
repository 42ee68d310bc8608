/** Batches of which an output was lost: the rest of one that operators have ended in part, and the transactions of a finished one. */
import { failPayout } from '@pelican/api/src/modules/withdrawals/index.ts';
import { findWithdrawalCase } from '@pelican/api/src/modules/withdrawals/operator-view.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  type BitcoinTestNetwork,
  bitcoinConfirmations,
  bitcoinNetworkId,
  startBitcoinNetwork,
} from '../../support/bitcoin-network.ts';
import { approveWithdrawal, bitcoinChain, runPayouts } from '../../support/bitcoin-payouts.ts';
import { payoutRow } from '../../support/evm-payouts.ts';
import { silent } from '../../support/jobs-of-a-test.ts';
import { asPart } from '../../support/roles.ts';
import type { TestUser } from '../../support/test-api.ts';
import { demandAudited } from '../../support/transfer-codes.ts';

let network: BitcoinTestNetwork;
let operators: pg.Pool;
let user: TestUser;

beforeAll(async () => {
  network = await startBitcoinNetwork();
  operators = createPool({ databaseUrl: asPart(network.api.databaseUrl, 'operator'), databasePoolMax: 1 }, silent);
  user = await network.api.signUp('payee@test.local');
});
afterAll(async () => {
  await operators.end();
  await network.close();
});

const pool = () => network.api.parts.pool;
const row = (id: number) => payoutRow(pool(), id);
const actionsOf = async (id: number) => (await findWithdrawalCase(operators, id)).payout_actions;
const feeUnits = 10_000n;

async function approve(): Promise<{ id: number; receiver: string }> {
  const receiver = await network.node.newAddress();
  return { id: await approveWithdrawal(network.api, user, { address: receiver }), receiver };
}

/** Confirmed at the hot address. @returns its outpoint */
async function receive(amount: string): Promise<string> {
  const hash = await network.node.send(await network.hotAddress(), amount);
  await network.mine(bitcoinConfirmations);
  const { rows } = await pool().query<{ outpoint: string }>('SELECT outpoint FROM utxos WHERE outpoint LIKE $1', [
    `${hash}:%`,
  ]);
  return rows[0]?.outpoint ?? '';
}

/** Signed in one transaction and marked as sent; no node has it. */
async function sign(ids: number[], inputs: string[]): Promise<string> {
  await pool().query('UPDATE withdrawals SET taken_at = now() WHERE id = ANY ($1)', [ids]);
  const question = { networkId: bitcoinNetworkId, withdrawalIds: ids, inputs, feeUnits };
  const { transactionHash, raw } = await network.signer.batch(question);
  await pool().query('UPDATE withdrawals SET status = 14, transaction_hash = $2 WHERE id = ANY ($1)', [
    ids,
    transactionHash,
  ]);
  return raw;
}

/** As the watcher leaves it after a re-organisation without the output's block. @returns what brings it back */
async function lose(outpoint: string): Promise<() => Promise<unknown>> {
  const { rows } = await pool().query<{ row: string }>(
    'DELETE FROM utxos WHERE network_id = $1 AND outpoint = $2 RETURNING to_json(utxos)::text AS row',
    [bitcoinNetworkId, outpoint],
  );
  return () => pool().query('INSERT INTO utxos SELECT * FROM json_populate_record(null::utxos, $1)', [rows[0]?.row]);
}

test('the rest of an ended batch is ended a hundred blocks after its outputs have come back, since anybody may hand its transaction in', async () => {
  const [ended, rest] = [(await approve()).id, (await approve()).id];
  const outpoint = await receive('7');
  await sign([ended, rest], [outpoint]);
  await pool().query(`UPDATE signed_payouts SET created_at = created_at - interval '1 hour'`);
  const run = () => runPayouts(network);
  const end = (id: number) =>
    inTransaction(operators, (tx) =>
      failPayout.run(
        tx,
        { actor: 'ops:jane', reason: 'Its output is gone' },
        { email: 'payee@test.local', withdrawal: id, code: 'network' },
      ),
    );
  const bringBack = await lose(outpoint);
  await run();
  await network.mine(100);
  expect([await actionsOf(ended), await actionsOf(rest)]).toEqual([
    ['fail', 'paid_by_hand'],
    ['fail', 'paid_by_hand'],
  ]);
  await end(ended);

  await bringBack();
  await expect(end(rest), 'before a run has seen it').rejects.toMatchObject({ code: 'request_closed' });
  await run();
  expect(await row(rest)).toMatchObject({ status: 14, problem: 'input_lost' });
  expect(await actionsOf(rest)).toEqual([]);
  await expect(end(rest)).rejects.toMatchObject({ code: 'request_closed' });
  await network.mine(99);
  await run();
  expect(await actionsOf(rest)).toEqual([]);
  await network.mine(1);
  expect(await actionsOf(rest)).toEqual(['fail', 'paid_by_hand']);

  const bringBackAgain = await lose(outpoint);
  await expect(end(rest), 'gone again').rejects.toMatchObject({ code: 'request_closed' });
  await run();
  expect(await actionsOf(rest)).toEqual([]);
  await network.mine(100);
  await end(rest);
  expect(await row(rest)).toMatchObject({ status: 12 });
  await bringBackAgain();
  await demandAudited(network.api);
}, 300_000);

test('of a finished payout that has lost its block the newest transaction without a lost output is handed in', async () => {
  const { id, receiver } = await approve();
  const [kept, lost] = [await receive('5'), await receive('6')];
  const first = await sign([id], [kept]);
  const second = await network.signer.replaceBatch({ withdrawalId: id, inputs: [lost], feeUnits: feeUnits * 2n });
  // As the re-organisation leaves it that has taken the block of the first one, and what the second one spends beside.
  await pool().query('UPDATE withdrawals SET status = 3 WHERE id = $1', [id]);
  await pool().query(
    `INSERT INTO finished_payouts (withdrawal_id, network_id, block_height, block_hash, lost_at) VALUES ($1, $2, 1, '', now())`,
    [id, bitcoinNetworkId],
  );
  const handedIn: string[] = [];
  const broadcast = async (raw: string) => void handedIn.push(raw);
  const run = () => runPayouts(network, { chain: { ...bitcoinChain(network), broadcast } });
  await run();
  expect(handedIn).toEqual([second.raw]);
  const bringBack = await lose(lost);
  await run();
  expect(handedIn).toEqual([second.raw, first]);
  await runPayouts(network);
  await network.mine(1);
  expect(await network.node.received(receiver)).toBe('1');
  await bringBack();
}, 300_000);
