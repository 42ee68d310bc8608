/** Deposits by payment providers in Postgres: a row of deposits each, and what only they have beside it. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import type { ProviderReport, StartedPayment } from './provider.ts';

export interface ProviderDeposit {
  id: number;
  userId: number;
  /** The account is erased: it is paid nothing any more. */
  isErased: boolean;
  assetId: number;
  ticker: string;
  methodId: number;
  methodName: string;
  /** Whole units that were asked of the payer, and what we keep of them. */
  amount: string;
  fee: string;
  status: number;
  reason: string;
  reference: string;
  address: string;
  memo: string;
  provider: string;
  redirect: Pick<StartedPayment, 'redirectLink' | 'fields'> | null;
  paymentId: string | null;
  paidAmount: string | null;
  paidTicker: string | null;
  createdAt: Date;
  expiresAt: Date;
}

export type DepositRow = Omit<ProviderDeposit, 'id' | 'userId'> & { id: string; userId: string };

export const depositColumns = `deposit.id, deposit.user_id AS "userId", users.deleted_at IS NOT NULL AS "isErased",
  deposit.asset_id AS "assetId", asset.ticker, deposit.method_id AS "methodId",
  method.name AS "methodName", deposit.amount, deposit.fee, deposit.status, deposit.reason, deposit.reference, deposit.address, deposit.memo,
  payment.provider, payment.redirect, payment.payment_id AS "paymentId", trim_scale(payment.paid_amount)::text AS "paidAmount",
  payment.paid_ticker AS "paidTicker", deposit.created_at AS "createdAt", payment.expires_at AS "expiresAt"`;
export const fromDeposits = `deposits deposit JOIN provider_payments payment ON payment.deposit_id = deposit.id
  JOIN payment_methods method ON method.id = deposit.method_id JOIN assets asset ON asset.id = deposit.asset_id
  JOIN users ON users.id = deposit.user_id`;
/** Through the methods of providers, by the index of (method_id, reference). */
const byReference = `deposit.reference = $1 AND deposit.method_id IN (SELECT id FROM payment_methods WHERE kind = 'provider')`;

export const toDeposit = (row: DepositRow): ProviderDeposit => ({
  ...row,
  id: Number(row.id),
  userId: Number(row.userId),
  amount: stripZeros(row.amount),
  fee: stripZeros(row.fee),
});

async function findOne(
  db: Queryable,
  condition: string,
  values: unknown[],
  lock = '',
): Promise<ProviderDeposit | undefined> {
  const { rows } = await db.query<DepositRow>(
    `SELECT ${depositColumns} FROM ${fromDeposits} WHERE ${condition} ${lock}`,
    values,
  );
  return rows[0] && toDeposit(rows[0]);
}

/** What is beside the row changes under the same lock. */
const locked = 'FOR UPDATE OF deposit';

export const findByReference = (db: Queryable, reference: string) => findOne(db, byReference, [reference]);

/** Undefined also for one that another provider serves. */
export const lockByReference = (tx: Transaction, provider: string, reference: string) =>
  findOne(tx, `${byReference} AND payment.provider = $2`, [reference, provider], locked);

export const lockById = (tx: Transaction, id: number) => findOne(tx, 'deposit.id = $1', [id], locked);

/** Undefined for somebody else's too. */
export const findOwn = (db: Queryable, userId: number, id: number) =>
  findOne(db, 'deposit.id = $1 AND deposit.user_id = $2', [id, userId]);

export const findOfKey = (db: Queryable, userId: number, key: string) =>
  findOne(db, 'payment.user_id = $1 AND payment.idempotency_key = $2', [userId, key]);

/** Those that an operator decides, the oldest first. */
export async function findReviewed(db: Queryable): Promise<(ProviderDeposit & { email: string })[]> {
  const { rows } = await db.query<DepositRow & { email: string }>(
    `SELECT ${depositColumns}, users.email FROM ${fromDeposits}
      WHERE deposit.status = ${paymentStatus.unconfirmedByAdmin} ORDER BY deposit.id LIMIT 100`,
  );
  return rows.map((row) => ({ ...toDeposit(row), email: row.email }));
}

export interface FurtherPayment extends Pick<ProviderDeposit, 'id' | 'ticker' | 'amount' | 'provider' | 'status'> {
  email: string;
  paymentId: string;
  reportedAt: Date;
}

/** Further payments of a deposit, beside the one that its row names: of deposits that wait, and of the last 30 days, the newest first. */
export async function findFurther(db: Queryable): Promise<FurtherPayment[]> {
  const { rows } = await db.query<Omit<FurtherPayment, 'id'> & { id: string }>(
    `SELECT deposit.id, deposit.status, users.email, report.provider, report.payment_id AS "paymentId",
        trim_scale(report.paid_amount)::text AS amount, report.paid_ticker AS ticker, report.reported_at AS "reportedAt"
      FROM provider_reports report JOIN provider_payments payment USING (deposit_id)
      JOIN deposits deposit ON deposit.id = report.deposit_id JOIN users ON users.id = deposit.user_id
      WHERE report.payment_id IS DISTINCT FROM payment.payment_id
        AND (deposit.status = ${paymentStatus.unconfirmedByAdmin} OR report.reported_at > clock_timestamp() - interval '30 days')
      ORDER BY report.reported_at DESC LIMIT 100`,
  );
  return rows.map((row) => ({ ...row, id: Number(row.id) }));
}

