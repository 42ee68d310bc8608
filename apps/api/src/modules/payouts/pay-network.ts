/**
 * Pays approved withdrawals on a network: taken, signed, stored, broadcast, confirmed. A run that ends between two steps is continued by the
 * next one, and no step pays twice: the signer has one nonce for a withdrawal, and a network takes one transaction of a nonce.
 */
import { type Chain, PaymentRefused } from '../../chains/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { PayoutRefused } from '../signer/index.ts';
import { findSent, finishWithdrawal, markFailed, markKept, markSent } from '../withdrawals/index.ts';
import { followFinished, rememberPlace } from './finished.ts';
import { feeOf } from './network-fee.ts';
import type { PayoutDeps } from './payout-deps.ts';
import { quoteOf } from './quote.ts';
import { signApproved } from './sign-approved.ts';
import { findOnChain, findTransactions, type SignedTransaction } from './transactions.ts';

const sentAtOnce = 500;

/**
 * One run: hands in again what has lost its block, takes and signs what is approved, hands in what is signed, finishes what is confirmed. A payout that fails holds up no other one.
 * @throws AggregateError after the run, when the chain or the signer did not answer or a payout failed
 */
export async function payNetwork(deps: PayoutDeps, network: WatchedNetwork, chain: Chain): Promise<void> {
  const failures = await followFinished(deps, network, chain);
  // What is signed is followed also where nothing can be signed.
  failures.push(...(await signApproved(deps, network, chain).catch((error: unknown) => [error])));
  const [sent, head] = await Promise.all([findSent(deps.pool, network.id, sentAtOnce), chain.head()]);
  const transactions = await findTransactions(
    deps.pool,
    sent.map(({ id }) => id),
  );
  // Transactions of one address are mined in the order of their nonces: only the first one that waits can hold up the others.
  let isFirst = true;
  for (const { id, isTaken } of sent) {
    const payout = { id, isTaken, transactions: transactions.get(id) ?? [], isFirst };
    try {
      if (!(await follow(deps, network, { chain, headHeight: head.height, payout }))) isFirst = false;
    } catch (error) {
      isFirst = false;
      failures.push(error);
    }
  }
  if (failures.length > 0) throw new AggregateError(failures, `payouts of the network ${network.key} have failed`);
}

interface SentPayout {
  id: number;
  /** False once operators see that the network refuses it. */
  isTaken: boolean;
  transactions: readonly SignedTransaction[];
  isFirst: boolean;
}

interface Followed {
  chain: Chain;
  headHeight: number;
  payout: SentPayout;
}

/** @returns whether it is in a block */
async function follow(deps: PayoutDeps, network: WatchedNetwork, followed: Followed): Promise<boolean> {
  const { pool, log } = deps;
  const { chain, headHeight } = followed;
  const { id, isTaken, transactions, isFirst } = followed.payout;
  const { transaction, state } = await findOnChain(chain, transactions);
  if (!isTaken && state.state !== 'unknown') await inTransaction(pool, (tx) => markKept(tx, id, null));
  if (!('height' in state)) {
    const isStuck = isFirst && transaction.isOld && chain.isReplaceable;
    const isReplaced = isStuck && (await replace(deps, chain, followed.payout));
    // Never handed in, or dropped by a re-organisation: it is the same transaction each time.
    if (!isReplaced && state.state === 'unknown') await handIn(deps, chain, followed.payout, transaction.raw);
    return false;
  }
  if (headHeight - state.height + 1 < network.confirmations) return true;
  const networkFee = await feeOf(pool, network.id, state.feeUnits);
  if (state.state === 'failed') {
    if (await inTransaction(pool, (tx) => markFailed(tx, { id, networkFee })))
      log.error(
        { withdrawal: id, transaction: transaction.hash },
        'a payout has failed on its network: an operator decides',
      );
    return true;
  }
  const { height, blockHash } = state;
  await inTransaction(pool, async (tx) => {
    if (transactions.length > 1) await markSent(tx, { id, transactionHash: transaction.hash });
    if (await finishWithdrawal(tx, { id, networkFee }))
      await rememberPlace(tx, { id, networkId: network.id, height, blockHash });
  });
  return true;
}

/** One that the network refuses long after it was signed is shown to operators: all later ones wait for its nonce. */
async function handIn(
  { pool, log }: PayoutDeps,
  chain: Chain,
  { id, isTaken, transactions }: SentPayout,
  raw: string,
): Promise<void> {
  try {
    await chain.broadcast(raw);
  } catch (error) {
    const isLate = transactions.some(({ isOld }) => isOld);
    if (isLate && (await inTransaction(pool, (tx) => markKept(tx, id, 'not_taken'))))
      log.error(
        { withdrawal: id, err: error },
        'the network refuses a signed payout: it is handed in again all the time',
      );
    throw error;
  }
  if (!isTaken) await inTransaction(pool, (tx) => markKept(tx, id, null));
}

/** The transaction pays less than the network wants now, or the network has lost it. @returns false when it stays as it is */
async function replace(deps: PayoutDeps, chain: Chain, payout: SentPayout): Promise<boolean> {
  const { pool, signer, log } = deps;
  const { id } = payout;
  try {
    const { transactionHash, raw } = await signer.replace(id, await quoteOf(pool, chain, id, { isSent: true }));
    await inTransaction(pool, (tx) => markSent(tx, { id, transactionHash }));
    log.warn({ withdrawal: id, transaction: transactionHash }, 'a payout waited too long: its transaction is replaced');
    await handIn(deps, chain, payout, raw);
    return true;
  } catch (error) {
    if (!(error instanceof PayoutRefused || error instanceof PaymentRefused)) throw error;
    log.warn({ withdrawal: id, reason: error.reason }, 'a payout waits too long, and its transaction is not replaced');
    return false;
  }
}
