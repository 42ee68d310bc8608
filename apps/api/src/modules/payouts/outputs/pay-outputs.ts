/**
 * Pays approved withdrawals on a network whose transactions spend outputs: several at a time are taken, signed as one transaction, handed in, and
 * finished. A run that ends between two steps is continued by the next one. No step pays twice: a withdrawal belongs to one transaction, and each
 * that is signed in its place spends the same outputs, of which the network takes one.
 */
import { type OutputChain, PaymentRefused } from '../../../chains/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import type { WatchedNetwork } from '../../deposits/index.ts';
import { areInputsLost, PayoutRefused } from '../../signer/index.ts';
import { finishWithdrawal, markKept, markSent, noteLostHeight, type SentProblem } from '../../withdrawals/index.ts';
import { followFinished, rememberPlace } from '../finished.ts';
import { findHandedIn } from '../hand-in.ts';
import { feeOf } from '../network-fee.ts';
import type { PayoutDeps } from '../payout-deps.ts';
import { findOnChain, findTransactions, type SignedTransaction } from '../transactions.ts';
import { quoteReplacement } from './quote-batch.ts';
import { type Batch, findBatches } from './sent-batches.ts';
import { signBatches } from './sign-batches.ts';

/** @throws AggregateError after the run, when the chain or the signer did not answer or a payout failed */
export async function payOutputNetwork(deps: PayoutDeps, network: WatchedNetwork, chain: OutputChain): Promise<void> {
  const failures = await followFinished(deps, network, chain);
  // What is signed is followed also where nothing can be signed.
  failures.push(...(await signBatches(deps, network, chain).catch((error: unknown) => [error])));
  const [batches, head] = await Promise.all([findBatches(deps.pool, network.id), chain.head()]);
  for (const batch of batches) {
    const [{ id }] = batch.payouts;
    const transactions = (await findTransactions(deps.pool, [id])).get(id) ?? [];
    const followed = { chain, headHeight: head.height, batch, transactions };
    await follow(deps, network, followed).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `payouts of the network ${network.key} have failed`);
}

interface Followed {
  chain: OutputChain;
  headHeight: number;
  batch: Batch;
  /** The newest last. */
  transactions: readonly SignedTransaction[];
}

async function follow(deps: PayoutDeps, network: WatchedNetwork, followed: Followed): Promise<void> {
  const { chain, headHeight, batch, transactions } = followed;
  const { transaction, state, isKnown } = await findOnChain(chain, transactions);
  const isNewestKnown = state.state !== 'unknown';
  // A node that takes no replacement keeps the transaction before: that one may be mined.
  const isOlderWaiting = !isNewestKnown && isKnown;
  if (isNewestKnown || isOlderWaiting) await markAll(deps, batch, null);
  if (!('height' in state)) {
    // A transaction that is mined all the same would pay it twice. The others of the batch are ended as well, once no node has it.
    if (batch.isEnded) {
      if (!isNewestKnown && !isOlderWaiting) await showLost(deps, followed);
      return;
    }
    if (transaction.isOld && (await replace(deps, network, followed))) return;
    // A run may have ended between signing and handing in. Where the one before is kept, that one may be mined: a refusal is no failure.
    if (isOlderWaiting) {
      const raw = await findHandedIn(deps.pool, batch.payouts[0].id);
      if (raw !== undefined) await chain.broadcast(raw).catch(() => undefined);
      return;
    }
    if (isNewestKnown) return;
    if (await areInputsLost(deps.pool, batch.payouts[0].id)) await showLost(deps, followed);
    else await handIn(deps, followed);
    return;
  }
  if (headHeight - state.height + 1 < network.confirmations) return;
  const { height, blockHash, feeUnits } = state;
  const failures: unknown[] = [];
  for (const { id, place } of batch.payouts) {
    const networkFee = await feeOf(deps.pool, network.id, shareOf(feeUnits, batch.size, place));
    await inTransaction(deps.pool, async (tx) => {
      if (transactions.length > 1) await markSent(tx, { id, transactionHash: transaction.hash });
      if (await finishWithdrawal(tx, { id, networkFee }))
        await rememberPlace(tx, { id, networkId: network.id, height, blockHash });
    }).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, `payouts of ${transaction.hash} are not finished`);
}

/** Each payout bears the same part of the fee; the first ones bear the rest of the division. */
function shareOf(feeUnits: bigint, size: number, place: number): bigint {
  const rest = Number(feeUnits % BigInt(size));
  return feeUnits / BigInt(size) + (place < rest ? 1n : 0n);
}

/** One that the network refuses long after it was signed is shown to operators. */
async function handIn(deps: PayoutDeps, { chain, batch, transactions }: Followed): Promise<void> {
  const raw = await findHandedIn(deps.pool, batch.payouts[0].id);
  if (raw === undefined) return;
  try {
    await chain.broadcast(raw);
  } catch (error) {
    const isLate = transactions.some(({ isOld }) => isOld);
    if (isLate && (await markAll(deps, batch, 'not_taken')))
      deps.log.error(
        { withdrawals: batch.payouts.map(({ id }) => id), err: error },
        'the network refuses a signed payout: it is handed in again all the time',
      );
    throw error;
  }
  await markAll(deps, batch, null);
}

/** No node takes what spends an output that is in no block: it is handed in no more before the output has come back. */
async function showLost(deps: PayoutDeps, { batch, transactions }: Followed): Promise<void> {
  if (!transactions.some(({ isOld }) => isOld)) return;
  const withdrawals = batch.payouts.map(({ id }) => id);
  const isNews = await markAll(deps, batch, 'input_lost');
  const inputsAreBack = !(await areInputsLost(deps.pool, batch.payouts[0].id));
  await noteLostHeight(deps.pool, withdrawals, { inputsAreBack });
  if (!isNews) return;
  deps.log.error(
    { withdrawals },
    'a re-organisation has taken what a signed payout spends: operators decide once it does not come back',
  );
}

/** @returns whether this is news for one of them */
async function markAll({ pool }: PayoutDeps, { payouts }: Batch, problem: SentProblem | null): Promise<boolean> {
  let isNews = false;
  for (const payout of payouts)
    if (payout.problem !== problem)
      isNews = (await inTransaction(pool, (tx) => markKept(tx, payout.id, problem))) || isNews;
  return isNews;
}

/** The transaction pays less than the network wants now, or the network has lost it. @returns false when it stays as it is */
async function replace(deps: PayoutDeps, network: WatchedNetwork, followed: Followed): Promise<boolean> {
  const { pool, signer, log } = deps;
  const { chain, batch, transactions } = followed;
  const [{ id: withdrawalId }] = batch.payouts;
  const withdrawals = batch.payouts.map(({ id }) => id);
  try {
    const quote = await quoteReplacement(pool, network, { chain, batch, raw: transactions.at(-1)?.raw ?? '' });
    const { transactionHash } = await signer.replaceBatch({ withdrawalId, ...quote });
    for (const id of withdrawals) await inTransaction(pool, (tx) => markSent(tx, { id, transactionHash }));
    log.warn({ withdrawals, transaction: transactionHash }, 'a payout waited too long: its transaction is replaced');
    await handIn(deps, followed);
    return true;
  } catch (error) {
    if (!(error instanceof PayoutRefused || error instanceof PaymentRefused)) throw error;
    log.warn({ withdrawals, reason: error.reason }, 'a payout waits too long, and its transaction is not replaced');
    return false;
  }
}
