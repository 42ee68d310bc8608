/** Withdrawals of rupees as the exchange's bank pays them, in Postgres. */
import { DomainError } from '@pelican/shared/contracts';
import type { InrPayoutState } from '@pelican/shared/contracts/inr';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import { mayBePaid } from '../../payments/index.ts';

export interface Payout {
  /** Of the withdrawal. */
  id: number;
  userId: number;
  email: string;
  assetId: number;
  ticker: string;
  methodId: number;
  bankId: number;
  /** Whole units; `net` is what is paid. */
  amount: string;
  fee: string;
  net: string;
  /** The bank account in one line. */
  address: string;
  status: number;
  reason: string;
  confirmedAt: Date;
  /** Null until an operator has taken it. */
  batchId: number | null;
  takenAt: Date | null;
  utr: string | null;
  /** Payouts are stopped, and it was requested before: the bank may have paid it. */
  mayBePaid: boolean;
}

export type PayoutRow = Omit<Payout, 'id' | 'userId' | 'bankId' | 'batchId'> & {
  id: string;
  userId: string;
  bankId: string;
  batchId: string | null;
};

/** Of `payouts`. */
export const payoutColumns = `withdrawal.id, withdrawal.user_id AS "userId", users.email, withdrawal.asset_id AS "assetId", asset.ticker,
  withdrawal.method_id AS "methodId", withdrawal.bank_id AS "bankId", withdrawal.amount, withdrawal.fee, withdrawal.amount - withdrawal.fee AS net,
  withdrawal.address, withdrawal.status, withdrawal.reason, coalesce(withdrawal.confirmed_at, withdrawal.created_at) AS "confirmedAt", payout.batch_id AS "batchId",
  withdrawal.taken_at AS "takenAt", payout.utr, ${mayBePaid('withdrawal', 'method')} AS "mayBePaid"`;
export const payouts = `withdrawals withdrawal JOIN assets asset ON asset.id = withdrawal.asset_id JOIN users ON users.id = withdrawal.user_id
  JOIN payment_methods method ON method.id = withdrawal.method_id LEFT JOIN inr_payouts payout ON payout.withdrawal_id = withdrawal.id`;

const { inProcess, unconfirmedByUser, unconfirmedByAdmin } = paymentStatus;

/** What follows WHERE, of `payouts`. One that has ended before it was taken is none. After a restore one that was not confirmed may have been paid. */
export const inState: Record<InrPayoutState, string> = {
  ready: `withdrawal.bank_id IS NOT NULL AND withdrawal.taken_at IS NULL AND (withdrawal.status = ${inProcess}
    OR withdrawal.status IN (${unconfirmedByUser}, ${unconfirmedByAdmin}) AND ${mayBePaid('withdrawal', 'method')})`,
  taken: `payout.withdrawal_id IS NOT NULL AND withdrawal.status = ${paymentStatus.sent}`,
  paid: `payout.withdrawal_id IS NOT NULL AND withdrawal.status = ${paymentStatus.successful}`,
  failed: `payout.withdrawal_id IS NOT NULL AND withdrawal.status = ${paymentStatus.unsuccessful}`,
};

export function toPayout(row: PayoutRow): Payout {
  const { id, userId, bankId, batchId, amount, fee, net } = row;
  return {
    ...row,
    id: Number(id),
    userId: Number(userId),
    bankId: Number(bankId),
    batchId: batchId === null ? null : Number(batchId),
    amount: stripZeros(amount),
    fee: stripZeros(fee),
    net: stripZeros(net),
  };
}

/** One that was taken, or is ready to be. The caller has the user's row locked; that of the withdrawal stays locked until the transaction ends. */
export async function lockPayout(tx: Transaction, id: number): Promise<Payout | undefined> {
  await tx.query('SELECT FROM withdrawals WHERE id = $1 FOR UPDATE', [id]);
  const { rows } = await tx.query<PayoutRow>(
    `SELECT ${payoutColumns} FROM ${payouts} WHERE withdrawal.id = $1 AND (payout.withdrawal_id IS NOT NULL OR ${inState.ready})`,
    [id],
  );
  return rows[0] && toPayout(rows[0]);
}

