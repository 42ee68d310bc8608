/** Payouts that were finished before a re-organisation took what they spend: operators end them, and nothing pays them twice. */
import { failPayout, payByHand } from '@pelican/api/src/modules/withdrawals/index.ts';
import { findWithdrawalCase, listWithdrawalCases } from '@pelican/api/src/modules/withdrawals/operator-view.ts';
import { createPool, inTransaction } from '@pelican/api/src/platform/database/index.ts';
import type pg from 'pg';
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
let operators: pg.Pool;

beforeAll(async () => {
  network = await startBitcoinNetwork();
  user = await network.api.signUp('payee@test.local');
  operators = createPool({ databaseUrl: asPart(network.api.databaseUrl, 'operator'), databasePoolMax: 2 }, silent);
});
afterAll(async () => {
  await operators.end();
  await network.close();
});

const pool = () => network.api.parts.pool;
const row = (id: number) => payoutRow(pool(), id);
const act = { actor: 'ops:jane', reason: 'Its output is gone' };

async function decisionOn(withdrawal: number): Promise<{ email: string; withdrawal: number }> {
  const { rows } = await pool().query<{ email: string }>('SELECT email FROM users WHERE id = $1', [user.id]);
  return { email: rows[0]?.email ?? '', withdrawal };
}
const end = async (id: number) =>
  inTransaction(operators, async (tx) => failPayout.run(tx, act, { ...(await decisionOn(id)), code: 'network' }));
const recordPaid = async (id: number) =>
  inTransaction(operators, async (tx) => payByHand.run(tx, act, { ...(await decisionOn(id)), transaction: 'by-hand' }));
const actionsOf = async (id: number) => (await findWithdrawalCase(operators, id)).payout_actions;
const isLost = async (id: number) =>
  (await pool().query('SELECT FROM finished_payouts WHERE withdrawal_id = $1 AND lost_at IS NOT NULL', [id]))
    .rowCount === 1;

async function approve(): Promise<number> {
  return approveWithdrawal(network.api, user, { address: await network.node.newAddress() });
}

/** What the ledger has in the accounts of a kind that the withdrawal's entries have moved. */
async function moved(id: number, kind: string): Promise<string> {
  const { rows } = await pool().query<{ amount: string }>(
    `SELECT trim_scale(coalesce(sum(leg.amount), 0))::text AS amount FROM ledger_entries entry
      JOIN ledger_legs leg ON leg.entry_id = entry.id JOIN ledger_accounts account ON account.id = leg.account_id
      WHERE entry.reference = $1 AND account.kind = $2`,
    [`withdrawal:${id}`, kind],
  );
  return rows[0]?.amount ?? '';
}

/** Runs of the worker that count what they hand in. */
function counted() {
  const handedIn: string[] = [];
  const broadcast = async (raw: string) => void handedIn.push(raw);
  return { handedIn, run: () => runPayouts(network, { chain: { ...bitcoinChain(network), broadcast } }) };
}

async function payUntilFinished(id: number): Promise<void> {
  for (let turn = 0; turn < 20 && (await row(id)).status !== 3; turn += 1) {
    await runPayouts(network);
    await network.mine(2);
  }
  expect(await row(id)).toMatchObject({ status: 3 });
}

interface Decoded {
  vin: { txid: string; vout: number }[];
}

/** The block is replaced by a branch in which somebody else has spent what the transaction was to spend. @returns the branch's first block */
async function replaceBlock(gone: string, hash: string): Promise<string> {
  const { node } = network;
  const { vin } = await node.call<Decoded>('getrawtransaction', hash, true, gone);
  await node.call('invalidateblock', gone);
  const raw = await node.call('createrawtransaction', vin, { [node.miner]: '1' });
  const { hex } = await node.call<{ hex: string }>('signrawtransactionwithwallet', raw);
  const { hash: first } = await node.call<{ hash: string }>('generateblock', node.miner, [hex]);
  return first;
}

