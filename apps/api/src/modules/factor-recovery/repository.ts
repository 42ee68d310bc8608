/** Recoveries of second factors in Postgres. */
import type { Queryable, Transaction } from '../../platform/database/index.ts';

export interface FactorRecovery {
  id: number;
  userId: number;
  status: 'waiting' | 'approved' | 'done' | 'refused' | 'stopped';
  requestedAt: Date;
}

const columns = 'id, user_id AS "userId", status, requested_at AS "requestedAt"';
type Row = Omit<FactorRecovery, 'id' | 'userId'> & { id: string; userId: string };

export async function findRecovery(
  db: Queryable,
  id: number,
  lock: '' | 'FOR UPDATE' = '',
): Promise<FactorRecovery | undefined> {
  const { rows } = await db.query<Row>(`SELECT ${columns} FROM factor_recoveries WHERE id = $1 ${lock}`, [id]);
  return rows[0] && read(rows[0]);
}

/** The one of the account that was asked for last. */
export async function findLastRecovery(db: Queryable, userId: number): Promise<FactorRecovery | undefined> {
  const { rows } = await db.query<Row>(
    `SELECT ${columns} FROM factor_recoveries WHERE user_id = $1 ORDER BY id DESC LIMIT 1`,
    [userId],
  );
  return rows[0] && read(rows[0]);
}

/** @param isPhoneShown whether the person has shown the verified telephone; null where there is none to show */
export async function insertRecovery(
  tx: Transaction,
  userId: number,
  isPhoneShown: boolean | null,
): Promise<FactorRecovery> {
  const { rows } = await tx.query<Row>(
    `INSERT INTO factor_recoveries (user_id, phone_shown) VALUES ($1, $2) RETURNING ${columns}`,
    [userId, isPhoneShown],
  );
  return read(rows[0] as Row);
}

/** @returns false when it was shown before */
export async function markPhoneShown(tx: Transaction, id: number): Promise<boolean> {
  const { rowCount } = await tx.query(
    'UPDATE factor_recoveries SET phone_shown = true WHERE id = $1 AND phone_shown IS NOT TRUE',
    [id],
  );
  return rowCount === 1;
}

/** Ends those that are open of an account, of which there is one at most. @returns its id, or undefined */
export async function stopOpenRecovery(tx: Transaction, userId: number): Promise<number | undefined> {
  const { rows } = await tx.query<{ id: string }>(
    `UPDATE factor_recoveries SET status = 'stopped', ended_at = now() WHERE user_id = $1 AND status IN ('waiting', 'approved') RETURNING id`,
    [userId],
  );
  return rows[0] && Number(rows[0].id);
}

export function isOpen({ status }: FactorRecovery): boolean {
  return status === 'waiting' || status === 'approved';
}

function read({ id, userId, ...row }: Row): FactorRecovery {
  return { ...row, id: Number(id), userId: Number(userId) };
}
