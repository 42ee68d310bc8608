/** Bank accounts of users in Postgres. */
import { DomainError } from '@pelican/shared/contracts';
import { type InrBankState, inrBanksMax } from '@pelican/shared/contracts/inr';
import { endedStatuses } from '@pelican/shared/contracts/payments';
import { countRows, type Queryable, type Transaction } from '../../../platform/database/index.ts';

export interface Bank {
  id: number;
  userId: number;
  status: InrBankState;
  /** Sealed. */
  details: Buffer;
  lastDigits: string;
  ifsc: string;
  bankName: string;
  accountType: 'current' | 'saving';
  nameMatches: boolean;
  reason: string;
  createdAt: Date;
}

export type BankRow = Omit<Bank, 'id' | 'userId'> & { id: string; userId: string };

/** Of `inr_banks bank`. */
export const bankColumns = `bank.id, bank.user_id AS "userId", bank.status, bank.details, bank.last_digits AS "lastDigits", bank.ifsc,
  bank.bank_name AS "bankName", bank.account_type AS "accountType", bank.name_matches AS "nameMatches", bank.reason, bank.created_at AS "createdAt"`;

export const toBank = <Row extends BankRow>(row: Row): Row & Bank =>
  ({ ...row, id: Number(row.id), userId: Number(row.userId) }) as unknown as Row & Bank;

/** The newest first. */
export async function findBanks(
  db: Queryable,
  { userId, offset, limit }: { userId: number; offset: number; limit: number },
): Promise<{ result: Bank[]; total: number }> {
  const own = 'inr_banks bank WHERE user_id = $1 AND deleted_at IS NULL';
  const [{ rows }, total] = await Promise.all([
    db.query<BankRow>(`SELECT ${bankColumns} FROM ${own} ORDER BY bank.id DESC OFFSET $2 LIMIT $3`, [
      userId,
      offset,
      limit,
    ]),
    countRows(db, `SELECT FROM ${own}`, [userId], { offset, limit }),
  ]);
  return { result: rows.map(toBank), total };
}

/** @throws DomainError inr_bank_not_found: there is none, it is somebody else's, or it was deleted */
export async function findOwnBank(
  db: Queryable,
  { userId, id }: { userId: number; id: number },
  lock: '' | 'FOR UPDATE' | 'FOR SHARE' = '',
): Promise<Bank> {
  const { rows } = await db.query<BankRow>(
    `SELECT ${bankColumns} FROM inr_banks bank WHERE id = $1 AND user_id = $2 AND deleted_at IS NULL ${lock}`,
    [id, userId],
  );
  if (!rows[0]) throw new DomainError('inr_bank_not_found');
  return toBank(rows[0]);
}

export interface NewBank extends Pick<Bank, 'userId' | 'ifsc' | 'bankName' | 'accountType' | 'nameMatches'> {
  lastDigits: string;
  numberHash: Buffer;
  /** Sealed for the id that the account gets. */
  seal(id: number): Buffer;
}

/**
 * The caller holds the row of the user locked, so that of accounts that are added at once no more than the limit are.
 * @throws DomainError inr_bank_added, inr_bank_limit
 */
export async function insertBank(tx: Transaction, bank: NewBank): Promise<Bank> {
  const { userId, numberHash } = bank;
  const { rows: known } = await tx.query<{ isAdded: boolean; count: number }>(
    `SELECT count(*) FILTER (WHERE user_id = $1)::int AS count,
        coalesce(bool_or(number_hash = $2 AND (user_id = $1 OR status = 'active')), false) AS "isAdded"
      FROM inr_banks WHERE (user_id = $1 OR number_hash = $2) AND status <> 'canceled' AND deleted_at IS NULL`,
    [userId, numberHash],
  );
  if (known[0]?.isAdded) throw new DomainError('inr_bank_added');
  // One that waits may become active at any moment.
  if ((known[0]?.count ?? 0) >= inrBanksMax) throw new DomainError('inr_bank_limit');
  const { rows: ids } = await tx.query<{ id: string }>(`SELECT nextval('inr_banks_id_seq') AS id`);
  const id = Number(ids[0]?.id);
  const { rows } = await tx.query<BankRow>(
    `INSERT INTO inr_banks AS bank (id, user_id, details, number_hash, last_digits, ifsc, bank_name, account_type, name_matches)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) RETURNING ${bankColumns}`,
    [
      id,
      userId,
      bank.seal(id),
      numberHash,
      bank.lastDigits,
      bank.ifsc,
      bank.bankName,
      bank.accountType,
      bank.nameMatches,
    ],
  );
  return toBank(rows[0] as BankRow);
}

const uniqueViolation = '23505';

/**
 * Decides an account that waits; the caller holds its row locked.
 * @throws DomainError inr_bank_added: the account is active for another user
 */
export async function decideBank(
  tx: Transaction,
  id: number,
  { status, reason = '' }: { status: 'active' | 'canceled'; reason?: string },
): Promise<void> {
  await tx.query('SAVEPOINT deciding');
  try {
    await tx.query('UPDATE inr_banks SET status = $2, reason = $3, decided_at = clock_timestamp() WHERE id = $1', [
      id,
      status,
      reason,
    ]);
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    await tx.query('ROLLBACK TO SAVEPOINT deciding');
    throw new DomainError('inr_bank_added');
  }
}

export async function deleteBank(tx: Transaction, id: number): Promise<void> {
  await tx.query('UPDATE inr_banks SET deleted_at = clock_timestamp() WHERE id = $1', [id]);
}

/** Those of an account that is erased: what is kept of them are records of payments, and others may add the same accounts. */
export async function deleteBanksOf(tx: Transaction, userId: number): Promise<void> {
  await tx.query('UPDATE inr_banks SET deleted_at = clock_timestamp() WHERE user_id = $1 AND deleted_at IS NULL', [
    userId,
  ]);
}

/** Deposits and withdrawals by an account; `count` are unfinished. */
export async function countTransactions(db: Queryable, bankId: number): Promise<{ count: number; total: number }> {
  const { rows } = await db.query<{ count: number; total: number }>(
    `SELECT count(*) FILTER (WHERE status <> ALL ($2))::int AS count, count(*)::int AS total
      FROM (SELECT status FROM deposits WHERE bank_id = $1 UNION ALL SELECT status FROM withdrawals WHERE bank_id = $1) AS payments`,
    [bankId, endedStatuses],
  );
  return rows[0] ?? { count: 0, total: 0 };
}
