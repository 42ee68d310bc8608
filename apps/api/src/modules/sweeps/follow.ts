/** What becomes of signed sweeps: handed in, replaced while they wait too long, booked once they are confirmed, handed in again when their block is gone. */
import { type Chain, PaymentRefused, type TransactionState } from '../../chains/index.ts';
import { lockAccounts, postEntry } from '../../ledger/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { chainAccount, networkCostsAccount } from '../payments/index.ts';
import { feeOf, findOnChain } from '../payouts/index.ts';
import { SweepRefused } from '../signer/index.ts';
import { type Place, quoteReplacement } from './quote.ts';
import {
  findMisplaced,
  findSentSweeps,
  lockSent,
  markOver,
  movePlace,
  type SentSweep,
  setProblem,
} from './repository.ts';
import type { SweepDeps } from './sweep-deps.ts';

/** @returns what was thrown */
export async function followSent(deps: SweepDeps, network: WatchedNetwork, place: Place): Promise<unknown[]> {
  const failures: unknown[] = [];
  const sent = await findSentSweeps(deps.pool, network.id);
  if (sent.length === 0) return failures;
  const { height: headHeight } = await place.chain.head();
  // Of one sender the first one alone can hold up the others.
  const held = new Set<number>();
  for (const sweep of sent) {
    const isFirst = !held.has(sweep.senderIndex);
    try {
      if (!(await follow(deps, network, { place, sweep, headHeight, isFirst }))) held.add(sweep.senderIndex);
    } catch (error) {
      held.add(sweep.senderIndex);
      failures.push(error);
    }
  }
  return failures;
}

interface Followed {
  place: Place;
  sweep: SentSweep;
  headHeight: number;
  isFirst: boolean;
}

/** @returns whether it is in a block */
async function follow(
  deps: SweepDeps,
  network: WatchedNetwork,
  { place, sweep, headHeight, isFirst }: Followed,
): Promise<boolean> {
  const { chain } = place;
  const { transaction, state } = await findOnChain(chain, sweep.transactions);
  if ('height' in state) {
    if (headHeight - state.height + 1 >= network.confirmations) await finish(deps, network, sweep, state);
    return true;
  }
  const isReplaced = isFirst && transaction.isOld && chain.isReplaceable && (await replace(deps, place, sweep));
  if (!isReplaced && state.state === 'unknown') await handIn(deps, chain, sweep, transaction.raw);
  return false;
}

/** One that the network refuses long after it was signed is shown to operators: later ones of its sender wait for its nonce. */
async function handIn({ pool, log }: SweepDeps, chain: Chain, sweep: SentSweep, raw: string): Promise<void> {
  const { id, kind, problem, transactions } = sweep;
  try {
    await chain.broadcast(raw);
  } catch (error) {
    const isLate = transactions.some(({ isOld }) => isOld);
    if (isLate && (await setProblem(pool, id, { problem: 'not_taken', seconds: null })))
      log.error(
        { sweep: id, kind, err: error },
        'the network refuses a signed sweep: it is handed in again all the time',
      );
    throw error;
  }
  if (problem !== null) await setProblem(pool, id, { problem: null, seconds: null });
}

/** @returns false when it stays as it is */
async function replace({ pool, signer, log }: SweepDeps, place: Place, sweep: SentSweep): Promise<boolean> {
  const { id, kind } = sweep;
  try {
    const fee = await quoteReplacement(place, { sweep, isFromHot: sweep.senderIndex === 0 });
    const { raw, transactionHash } = await signer.replaceSweep(id, fee);
    log.warn({ sweep: id, kind, transaction: transactionHash }, 'a sweep waited too long: its transaction is replaced');
    await place.chain.broadcast(raw);
    return true;
  } catch (error) {
    if (!(error instanceof SweepRefused || error instanceof PaymentRefused)) throw error;
    if (await setProblem(pool, id, { problem: error.reason, seconds: null }))
      log.warn(
        { sweep: id, kind, reason: error.reason },
        'a sweep waits too long, and its transaction is not replaced',
      );
    return false;
  }
}

/** Confirmed: what the network has taken is booked, once, and what lies where is read anew. */
async function finish(
  { pool, log }: SweepDeps,
  network: WatchedNetwork,
  sweep: SentSweep,
  { state, height, blockHash, feeUnits }: Extract<TransactionState, { height: number }>,
): Promise<void> {
  const { id, kind } = sweep;
  const networkFee = await feeOf(pool, network.id, feeUnits);
  const isOver = await inTransaction(pool, async (tx) => {
    if (!(await lockSent(tx, id))) return false;
    await markOver(tx, id, { state: state === 'mined' ? 'done' : 'failed', height, blockHash });
    if (sweep.keyIndex !== 0) await markHoldings(tx, network.id, { sweep, height, isMoved: state === 'mined' });
    if (networkFee) await postSweepCost(tx, { id, networkId: network.id, ...networkFee });
    return true;
  });
  if (isOver && state === 'failed')
    log.error({ sweep: id, kind, network: network.key }, 'a sweep has failed on its network: an operator decides');
}

/** From the accounts of the house alone: no user's money has changed. */
async function postSweepCost(
  tx: Transaction,
  { id, networkId, assetId, amount }: { id: number; networkId: number; assetId: number; amount: string },
): Promise<void> {
  const accounts = { costs: networkCostsAccount(assetId), chain: chainAccount({ networkId, assetId }) };
  await lockAccounts(tx, [accounts.costs, accounts.chain]);
  const reference = `sweep:${id}`;
  await postEntry(tx, {
    kind: 'network_cost',
    reference,
    idempotencyKey: `${reference}:network`,
    legs: [
      { account: accounts.costs, amount: `-${amount}` },
      { account: accounts.chain, amount },
    ],
  });
}

/** All that its address has is read again, at the block of the transaction or later; what was swept is there no longer. */
async function markHoldings(
  tx: Transaction,
  networkId: number,
  { sweep, height, isMoved }: { sweep: SentSweep; height: number; isMoved: boolean },
): Promise<void> {
  const { keyIndex, address, assetId, kind } = sweep;
  // The coins beside a token have paid its fee, or have come for it.
  await tx.query(
    `INSERT INTO deposit_holdings (network_id, asset_id, address, key_index)
     SELECT id, native_asset_id, $2, $3 FROM networks
      WHERE id = $1 AND EXISTS (SELECT FROM payment_methods WHERE network_id = $1 AND asset_id = native_asset_id)
     ON CONFLICT DO NOTHING`,
    [networkId, address, keyIndex],
  );
  await tx.query(
    `UPDATE deposit_holdings SET is_due = true, read_height = greatest(read_height, $4::bigint - 1),
       units = CASE WHEN asset_id = $3 AND $5 THEN 0 ELSE units END
      WHERE network_id = $1 AND address = $2`,
    [networkId, address, assetId, height, isMoved && kind === 'sweep'],
  );
}

/** Finished ones whose block is gone, as finished payouts. @returns what was thrown */
export async function followMisplaced(deps: SweepDeps, network: WatchedNetwork, chain: Chain): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (const { id, transactions } of await findMisplaced(deps.pool, network.id)) {
    try {
      const { transaction, state } = await findOnChain(chain, transactions);
      const isNew = await movePlace(deps.pool, id, 'height' in state ? state : undefined);
      if (isNew)
        deps.log.error(
          { sweep: id, transaction: transaction.hash, state: state.state },
          'a finished sweep has lost its block: it is handed in again',
        );
      if (state.state === 'unknown') await chain.broadcast(transaction.raw);
    } catch (error) {
      failures.push(error);
    }
  }
  return failures;
}
