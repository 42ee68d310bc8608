/**
 * The side of a withdrawal that pays it, on a network or by a bank. Each step is in the caller's transaction, locks the withdrawal's row, may be
 * repeated, and is refused in any other status than its own.
 */
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { isActiveUser } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { captureMoney, postNetworkCost, releaseMoney } from './money.ts';
import { noticePayload } from './notices.ts';
import { lockWithdrawal, setStatus, type Withdrawal } from './repository.ts';

const { inProcess, sent, successful, unsuccessful } = paymentStatus;

/** What is to be paid on a network. */
export interface ApprovedWithdrawal {
  id: number;
  userId: number;
  assetId: number;
  methodId: number;
  /** Of a token on the network; empty for the network's own coin. */
  contract: string;
  /** Of the asset on the network. */
  decimals: number;
  address: string;
  memo: string;
  /** What its receiver gets, in whole units. */
  net: string;
  usdValue: string;
}

/**
 * Takes withdrawals that may be paid, the oldest first: once they are taken, nobody cancels them, and no other call gets them. Of a blocked
 * account, or one whose withdrawals are locked meanwhile, they wait, as do those of a method that is switched off.
 */
export async function takeApproved(tx: Transaction, networkId: number, limit: number): Promise<ApprovedWithdrawal[]> {
  const { rows } = await tx.query<Omit<ApprovedWithdrawal, 'id' | 'userId'> & { id: string; userId: string }>(
    `UPDATE withdrawals withdrawal SET taken_at = clock_timestamp(), changed_at = clock_timestamp()
      FROM (
        SELECT waiting.id, method.contract, method.decimals
          FROM withdrawals waiting
          JOIN payment_methods method ON method.id = waiting.method_id
          JOIN networks network ON network.id = method.network_id
          JOIN payment_terms terms ON terms.method_id = method.id AND terms.action = 'withdraw'
          JOIN assets asset ON asset.id = waiting.asset_id
          JOIN users ON users.id = waiting.user_id
         WHERE waiting.status = ${inProcess} AND waiting.taken_at IS NULL AND method.network_id = $1
           AND network.withdrawals_enabled AND terms.enabled AND asset.withdrawable
           AND ${isActiveUser()} AND coalesce(users.withdrawals_locked_until, '-infinity') <= now()
         ORDER BY waiting.id LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED
      ) AS taken
      WHERE withdrawal.id = taken.id
      RETURNING withdrawal.id, withdrawal.user_id AS "userId", withdrawal.asset_id AS "assetId", withdrawal.method_id AS "methodId",
        taken.contract, taken.decimals, withdrawal.address, withdrawal.memo,
        trim_scale(withdrawal.amount - withdrawal.fee)::text AS net, trim_scale(withdrawal.usd_value)::text AS "usdValue"`,
    [networkId, limit],
  );
  return rows
    .map((row) => ({ ...row, id: Number(row.id), userId: Number(row.userId) }))
    .sort((one, other) => one.id - other.id);
}

/** It was handed to the network. A replacement of the transaction is marked in the same way. @throws Error in another status */
export async function markSent(
  tx: Transaction,
  { id, transactionHash }: { id: number; transactionHash: string },
): Promise<void> {
  const withdrawal = await demand(tx, id, [inProcess, sent]);
  if (withdrawal.status === sent && withdrawal.transactionHash === transactionHash) return;
  await setStatus(tx, id, sent, { transactionHash });
  if (withdrawal.status === inProcess) await tell(tx, { ...withdrawal, transactionHash }, 'withdrawal_sent');
}

/** It was paid: the money leaves the exchange's books. @throws Error in another status */
export async function finishWithdrawal(
  tx: Transaction,
  { id, networkFee }: { id: number; networkFee?: { assetId: number; amount: string } | undefined },
): Promise<void> {
  const withdrawal = await demand(tx, id, [inProcess, sent, successful]);
  if (withdrawal.status === successful) return;
  await setStatus(tx, id, successful);
  await captureMoney(tx, withdrawal);
  await tell(tx, withdrawal, 'withdrawal_finished');
  if (networkFee) await postNetworkCost(tx, withdrawal, networkFee);
}

/** It cannot be paid and was not: the money is its user's again. @param given.reason in the words that its user reads @throws Error in another status */
export async function failWithdrawal(tx: Transaction, { id, reason }: { id: number; reason: string }): Promise<void> {
  const withdrawal = await demand(tx, id, [inProcess, sent, unsuccessful]);
  if (withdrawal.status === unsuccessful) return;
  await setStatus(tx, id, unsuccessful, { reason });
  await releaseMoney(tx, withdrawal);
  await tell(tx, { ...withdrawal, reason }, 'withdrawal_failed');
}

async function demand(tx: Transaction, id: number, statuses: readonly PaymentStatus[]): Promise<Withdrawal> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (!withdrawal) throw new RangeError(`there is no withdrawal ${id}`);
  if (!statuses.includes(withdrawal.status))
    throw new RangeError(`withdrawal ${id} has status ${withdrawal.status}, not ${statuses.join(' or ')}`);
  return withdrawal;
}

async function tell(
  tx: Transaction,
  withdrawal: Withdrawal,
  kind: 'withdrawal_sent' | 'withdrawal_finished' | 'withdrawal_failed',
): Promise<void> {
  const { id, userId } = withdrawal;
  await writeNotices(tx, [{ userId, kind, key: `${kind}:${id}`, payload: noticePayload(withdrawal) }]);
}
