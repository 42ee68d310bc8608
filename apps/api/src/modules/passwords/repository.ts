/** Accounts and their former passwords in Postgres. */
import { isActiveUser } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

/** Besides the one that is in use. */
const formerPasswordsMax = 5;

export interface Owner {
  id: number;
  email: string;
  passwordHash: string;
  isEmailVerified: boolean;
  isOperator: boolean;
}

/** An account that its owner may use: neither blocked nor suspended, and one that a password opens. */
export async function findOwner(
  db: Queryable,
  { id, email }: { id?: number; email?: string },
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<Owner | undefined> {
  const { rows } = await db.query<Omit<Owner, 'id'> & { id: string }>(
    `SELECT id, email, password_hash AS "passwordHash", email_verified_at IS NOT NULL AS "isEmailVerified",
        operator_name IS NOT NULL AS "isOperator" FROM users
      WHERE ($1::bigint IS NULL OR id = $1) AND ($2::text IS NULL OR email = $2) AND ${isActiveUser()}
        AND password_hash <> '' AND num_nonnulls($1::bigint, $2::text) = 1
      ${lock}`,
    [id ?? null, email ?? null],
  );
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

/** Hashes of former passwords, the newest first. */
export async function findFormerHashes(db: Queryable, userId: number): Promise<string[]> {
  const { rows } = await db.query<{ hash: string }>(
    'SELECT password_hash AS hash FROM password_history WHERE user_id = $1 ORDER BY id DESC LIMIT $2',
    [userId, formerPasswordsMax],
  );
  return rows.map(({ hash }) => hash);
}

/** Keeps the newest ones. */
export async function addFormerHash(tx: Transaction, userId: number, hash: string): Promise<void> {
  await tx.query('INSERT INTO password_history (user_id, password_hash) VALUES ($1, $2)', [userId, hash]);
  await tx.query(
    `DELETE FROM password_history WHERE user_id = $1 AND id NOT IN (
      SELECT id FROM password_history WHERE user_id = $1 ORDER BY id DESC LIMIT $2)`,
    [userId, formerPasswordsMax],
  );
}
