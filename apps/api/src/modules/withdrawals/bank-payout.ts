/** The side of withdrawals to banks that operators pay. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Transaction } from '../../platform/database/index.ts';
import { isCompared } from '../payments/index.ts';
import { isPayable, payableJoins } from './payable.ts';
import { markSent } from './payout.ts';
import { lockWithdrawal, setStatus } from './repository.ts';
import { isUntaken } from './view.ts';

/**
 * Takes withdrawals to banks that may be paid by a method, the oldest first, and marks them as sent: nobody cancels them any more, and no other
 * call gets them. Those of a blocked account, of one whose withdrawals are locked meanwhile, and of a method that is disabled stay where they are.
 * @returns their ids
 */
export async function takeForBank(tx: Transaction, methodId: number, limit: number): Promise<number[]> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE withdrawals withdrawal SET taken_at = clock_timestamp(), changed_at = clock_timestamp()
      FROM (
        SELECT waiting.id FROM withdrawals waiting
          JOIN payment_methods method ON method.id = waiting.method_id
          ${payableJoins}
         WHERE waiting.status = ${paymentStatus.inProcess} AND waiting.taken_at IS NULL AND waiting.method_id = $1
           AND waiting.bank_id IS NOT NULL AND ${isCompared('method')} AND ${isPayable}
         ORDER BY waiting.id LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED
      ) AS taken
      WHERE withdrawal.id = taken.id RETURNING withdrawal.id`,
    [methodId, limit],
  );
  const ids = rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
  for (const id of ids) await markSent(tx, { id, transactionHash: '' });
  return ids;
}

/**
 * Takes one that its bank has paid although its row does not say so, because the row is older than the payment: whatever it waits for.
 * @returns false unless it may have been paid and is open
 */
export async function takeMaybePaid(tx: Transaction, id: number): Promise<boolean> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal?.mayBePaid || withdrawal.bankId === null || !isUntaken(withdrawal)) return false;
  await setStatus(tx, id, paymentStatus.inProcess);
  await tx.query('UPDATE withdrawals SET taken_at = clock_timestamp() WHERE id = $1', [id]);
  await markSent(tx, { id, transactionHash: '' });
  return true;
}