const uniqueViolation = '23505';

/** @throws DomainError inr_transaction_id_exists: another withdrawal was paid by this transfer */
export async function writeReference(tx: Transaction, id: number, utr: string): Promise<void> {
  await tx.query('SAVEPOINT referring');
  try {
    await tx.query('UPDATE inr_payouts SET utr = $2, paid_at = clock_timestamp() WHERE withdrawal_id = $1', [id, utr]);
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT referring');
    throw new DomainError('inr_transaction_id_exists', {
      fields: { utr: ['Sorry, but this transaction ID already exists.'] },
    });
  }
}

export interface Batch {
  id: number;
  methodId: number;
  takenBy: string;
  takenAt: Date;
  downloadedAt: Date | null;
  /** How many withdrawals are in it, how much is paid for them, and how many of them are neither paid nor failed. */
  count: number;
  net: string;
  open: number;
}

export async function insertBatch(
  tx: Transaction,
  { methodId, takenBy, withdrawals }: { methodId: number; takenBy: string; withdrawals: readonly number[] },
): Promise<number> {
  const { rows } = await tx.query<{ id: string }>(
    'INSERT INTO inr_payout_batches (method_id, taken_by) VALUES ($1, $2) RETURNING id',
    [methodId, takenBy],
  );
  const id = Number(rows[0]?.id);
  await tx.query('INSERT INTO inr_payouts (withdrawal_id, batch_id) SELECT unnest($2::bigint[]), $1', [
    id,
    withdrawals,
  ]);
  return id;
}

const batchColumns = `batch.id, batch.method_id AS "methodId", batch.taken_by AS "takenBy", batch.taken_at AS "takenAt",
  batch.downloaded_at AS "downloadedAt", count(*)::int AS count, sum(withdrawal.amount - withdrawal.fee) AS net,
  (count(*) FILTER (WHERE withdrawal.status = ${paymentStatus.sent}))::int AS open`;
const batches = `inr_payout_batches batch JOIN inr_payouts payout ON payout.batch_id = batch.id
  JOIN withdrawals withdrawal ON withdrawal.id = payout.withdrawal_id`;

type BatchRow = Omit<Batch, 'id'> & { id: string };
const toBatch = (row: BatchRow): Batch => ({ ...row, id: Number(row.id), net: stripZeros(row.net) });

/** The newest first. */
export async function findBatches(
  db: Queryable,
  { offset, limit }: { offset: number; limit: number },
): Promise<Batch[]> {
  const { rows } = await db.query<BatchRow>(
    `SELECT ${batchColumns} FROM ${batches} GROUP BY batch.id ORDER BY batch.id DESC OFFSET $1 LIMIT $2`,
    [offset, limit],
  );
  return rows.map(toBatch);
}

/** @throws DomainError not_found */
export async function findBatch(db: Queryable, id: number): Promise<Batch> {
  const { rows } = await db.query<BatchRow>(
    `SELECT ${batchColumns} FROM ${batches} WHERE batch.id = $1 GROUP BY batch.id`,
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  return toBatch(rows[0]);
}

/**
 * After a restore the bank may have had a batch's file already, although the row does not say so.
 * @throws DomainError payouts_stopped
 */
export async function demandBatchCompared(db: Queryable, id: number): Promise<void> {
  const { rowCount } = await db.query(
    `SELECT FROM ${payouts} WHERE payout.batch_id = $1 AND ${inState.taken} AND ${mayBePaid('withdrawal', 'method')} LIMIT 1`,
    [id],
  );
  if (rowCount !== 0) throw new DomainError('payouts_stopped');
}

/** @returns whether it is handed out for the first time @throws DomainError not_found */
export async function markDownloaded(tx: Transaction, id: number): Promise<boolean> {
  const { rows } = await tx.query<{ at: Date | null }>(
    'SELECT downloaded_at AS at FROM inr_payout_batches WHERE id = $1 FOR UPDATE',
    [id],
  );
  if (!rows[0]) throw new DomainError('not_found');
  if (rows[0].at !== null) return false;
  await tx.query('UPDATE inr_payout_batches SET downloaded_at = clock_timestamp() WHERE id = $1', [id]);
  return true;
}
