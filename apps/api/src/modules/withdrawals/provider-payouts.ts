/** Rows of withdrawals that payment providers pay: which are due, and what of them was ordered. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { isCompared } from '../payments/index.ts';
import { isPayable, payableJoins } from './payable.ts';

/** Between two questions about one that is not at its end: twice as long each time, ten minutes at most. */
const firstSeconds = 10;
const doublings = 6;
/** A claim is nobody else's for so long: two answers of a provider that are waited for to the end, and what Postgres takes. */
const claimSeconds = 30;
/** An order may be on its way to the provider for so long. */
const orderSeconds = 60;

/**
 * SQL of what names `withdrawal` at its provider, whether it was ordered or not. It is made of what names the request for ever: ids come again after
 * a restore, and are then those of another request.
 */
export const providerReference = `encode(substr(sha256(convert_to(concat_ws(':', 'withdrawal', withdrawal.id, withdrawal.user_id, withdrawal.idempotency_key,
  extract(epoch FROM withdrawal.created_at)), 'UTF8')), 1, 16), 'hex')`;

/**
 * Takes withdrawals that may be paid by a provider, the oldest first, each with its row: nobody cancels them any more. Those of a blocked
 * account, of one whose withdrawals are locked meanwhile, and of a method that is disabled stay where they are.
 */
export async function takeForProvider(tx: Transaction, provider: string, limit: number): Promise<void> {
  await tx.query(
    `WITH taken AS (
        SELECT waiting.id, method.provider FROM withdrawals waiting
          JOIN payment_methods method ON method.id = waiting.method_id AND method.kind = 'provider'
          ${payableJoins}
         WHERE waiting.status = ${paymentStatus.inProcess} AND waiting.taken_at IS NULL AND method.provider = $1
           AND ${isCompared('method')} AND ${isPayable}
         ORDER BY waiting.id LIMIT $2 FOR UPDATE OF waiting SKIP LOCKED
      ), marked AS (
        UPDATE withdrawals withdrawal SET taken_at = clock_timestamp(), changed_at = clock_timestamp() FROM taken
         WHERE withdrawal.id = taken.id RETURNING withdrawal.id, ${providerReference} AS reference, taken.provider)
      INSERT INTO provider_payouts (withdrawal_id, provider, reference) SELECT id, provider, reference FROM marked`,
    [provider, limit],
  );
}

/** Whether an order may be given now. The caller has the withdrawal's row locked. */
export async function isOrderable(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `SELECT FROM withdrawals waiting JOIN payment_methods method ON method.id = waiting.method_id ${payableJoins}
      WHERE waiting.id = $1 AND ${isPayable}`,
    [id],
  );
  return rowCount !== 0;
}

/** A payout as one call has claimed it. */
export interface ClaimedPayout {
  /** Of the withdrawal. */
  id: number;
  /** The number of the claim: an answer counts while nobody has claimed the payout after it. */
  attempt: number;
}

export interface DuePayout extends ClaimedPayout {
  provider: string;
  reference: string;
}

/**
 * Those that a provider is asked about now. Another call gets them once this one has released them, or when it has not come to an end in time: then this one's
 * answers count no more. A report meanwhile is asked about after that.
 */
export async function claimDue(db: Queryable, provider: string, limit: number): Promise<DuePayout[]> {
  const { rows } = await db.query<Omit<DuePayout, 'id'> & { id: string }>(
    `UPDATE provider_payouts payout SET attempts = attempts + 1, claimed_until = clock_timestamp() + make_interval(secs => ${claimSeconds}),
        next_at = clock_timestamp() + make_interval(secs => greatest(${claimSeconds}, ${firstSeconds} * power(2, least(attempts, ${doublings}))))
      WHERE withdrawal_id IN (SELECT withdrawal_id FROM provider_payouts
         WHERE next_at <= clock_timestamp() AND coalesce(claimed_until, '-infinity') <= clock_timestamp() AND provider = $1 ORDER BY next_at LIMIT $2 FOR UPDATE SKIP LOCKED)
      RETURNING withdrawal_id AS id, attempts AS attempt, provider, reference`,
    [provider, limit],
  );
  return rows.map(({ id, ...row }) => ({ ...row, id: Number(id) })).sort((one, other) => one.id - other.id);
}

/** What names a user's payouts at their provider, the newest first, a hundred at most. */
export async function ownReferences(db: Queryable, userId: number, provider: string): Promise<string[]> {
  const { rows } = await db.query<{ reference: string }>(
    `SELECT reference FROM provider_payouts payout JOIN withdrawals withdrawal ON withdrawal.id = withdrawal_id
      WHERE withdrawal.user_id = $1 AND payout.provider = $2 ORDER BY withdrawal_id DESC LIMIT 100`,
    [userId, provider],
  );
  return rows.map(({ reference }) => reference);
}

/** Its question has come to an end. A claim of another call stays. */
export async function releaseClaim(db: Queryable, { id, attempt }: ClaimedPayout): Promise<void> {
  await db.query('UPDATE provider_payouts SET claimed_until = NULL WHERE withdrawal_id = $1 AND attempts = $2', [
    id,
    attempt,
  ]);
}