export interface NewProviderDeposit
  extends Pick<ProviderDeposit, 'userId' | 'assetId' | 'methodId' | 'amount' | 'fee' | 'reference' | 'provider'> {
  idempotencyKey: string;
  minutes: number;
}

/** The caller holds the row of the user locked, so no other call uses the same key meanwhile. */
export async function insertDeposit(tx: Transaction, deposit: NewProviderDeposit): Promise<ProviderDeposit> {
  const { userId, assetId, methodId, amount, fee, reference, provider, idempotencyKey, minutes } = deposit;
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO deposits (user_id, asset_id, method_id, amount, fee, status, reference) VALUES ($1, $2, $3, $4, $5, $6, $7) RETURNING id`,
    [userId, assetId, methodId, amount, fee, paymentStatus.pending, reference],
  );
  const id = Number(rows[0]?.id);
  await tx.query(
    `INSERT INTO provider_payments (deposit_id, user_id, idempotency_key, provider, expires_at)
      VALUES ($1, $2, $3, $4, clock_timestamp() + make_interval(mins => $5))`,
    [id, userId, idempotencyKey, provider, minutes],
  );
  return (await findOne(tx, 'deposit.id = $1', [id])) as ProviderDeposit;
}

export async function countOpen(tx: Transaction, userId: number): Promise<number> {
  const { rows } = await tx.query<{ open: number }>(
    `SELECT count(*)::int AS open FROM deposits JOIN provider_payments ON deposit_id = deposits.id
      WHERE deposits.user_id = $1 AND status IN (${paymentStatus.pending}, ${paymentStatus.unknown})`,
    [userId],
  );
  return rows[0]?.open ?? 0;
}

/** What the provider has answered. A report that came before leaves the status as it is. */
export async function storeStarted(tx: Transaction, id: number, started: StartedPayment): Promise<void> {
  const { redirectLink, fields, address, memo } = started;
  await tx.query('UPDATE provider_payments SET redirect = $2 WHERE deposit_id = $1', [
    id,
    JSON.stringify({ redirectLink, fields }),
  ]);
  await tx.query(
    `UPDATE deposits SET address = $2, memo = $3, changed_at = clock_timestamp(),
        status = CASE status WHEN ${paymentStatus.unknown} THEN ${paymentStatus.pending} ELSE status END,
        reason = CASE status WHEN ${paymentStatus.unknown} THEN '' ELSE reason END WHERE id = $1`,
    [id, address, memo],
  );
}

/** Ends or holds a deposit without money. */
export async function setStatus(tx: Transaction, id: number, status: number, reason: string): Promise<void> {
  await tx.query('UPDATE deposits SET status = $2, reason = $3, changed_at = clock_timestamp() WHERE id = $1', [
    id,
    status,
    reason,
  ]);
}

/** @returns false where the payment was reported for this deposit before */
export async function insertReport(
  tx: Transaction,
  { id, provider }: ProviderDeposit,
  { paymentId, amount, ticker }: ProviderReport,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    `INSERT INTO provider_reports (deposit_id, provider, payment_id, paid_amount, paid_ticker)
      VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
    [id, provider, paymentId, amount, ticker],
  );
  return rowCount === 1;
}

/** @returns whether the provider has reported the same payment for another deposit */
export async function isPaymentUsed(
  tx: Transaction,
  { provider, id }: ProviderDeposit,
  paymentId: string,
): Promise<boolean> {
  const { rowCount } = await tx.query(
    'SELECT FROM provider_reports WHERE provider = $1 AND payment_id = $2 AND deposit_id <> $3 LIMIT 1',
    [provider, paymentId, id],
  );
  return rowCount !== 0;
}

export async function storePaid(
  tx: Transaction,
  id: number,
  { paymentId, amount, ticker }: Pick<ProviderReport, 'amount' | 'ticker'> & { paymentId: string | null },
): Promise<void> {
  await tx.query(
    'UPDATE provider_payments SET payment_id = $2, paid_amount = $3, paid_ticker = $4 WHERE deposit_id = $1',
    [id, paymentId, amount, ticker],
  );
}

export async function markCredited(
  tx: Transaction,
  id: number,
  { amount, fee, status }: Pick<ProviderDeposit, 'amount' | 'fee' | 'status'>,
): Promise<void> {
  await tx.query(
    `UPDATE deposits SET amount = $2, fee = $3, status = $4, reason = '', credited_at = clock_timestamp(), changed_at = clock_timestamp()
      WHERE id = $1`,
    [id, amount, fee, status],
  );
}
