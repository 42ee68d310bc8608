/**
 * Finished payouts may lose their block to a re-organisation: as long as the watcher remembers the blocks, each is compared with them, and
 * its transaction is handed in again. Without it no later nonce would be mined.
 */
import type { ChainReader, TransactionState } from '../../chains/index.ts';
import { inTransaction, type Queryable, type Transaction } from '../../platform/database/index.ts';
import { rememberedBlocks, type WatchedNetwork } from '../deposits/index.ts';
import { areInputsLost } from '../signer/index.ts';
import { markUndone, noteLostHeight, type UndoneProblem } from '../withdrawals/index.ts';
import { findHandedIn } from './hand-in.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { findOnChain, findTransactions, type SignedTransaction } from './transactions.ts';

const lookedAtOnce = 500;

interface Place {
  height: number;
  blockHash: string;
}

/** In the transaction that finishes it. */
export async function rememberPlace(
  tx: Transaction,
  { id, networkId, height, blockHash }: Place & { id: number; networkId: number },
): Promise<void> {
  await tx.query(
    'INSERT INTO finished_payouts (withdrawal_id, network_id, block_height, block_hash) VALUES ($1, $2, $3, $4)',
    [id, networkId, height, blockHash],
  );
}

/** @returns what was thrown */
export async function followFinished(
  deps: PayoutDeps,
  network: WatchedNetwork,
  chain: ChainReader,
): Promise<unknown[]> {
  const failures: unknown[] = [];
  await forgetSettled(deps.pool, network.id);
  const ids = await findMisplaced(deps.pool, network.id);
  const transactions = await findTransactions(deps.pool, ids);
  for (const id of ids)
    await follow(deps, network, { chain, id, transactions: transactions.get(id) ?? [] }).catch((error: unknown) =>
      failures.push(error),
    );
  return failures;
}

/**
 * Those whose block the watcher has replaced, in the order of their nonces: one that waits for a nonce before it is not mined. Those that
 * wait for operators come last, so that they hold up none of the others.
 */
async function findMisplaced(db: Queryable, networkId: number): Promise<number[]> {
  const { rows } = await db.query<{ id: string }>(
    `SELECT finished.withdrawal_id AS id
      FROM finished_payouts finished JOIN signed_payouts signed USING (withdrawal_id) JOIN withdrawals withdrawal ON withdrawal.id = finished.withdrawal_id
      LEFT JOIN chain_blocks block ON block.network_id = finished.network_id AND block.height = finished.block_height
      WHERE finished.network_id = $1 AND (finished.lost_at IS NOT NULL OR block.hash <> finished.block_hash)
      ORDER BY withdrawal.payout_problem IS NOT NULL, signed.nonce LIMIT ${lookedAtOnce}`,
    [networkId],
  );
  return rows.map(({ id }) => Number(id));
}

async function follow(
  { pool, log }: PayoutDeps,
  network: WatchedNetwork,
  { chain, id, transactions }: { chain: ChainReader; id: number; transactions: readonly SignedTransaction[] },
): Promise<void> {
  const { transaction, state: found, isKnown } = await findOnChain(chain, transactions);
  const problem = await problemOf(network, chain, found);
  const isNew = await inTransaction(pool, async (tx) => {
    // The withdrawal's row is locked first, as by operators who end it.
    if (isKnown && (await markUndone(tx, id, problem)) && problem) log.error({ withdrawal: id }, undoneText);
    return writePlace(tx, id, found);
  });
  if (isNew) {
    const facts = { withdrawal: id, transaction: transaction.hash, state: found.state };
    log.error(facts, 'a finished payout has lost its block: it is handed in again');
  }
  if (found.state !== 'unknown') return;
  const raw = await findHandedIn(pool, id);
  if (raw !== undefined) {
    await chain.broadcast(raw);
    return;
  }
  if (isKnown) return;
  if (await inTransaction(pool, (tx) => markUndone(tx, id, 'input_lost'))) log.error({ withdrawal: id }, undoneText);
  await noteLostHeight(pool, [id], { inputsAreBack: !(await areInputsLost(pool, id)) });
}

const undoneText = 'a re-organisation has undone a finished payout: operators decide unless it can be mined again';

/** A transaction that fails in its new block has used its nonce: once it has its confirmations none of the withdrawal is mined. */
async function problemOf(
  { confirmations }: WatchedNetwork,
  chain: ChainReader,
  found: TransactionState,
): Promise<UndoneProblem | null> {
  if (found.state !== 'failed') return null;
  const { height } = await chain.head();
  return height - found.height + 1 < confirmations ? null : 'network_failed';
}

/** @returns whether it is lost, and was not before */
async function writePlace(tx: Transaction, id: number, found: TransactionState): Promise<boolean> {
  if (found.state === 'mined') {
    await tx.query(
      'UPDATE finished_payouts SET block_height = $2, block_hash = $3, lost_at = NULL WHERE withdrawal_id = $1',
      [id, found.height, found.blockHash],
    );
    return false;
  }
  const { rowCount } = await tx.query(
    'UPDATE finished_payouts SET lost_at = clock_timestamp() WHERE withdrawal_id = $1 AND lost_at IS NULL',
    [id],
  );
  return rowCount !== 0;
}

/** Blocks that the watcher does not remember are not replaced any more. */
async function forgetSettled(db: Queryable, networkId: number): Promise<void> {
  await db.query(
    `DELETE FROM finished_payouts WHERE network_id = $1 AND lost_at IS NULL
      AND block_height < (SELECT height FROM chain_cursors WHERE network_id = $1) - $2::int`,
    [networkId, rememberedBlocks],
  );
}
