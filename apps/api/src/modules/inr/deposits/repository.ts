/** Deposits by bank transfer in Postgres. */
import { DomainError } from '@pelican/shared/contracts';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { stripZeros } from '@pelican/shared/money';
import { countRows, type Queryable, type Transaction } from '../../../platform/database/index.ts';
import { sinceToday } from '../day-limit.ts';

export interface BankDeposit {
  id: number;
  userId: number;
  assetId: number;
  ticker: string;
  methodId: number;
  methodKey: string;
  bankId: number;
  bankName: string;
  lastDigits: string;
  amount: string;
  /** What the user had reported, where another amount has arrived. */
  reportedAmount: string | null;
  fee: string;
  /** The id of the transfer, as its sender's bank has it. */
  transactionId: string;
  status: number;
  reason: string;
  createdAt: Date;
}

export type DepositRow = Omit<BankDeposit, 'id' | 'userId' | 'bankId'> & { id: string; userId: string; bankId: string };

/** Of `bankDeposits`. */
export const depositColumns = `deposit.id, deposit.user_id AS "userId", deposit.asset_id AS "assetId", asset.ticker, deposit.method_id AS "methodId",
  method.key AS "methodKey", deposit.bank_id AS "bankId", bank.bank_name AS "bankName", bank.last_digits AS "lastDigits", deposit.amount, deposit.reported_amount AS "reportedAmount", deposit.fee,
  deposit.transaction_hash AS "transactionId", deposit.status, deposit.reason, deposit.created_at AS "createdAt"`;
export const bankDeposits = `deposits deposit JOIN assets asset ON asset.id = deposit.asset_id
  JOIN payment_methods method ON method.id = deposit.method_id AND method.kind = 'bank' JOIN inr_banks bank ON bank.id = deposit.bank_id`;

export const toDeposit = <Row extends DepositRow>(row: Row): Row & BankDeposit =>
  ({
    ...row,
    id: Number(row.id),
    userId: Number(row.userId),
    bankId: Number(row.bankId),
    amount: stripZeros(row.amount),
    reportedAmount: row.reportedAmount === null ? null : stripZeros(row.reportedAmount),
    fee: stripZeros(row.fee),
  }) as unknown as Row & BankDeposit;

/** The newest first. */
export async function findDeposits(
  db: Queryable,
  { userId, offset, limit }: { userId: number; offset: number; limit: number },
): Promise<{ result: BankDeposit[]; total: number }> {
  const own = `${bankDeposits} WHERE deposit.user_id = $1`;
  const [{ rows }, total] = await Promise.all([
    db.query<DepositRow>(`SELECT ${depositColumns} FROM ${own} ORDER BY deposit.id DESC OFFSET $2 LIMIT $3`, [
      userId,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${own}`, [userId], { offset, limit }),
  ]);
  return { result: rows.map(toDeposit), total };
}

/** @param lock of the deposit alone */
export async function findDeposit(
  db: Queryable,
  id: number,
  lock: '' | 'FOR UPDATE OF deposit' = '',
): Promise<BankDeposit | undefined> {
  const { rows } = await db.query<DepositRow>(
    `SELECT ${depositColumns} FROM ${bankDeposits} WHERE deposit.id = $1 ${lock}`,
    [id],
  );
  return rows[0] && toDeposit(rows[0]);
}

export interface NewDeposit
  extends Pick<BankDeposit, 'userId' | 'assetId' | 'methodId' | 'bankId' | 'amount' | 'fee' | 'transactionId'> {}

/** @returns its id @throws DomainError inr_transaction_id_exists: the transfer was reported before */
export async function insertDeposit(tx: Transaction, deposit: NewDeposit): Promise<number> {
  const { userId, assetId, methodId, bankId, amount, fee, transactionId } = deposit;
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO deposits (user_id, asset_id, method_id, bank_id, amount, fee, status, reference, transaction_hash)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $8) ON CONFLICT (method_id, reference) DO NOTHING RETURNING id`,
    [userId, assetId, methodId, bankId, amount, fee, paymentStatus.unconfirmedByAdmin, transactionId],
  );
  if (!rows[0])
    throw new DomainError('inr_transaction_id_exists', {
      fields: { transaction_id: ['Sorry, but this transaction ID already exists.'] },
    });
  return Number(rows[0].id);
}

export interface ReportedToday {
  /** Whole units that the user has deposited by the method today, by the calendar of India, without what was refused. */
  today: string;
  waiting: number;
}

/** The caller holds the row of the user locked. */
export async function sumToday(tx: Transaction, userId: number, methodId: number): Promise<ReportedToday> {
  const { rows } = await tx.query<ReportedToday>(
    `SELECT coalesce(sum(amount) FILTER (WHERE ${sinceToday} AND status <> $4), 0)::text AS today,
        (count(*) FILTER (WHERE status = $3))::int AS waiting
      FROM deposits WHERE user_id = $1 AND method_id = $2
        AND (status = $3 OR ${sinceToday})`,
    [userId, methodId, paymentStatus.unconfirmedByAdmin, paymentStatus.unsuccessful],
  );
  return rows[0] ?? { today: '0', waiting: 0 };
}