export interface PayoutRow {
  reference: string;
  paymentId: string | null;
  isAccepted: boolean;
  outcome: 'paid' | 'declined' | 'paid_late' | 'paid_twice' | null;
  /** What was ordered last may still be on its way. */
  isOrdering: boolean;
  /** It was ordered within a day: the provider may take it up although it does not know it yet. */
  mayArrive: boolean;
}

/** The caller has the withdrawal's row locked. @param attempt of the claim; undefined: whatever was claimed last @returns undefined after a later claim */
export async function lockPayoutRow(tx: Transaction, id: number, attempt?: number): Promise<PayoutRow | undefined> {
  const { rows } = await tx.query<PayoutRow>(
    `SELECT reference, payment_id AS "paymentId", accepted_at IS NOT NULL AS "isAccepted", outcome,
        accepted_at IS NULL AND coalesce(ordered_at > clock_timestamp() - make_interval(secs => ${orderSeconds}), false) AS "isOrdering",
        coalesce(ordered_at > clock_timestamp() - interval '1 day', false) AS "mayArrive"
      FROM provider_payouts WHERE withdrawal_id = $1 AND attempts = coalesce($2, attempts) FOR UPDATE`,
    [id, attempt ?? null],
  );
  return rows[0];
}

export async function markOrdered(tx: Transaction, id: number): Promise<void> {
  await tx.query('UPDATE provider_payouts SET ordered_at = clock_timestamp() WHERE withdrawal_id = $1', [id]);
}

/** The provider has it: it is never ordered again. @param paymentId undefined: what the provider calls it does not count */
export async function markAccepted(tx: Transaction, id: number, paymentId?: string): Promise<void> {
  await tx.query(
    `UPDATE provider_payouts SET accepted_at = coalesce(accepted_at, clock_timestamp()), payment_id = coalesce($2, payment_id)
      WHERE withdrawal_id = $1`,
    [id, paymentId ?? null],
  );
}

/** The provider is not asked about it again. @param end.paymentId is kept unless another payout has it */
export async function endPayout(
  tx: Transaction,
  id: number,
  {
    outcome,
    paidAmount,
    paymentId,
  }: { outcome: NonNullable<PayoutRow['outcome']>; paidAmount?: string; paymentId?: string },
): Promise<void> {
  await tx.query(
    `UPDATE provider_payouts payout SET outcome = $2, paid_amount = coalesce($3, paid_amount), ended_at = clock_timestamp(), next_at = NULL,
        payment_id = coalesce(payment_id, CASE WHEN NOT EXISTS (SELECT FROM provider_payouts other
          WHERE other.provider = payout.provider AND other.payment_id = $4) THEN $4 END)
      WHERE withdrawal_id = $1`,
    [id, outcome, paidAmount ?? null, paymentId ?? null],
  );
}

/** However often it was asked before. */
export async function askWithin(tx: Transaction, id: number, seconds: number): Promise<void> {
  await tx.query(
    'UPDATE provider_payouts SET next_at = least(next_at, clock_timestamp() + make_interval(secs => $2)) WHERE withdrawal_id = $1',
    [id, seconds],
  );
}

/** Until a report or an operator wakes it. */
export async function stopAsking(tx: Transaction, id: number): Promise<void> {
  await tx.query('UPDATE provider_payouts SET next_at = NULL WHERE withdrawal_id = $1', [id]);
}

/**
 * Its provider is asked next, whatever it waits for, also about one that was never taken: after a restore the provider may know what the rows do
 * not. Of a method of another kind nothing is asked.
 */
export async function ensureAsked(tx: Transaction, id: number): Promise<void> {
  await tx.query(
    `INSERT INTO provider_payouts AS payout (withdrawal_id, provider, reference)
      SELECT withdrawal.id, method.provider, ${providerReference} FROM withdrawals withdrawal
        JOIN payment_methods method ON method.id = withdrawal.method_id AND method.kind = 'provider' WHERE withdrawal.id = $1
      ON CONFLICT (withdrawal_id) DO UPDATE SET next_at = clock_timestamp()`,
    [id],
  );
}

/** SQL of a row of `provider_payouts`: its provider has paid in vain, and nobody has settled it. */
export const isDoubled = `outcome IN ('paid_late', 'paid_twice') AND settled_at IS NULL`;

/** What its provider has paid in vain is settled. @returns whether it was not before */
export async function markSettled(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    `UPDATE provider_payouts SET settled_at = clock_timestamp() WHERE withdrawal_id = $1 AND ${isDoubled}`,
    [id],
  );
  return rowCount !== 0;
}

/** The provider has reported something: it is asked next, or once a question that is under way has come to an end. @returns the status of the withdrawal; undefined where there is none */
export async function wakePayout(
  db: Queryable,
  { provider, reference: named }: { provider: string; reference: string },
): Promise<number | undefined> {
  const { rows } = await db.query<{ status: number }>(
    `UPDATE provider_payouts payout SET next_at = clock_timestamp() FROM withdrawals withdrawal
      WHERE withdrawal.id = payout.withdrawal_id AND payout.provider = $1 AND payout.reference = $2 RETURNING withdrawal.status`,
    [provider, named],
  );
  return rows[0]?.status;
}