test('finished payouts whose output is lost are given back or recorded as paid by hand after a hundred blocks, and one that is mined all the same is named', async () => {
  const { node } = network;
  const ids = [await approve(), await approve()];
  const [returned = 0, paid = 0] = ids;
  const made = await node.send(await network.hotAddress(), '8');
  await network.mine(bitcoinConfirmations);
  const gone = await node.call('getblockhash', (await node.height()) - bitcoinConfirmations + 1);
  await runPayouts(network);
  const { hash } = await row(returned);
  expect(hash).toBe((await row(paid)).hash);
  await payUntilFinished(returned);
  await payUntilFinished(paid);
  expect(await moved(returned, 'network_costs')).not.toBe('0');
  const height = await node.height();
  const first = await replaceBlock(gone, made);
  while ((await node.height()) <= height) await node.mine(1, { isEmpty: true });
  await network.watch();
  await network.watch();
  const { run, handedIn } = counted();
  await run();
  await run();
  expect([await isLost(returned), await isLost(paid)]).toEqual([true, true]);
  expect(await row(returned)).toMatchObject({ status: 3, problem: 'input_lost' });
  await expect(end(returned), 'it may come back').rejects.toMatchObject({ code: 'request_closed' });
  await network.mine(99);
  await run();
  expect(await actionsOf(returned)).toEqual([]);
  await network.mine(1);
  expect(await actionsOf(returned)).toEqual(['fail', 'paid_by_hand']);
  await end(returned);
  await run();
  expect(await row(paid), 'its transaction is handed in no more').toMatchObject({ problem: 'input_lost' });
  await recordPaid(paid);
  await expect(end(returned), 'the second approval').rejects.toMatchObject({ code: 'request_closed' });
  await expect(recordPaid(paid), 'the second approval').rejects.toMatchObject({ code: 'request_closed' });
  await run();
  expect(handedIn).toEqual([]);
  expect(await row(returned)).toMatchObject({ status: 12 });
  expect(await row(paid)).toMatchObject({ status: 7, hash: 'by-hand' });
  // Of the first one nothing has left; of the second the amount less the fee, once.
  const sums = (id: number) =>
    Promise.all(['main', 'chain', 'payment_fees', 'network_costs'].map((kind) => moved(id, kind)));
  expect(await sums(returned)).toEqual(['0', '0', '0', '0']);
  expect(await sums(paid)).toEqual(['-1.1', '1', '0.1', '0']);
  expect((await pool().query('SELECT FROM finished_payouts WHERE lost_at IS NOT NULL')).rowCount).toBe(0);
  expect((await listWithdrawalCases(pool(), { state: 'stuck', offset: 0, limit: 10 })).result).toEqual([]);
  await demandAudited(network.api);

  // The branch of before is longer once more: its blocks have the transaction.
  const high = await node.height();
  await node.call('invalidateblock', first);
  await node.call('reconsiderblock', gone);
  while ((await node.height()) <= high) await node.mine(10, { isEmpty: true });
  await network.watch();
  await network.watch();
  await run();
  const named = ids.map((id) => ({ what: `withdrawal:${id}` }));
  await expect(demandAudited(network.api)).rejects.toMatchObject({ actual: named });
}, 300_000);

test('operators and a run that is about to hand a finished payout in: the later one sees what the earlier one has done', async () => {
  const id = await approve();
  await fundHotAddress(network, ['9']);
  await payUntilFinished(id);
  // As after a re-organisation whose output has just come back; the node knows nothing of the transaction.
  const chain = bitcoinChain(network);
  const handedIn: string[] = [];
  const forgetful = {
    ...chain,
    transaction: async () => ({ state: 'unknown' }) as const,
    broadcast: async (raw: string) => void handedIn.push(raw),
  };
  const run = () => runPayouts(network, { chain: forgetful });
  await network.watch();
  await pool().query(
    `UPDATE withdrawals SET payout_problem = 'input_lost', input_lost_height = (SELECT height - 200 FROM chain_cursors WHERE network_id = $2) WHERE id = $1`,
    [id, bitcoinNetworkId],
  );
  await pool().query('UPDATE finished_payouts SET lost_at = now() WHERE withdrawal_id = $1', [id]);
  const operator = await pool().connect();
  await operator.query('BEGIN');
  await operator.query('UPDATE withdrawals SET status = 12 WHERE id = $1', [id]);
  const running = run();
  const waiting = () =>
    pool().query(`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`);
  await until('the run waits for who ends it', async () => (await waiting()).rowCount !== 0, 60_000);
  await operator.query('COMMIT');
  operator.release();
  await running;
  expect(handedIn).toEqual([]);
  await pool().query('UPDATE withdrawals SET status = 3 WHERE id = $1', [id]);
  await run();
  expect(handedIn).toHaveLength(1);
  expect(await row(id)).toMatchObject({ status: 3, problem: null });
  await expect(end(id)).rejects.toMatchObject({ code: 'request_closed' });
  await expect(recordPaid(id)).rejects.toMatchObject({ code: 'request_closed' });
}, 300_000);
