/**
 * A transaction that waits too long is signed once more with higher fees. It has the same nonce, receiver and amount, because it is made of the
 * one before: the network takes one of them, whichever comes first.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { FeeQuote, SignedPayment } from '../../chains/index.ts';
import { inTransaction, type Transaction } from '../../platform/database/index.ts';
import {
  findSigned,
  findWithdrawal,
  isSame,
  isWithinFeeLimit,
  type PayoutRefusal,
  type SignedPayout,
  type SignerDeps,
  signerOf,
} from './payouts.ts';
import { lockSignatures } from './signatures.ts';

/** The newest transaction of a withdrawal that is signed and not paid, or why there is no new one. */
export function replacePayout(
  deps: SignerDeps,
  withdrawalId: number,
  fee: FeeQuote,
): Promise<SignedPayout | PayoutRefusal> {
  return inTransaction(deps.pool, async (tx) => {
    await lockSignatures(tx);
    const approved = await findWithdrawal(tx, withdrawalId);
    const before = await findSigned(tx, withdrawalId);
    if (!approved || !before) return 'unknown';
    if (!isSame(before, approved)) return 'changed';
    if (approved.status !== paymentStatus.sent) return 'not_approved';
    const signer = signerOf(deps, approved);
    if (!signer?.replace) return 'no_adapter';
    const payment = await signer.replace(await findNewestRaw(tx, withdrawalId), fee);
    if (!isWithinFeeLimit(deps.feeLimits, approved, payment)) return 'fee_above_limit';
    return remember(tx, withdrawalId, payment);
  });
}

/** The transaction that the withdrawal was signed by last. @throws Error when it is not signed */
export async function findNewestRaw(tx: Transaction, withdrawalId: number): Promise<string> {
  const { rows } = await tx.query<{ raw: string }>(
    'SELECT raw FROM signed_replacements WHERE withdrawal_id = $1 ORDER BY id DESC LIMIT 1',
    [withdrawalId],
  );
  const raw = rows[0]?.raw ?? (await findSigned(tx, withdrawalId))?.raw;
  if (raw === undefined) throw new Error(`withdrawal ${withdrawalId} is not signed`);
  return raw;
}

async function remember(tx: Transaction, withdrawalId: number, { hash, raw }: SignedPayment): Promise<SignedPayout> {
  await tx.query('INSERT INTO signed_replacements (withdrawal_id, transaction_hash, raw) VALUES ($1, $2, $3)', [
    withdrawalId,
    hash,
    raw,
  ]);
  return { transactionHash: hash, raw };
}
