/**
 * Pays approved withdrawals on a network: taken, signed, stored, broadcast, confirmed. A run that ends between two steps is continued by the
 * next one, and no step pays twice: the signer has one transaction for a withdrawal, and a network takes a transaction once.
 */
import type { Chain } from '../../chains/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import type { WatchedNetwork } from '../deposits/index.ts';
import { findSent, finishWithdrawal, markFailed, type SentPayout } from '../withdrawals/index.ts';
import { feeOf } from './network-fee.ts';
import { type PayoutDeps, signApproved } from './sign-approved.ts';

const sentAtOnce = 500;

/**
 * One run: takes and signs what is approved, hands in what is signed, finishes what is confirmed. A payout that fails holds up no other one.
 * @throws AggregateError after the run, when the chain or the signer did not answer or a payout failed
 */
export async function payNetwork(deps: PayoutDeps, network: WatchedNetwork, chain: Chain): Promise<void> {
  const failures = await signApproved(deps, network);
  const [sent, head] = await Promise.all([findSent(deps.pool, network.id, sentAtOnce), chain.head()]);
  for (const payout of sent)
    await follow(deps, network, { chain, headHeight: head.height, payout }).catch((error: unknown) =>
      failures.push(error),
    );
  if (failures.length > 0) throw new AggregateError(failures, `payouts of the network ${network.key} have failed`);
}

async function follow(
  { pool, log }: PayoutDeps,
  network: WatchedNetwork,
  { chain, headHeight, payout }: { chain: Chain; headHeight: number; payout: SentPayout },
): Promise<void> {
  const { id, transactionHash } = payout;
  const found = await chain.transaction(transactionHash);
  // Never handed in, or dropped by a re-organisation: it is the same transaction each time.
  if (found.state === 'unknown') return chain.broadcast(payout.raw);
  if (!('height' in found) || headHeight - found.height + 1 < network.confirmations) return;
  if (found.state === 'failed') {
    if (await inTransaction(pool, (tx) => markFailed(tx, id)))
      log.error(
        { withdrawal: id, transaction: transactionHash },
        'a payout has failed on its network: an operator decides',
      );
    return;
  }
  const networkFee = await feeOf(pool, network.id, found.feeUnits);
  await inTransaction(pool, (tx) => finishWithdrawal(tx, { id, networkFee }));
}
