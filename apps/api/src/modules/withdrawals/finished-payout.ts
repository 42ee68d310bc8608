/**
 * Withdrawals that were finished, and whose payment a re-organisation has undone. Their status stays, and the problem says that no transaction can pay
 * them any more, until one can again or operators end them.
 */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { demandUnpaid } from './end.ts';
import { findNetworkCost, lockPaidAccounts, returnMoney, returnNetworkCost } from './money.ts';
import { noticePayload } from './notices.ts';
import { forgetProblem, setProblem } from './payout.ts';
import { lockWithdrawal, setStatus, type Withdrawal } from './repository.ts';

const { successful, successfulManual, unsuccessful } = paymentStatus;

/** What undoes the payment of a finished one: the outputs that it spends are in no block, or its transaction fails in the new block. */
export type UndoneProblem = Extract<PayoutProblem, 'input_lost' | 'network_failed'>;

/** Whether no transaction pays it any more although it was finished. */
export const isUndone = ({ status, payoutProblem }: Pick<Withdrawal, 'status' | 'payoutProblem'>): boolean =>
  status === successful && (payoutProblem === 'input_lost' || payoutProblem === 'network_failed');

/**
 * Of a finished one alone; of any other nothing changes.
 * @param problem null: its transaction may be mined, or is
 * @returns whether this is news
 */
export async function markUndone(tx: Transaction, id: number, problem: UndoneProblem | null): Promise<boolean> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.status !== successful || withdrawal.payoutProblem === problem) return false;
  if (problem === null) await forgetProblem(tx, id);
  else await setProblem(tx, withdrawal, problem);
  return true;
}

/**
 * Its receiver gets nothing: the money is its user's again. The caller has the row locked, and it is undone.
 * @param reason in the words that its user reads
 * @returns false when its block is not lost @throws DomainError payouts_stopped
 */
export async function failUndone(tx: Transaction, withdrawal: Withdrawal, reason: string): Promise<boolean> {
  demandUnpaid(withdrawal);
  if (!(await forgetPlace(tx, withdrawal.id))) return false;
  const { id, userId } = withdrawal;
  await setStatus(tx, id, unsuccessful, { reason });
  await undoCost(tx, withdrawal);
  await returnMoney(tx, withdrawal);
  const payload = noticePayload({ ...withdrawal, reason });
  await writeNotices(tx, [{ userId, kind: 'withdrawal_failed', key: `withdrawal_failed:${id}`, payload }]);
  return true;
}

/**
 * Operators have paid its receiver from other coins. What has left the books for the payment that was undone is what they have paid: one payment, one entry.
 * The caller has the row locked, and it is undone.
 * @returns false when its block is not lost
 */
export async function payUndoneByHand(
  tx: Transaction,
  withdrawal: Withdrawal,
  transactionHash: string,
): Promise<boolean> {
  if (!(await forgetPlace(tx, withdrawal.id))) return false;
  await setStatus(tx, withdrawal.id, successfulManual, { transactionHash });
  await undoCost(tx, withdrawal);
  return true;
}

/** Nobody looks for its block any more. */
async function forgetPlace(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.query('DELETE FROM finished_payouts WHERE withdrawal_id = $1 AND lost_at IS NOT NULL', [
    id,
  ]);
  return rowCount !== 0;
}

/** A transaction that fails in a block has cost what it costs. */
async function undoCost(tx: Transaction, withdrawal: Withdrawal): Promise<void> {
  const cost = withdrawal.payoutProblem === 'input_lost' ? await findNetworkCost(tx, withdrawal) : undefined;
  await lockPaidAccounts(tx, withdrawal, cost);
  if (cost) await returnNetworkCost(tx, withdrawal, cost);
}
