/**
 * The side of a withdrawal that pays it, on a network, by a bank or by a payment provider. Each step is in the caller's transaction, locks the withdrawal's row, may be
 * repeated, and is refused in any other status than its own.
 */
import { type PaymentStatus, paymentStatus } from '@pelican/shared/contracts/payments';
import { isPassing, type PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { writeNotices } from '../../notices/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { decimalsAgree, isCompared } from '../payments/index.ts';
import { isSigned, lockSignatures } from '../signer/index.ts';
import { demandUnpaid } from './end.ts';
import { captureMoney, lockPaidAccounts, type NetworkFee, postNetworkCost, releaseMoney } from './money.ts';
import { noticePayload } from './notices.ts';
import { isPayable, payableJoins } from './payable.ts';
import { lockWithdrawal, setStatus, type Withdrawal } from './repository.ts';

const { unconfirmedByUser, unconfirmedByAdmin, inProcess, sent, successful, successfulManual, unsuccessful } =
  paymentStatus;

/** Of one that fails by itself, after each attempt. After the last one an operator decides: an hour is over. */
const failingSeconds = [10, 60, 600, 600, 600, 600, 600, 600];

/** What the money of a payout waits for passes within an hour, the rest within moments. Null: it is not tried again by itself. */
function retrySeconds(problem: PayoutProblem, attempts: number): number | null {
  if (problem === 'failing') return failingSeconds[attempts - 1] ?? null;
  if (!isPassing(problem)) return null;
  return problem === 'limit' ? 60 : 10;
}

/**
 * Takes withdrawals that may be paid, the oldest first: while they are taken, nobody cancels them, and no other call gets them. Of a blocked
 * account, or one whose withdrawals are locked meanwhile, they wait, as do those of a method that is switched off or whose contract
 * names other decimals, and those that an operator has to look at.
 * @param exceptAssets of which none is taken
 */
export async function takeApproved(
  tx: Transaction,
  networkId: number,
  limit: number,
  exceptAssets: readonly number[] = [],
): Promise<number[]> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE withdrawals withdrawal SET taken_at = clock_timestamp(), changed_at = clock_timestamp()
      FROM (
        SELECT waiting.id
          FROM withdrawals waiting
          JOIN payment_methods method ON method.id = waiting.method_id
          ${payableJoins}
         WHERE waiting.status = ${inProcess} AND waiting.taken_at IS NULL AND method.network_id = $1
           AND (waiting.payout_problem IS NULL OR waiting.payout_next_at <= clock_timestamp())
           AND waiting.asset_id <> ALL ($3::smallint[])
           AND ${isCompared('method')} AND ${decimalsAgree} AND ${isPayable}
         ORDER BY waiting.id LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED
      ) AS taken
      WHERE withdrawal.id = taken.id
      RETURNING withdrawal.id`,
    [networkId, limit, exceptAssets],
  );
  return rows.map(({ id }) => Number(id)).sort((one, other) => one - other);
}

/** Whether there is anything to sign, or to be signed later, on a network. */
export async function hasApproved(db: Queryable, networkId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    `SELECT FROM withdrawals JOIN payment_methods method ON method.id = method_id
      WHERE status = ${inProcess} AND method.network_id = $1 LIMIT 1`,
    [networkId],
  );
  return rowCount !== 0;
}

export interface TakenWithdrawal {
  id: number;
  isSigned: boolean;
}

/** Those that an earlier run has taken, and did not come to hand to the network or to give back. */
export async function findTaken(db: Queryable, networkId: number, limit: number): Promise<TakenWithdrawal[]> {
  const { rows } = await db.query<{ id: string; isSigned: boolean }>(
    `SELECT withdrawal.id, signed.withdrawal_id IS NOT NULL AS "isSigned"
      FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
      LEFT JOIN signed_payouts signed ON signed.withdrawal_id = withdrawal.id
      WHERE status = ${inProcess} AND taken_at IS NOT NULL AND method.network_id = $1
        AND (payout_problem IS NULL OR payout_next_at <= clock_timestamp())
      ORDER BY withdrawal.id LIMIT $2`,
    [networkId, limit],
  );
  return rows.map(({ id, ...row }) => ({ id: Number(id), ...row }));
}

/** Those that the network has, or is to get, in the order of their nonces. */
export async function findSent(db: Queryable, networkId: number, limit: number): Promise<SentWithdrawal[]> {
  const { rows } = await db.query<{ id: string; isTaken: boolean }>(
    `SELECT withdrawal.id, payout_problem IS NULL AS "isTaken"
      FROM signed_payouts signed JOIN withdrawals withdrawal ON withdrawal.id = withdrawal_id
      WHERE status = ${sent} AND ${isFollowed} AND signed.network_id = $1
      ORDER BY nonce LIMIT $2`,
    [networkId, limit],
  );
  return rows.map(({ id, isTaken }) => ({ id: Number(id), isTaken }));
}

export interface SentWithdrawal {
  id: number;
  /** False once operators see that the network refuses it. */
  isTaken: boolean;
}

export interface Refusal {
  assetId: number;
  /** Whether this is news: it was refused for another reason before, or not at all, or it is not tried again. */
  isNew: boolean;
  /** Without an operator. */
  isTriedAgain: boolean;
}

/**
 * Gives back one that was taken and not signed: its user may cancel it, and it is asked again whether it may be paid before it is tried the
 * next time. One that is signed stays taken.
 * @param problem why it was refused; undefined: the one who took it has ended
 * @returns undefined when it is taken no longer
 */
export async function giveBack(tx: Transaction, id: number, problem?: PayoutProblem): Promise<Refusal | undefined> {
  // A question that the signer has not answered yet is refused after this, or was answered before.
  await lockSignatures(tx);
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.status !== inProcess || withdrawal.takenAt === null) return undefined;
  const keeps = await isSigned(tx, id);
  await tx.query('UPDATE withdrawals SET taken_at = CASE WHEN $2 THEN taken_at END WHERE id = $1', [id, keeps]);
  const { assetId } = withdrawal;
  if (!problem) return { assetId, isNew: false, isTriedAgain: true };
  const isTriedAgain = await setProblem(tx, withdrawal, problem);
  return { assetId, isNew: withdrawal.payoutProblem !== problem || !isTriedAgain, isTriedAgain };
}

/** @returns whether it is tried again without an operator */
export async function setProblem(tx: Transaction, before: Withdrawal, problem: PayoutProblem): Promise<boolean> {
  const attempts = before.payoutProblem === problem ? before.payoutAttempts + 1 : 1;
  const seconds = retrySeconds(problem, attempts);
  await tx.query(
    `UPDATE withdrawals SET payout_problem = $2, payout_attempts = $3, input_lost_height = NULL, changed_at = clock_timestamp(),
       payout_next_at = clock_timestamp() + make_interval(secs => $4) WHERE id = $1`,
    [before.id, problem, attempts, seconds],
  );
  return seconds !== null;
}

/**
 * Its transaction has failed on the network, which has taken its fee all the same: an operator decides.
 * @returns false when it was known @throws Error in another status
 */
export async function markFailed(
  tx: Transaction,
  { id, networkFee }: { id: number; networkFee?: NetworkFee | undefined },
): Promise<boolean> {
  const withdrawal = await demand(tx, id, [sent]);
  if (withdrawal.payoutProblem === 'network_failed') return false;
  await setProblem(tx, withdrawal, 'network_failed');
  if (networkFee) await postNetworkCost(tx, withdrawal, networkFee);
  return true;
}

/** What keeps a signed transaction out of blocks: the network refuses it, or what it spends is in none. */
export type SentProblem = Extract<PayoutProblem, 'not_taken' | 'input_lost'>;

/** SQL of a withdrawal that is followed: it has none of the other problems. */
export const isFollowed = `coalesce(payout_problem, 'not_taken') IN ('not_taken', 'input_lost')`;

/**
 * Operators see what keeps the signed transaction out of blocks, until nothing does.
 * @param problem null: nothing
 * @returns whether this is news
 */
export async function markKept(tx: Transaction, id: number, problem: SentProblem | null): Promise<boolean> {
  const withdrawal = await lockWithdrawal(tx, id);
  if (withdrawal?.status !== sent || withdrawal.payoutProblem === problem) return false;
  const others: readonly (PayoutProblem | null)[] = [null, 'not_taken', 'input_lost'];
  if (!others.includes(withdrawal.payoutProblem)) return false;
  if (problem === null) await forgetProblem(tx, id);
  else await setProblem(tx, withdrawal, problem);
  return true;
}

/** It was handed to the network. A replacement of the transaction is marked in the same way. @throws Error in another status */
export async function markSent(
  tx: Transaction,
  { id, transactionHash }: { id: number; transactionHash: string },
): Promise<void> {
  const withdrawal = await demand(tx, id, [inProcess, sent]);
  if (withdrawal.status === sent && withdrawal.transactionHash === transactionHash) return;
  await setStatus(tx, id, sent, { transactionHash });
  await forgetProblem(tx, id);
  if (withdrawal.status === inProcess) await tell(tx, { ...withdrawal, transactionHash }, 'withdrawal_sent');
}

/** It was paid: the money leaves the exchange's books. @returns false when it was finished before @throws Error in another status */
export async function finishWithdrawal(
  tx: Transaction,
  { id, networkFee }: { id: number; networkFee?: NetworkFee | undefined },
): Promise<boolean> {
  const withdrawal = await demand(tx, id, [inProcess, sent, successful]);
  if (withdrawal.status === successful) return false;
  await setStatus(tx, id, successful);
  await lockPaidAccounts(tx, withdrawal, networkFee);
  await captureMoney(tx, withdrawal);
  if (networkFee) await postNetworkCost(tx, withdrawal, networkFee);
  await tell(tx, withdrawal, 'withdrawal_finished');
  return true;
}

/** An operator has paid it. @throws Error in another status */
export async function finishByHand(
  tx: Transaction,
  { id, transactionHash }: { id: number; transactionHash: string },
): Promise<void> {
  // After a restore also one whose confirmation was lost.
  const open = [inProcess, sent, unconfirmedByUser, unconfirmedByAdmin];
  const withdrawal = { ...(await demand(tx, id, open)), transactionHash };
  await setStatus(tx, id, successfulManual, { transactionHash });
  await lockPaidAccounts(tx, withdrawal);
  await captureMoney(tx, withdrawal);
  await tell(tx, withdrawal, 'withdrawal_finished');
}

/** What has stopped it is over: it is paid, or followed, next. @throws Error in another status */
export async function tryAgain(tx: Transaction, id: number): Promise<void> {
  await demand(tx, id, [inProcess, sent]);
  await forgetProblem(tx, id);
}

export async function forgetProblem(tx: Transaction, id: number): Promise<void> {
  await tx.query(
    `UPDATE withdrawals SET payout_problem = NULL, payout_next_at = NULL, payout_attempts = 0, input_lost_height = NULL,
       changed_at = clock_timestamp() WHERE id = $1`,
    [id],
  );
}

/** It cannot be paid and was not: the money is its user's again. @param given.reason in the words that its user reads @throws DomainError payouts_stopped; Error in another status */
export async function failWithdrawal(tx: Transaction, { id, reason }: { id: number; reason: string }): Promise<void> {
  const withdrawal = await demand(tx, id, [inProcess, sent, unsuccessful]);
  if (withdrawal.status === unsuccessful) return;
  demandUnpaid(withdrawal);
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
