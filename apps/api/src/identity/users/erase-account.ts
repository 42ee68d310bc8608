/** How far the deletion of an account is. What goes and what stays is in the migration of `erase_account`. */
import type { Queryable, Transaction } from '../../platform/database/index.ts';

export interface Deletion {
  email: string;
  /** An address that was never confirmed may be somebody else's. */
  isEmailConfirmed: boolean;
  status: 'active' | 'blocked';
  requestedAt: Date | null;
  dueAt: Date | null;
  deletedAt: Date | null;
}

export async function findDeletion(db: Queryable, userId: number): Promise<Deletion | undefined> {
  const { rows } = await db.query<Deletion>(
    `SELECT email, email_verified_at IS NOT NULL AS "isEmailConfirmed", status,
        deletion_requested_at AS "requestedAt", deletion_due_at AS "dueAt", deleted_at AS "deletedAt"
      FROM users WHERE id = $1`,
    [userId],
  );
  return rows[0];
}

/** Sets the request to delete the account and its due date. @param wish null when it is taken back */
export async function setDeletion(
  tx: Transaction,
  userId: number,
  wish: { requestedAt: Date; dueAt: Date } | null,
): Promise<void> {
  await tx.query('UPDATE users SET deletion_requested_at = $2, deletion_due_at = $3 WHERE id = $1', [
    userId,
    wish?.requestedAt ?? null,
    wish?.dueAt ?? null,
  ]);
}

/** Of an account that is closed and whose deletion is due. @returns whether it was one */
export async function eraseAccount(tx: Transaction, userId: number): Promise<boolean> {
  const { rows } = await tx.query<{ erased: boolean }>('SELECT erase_account($1) AS erased', [userId]);
  return rows[0]?.erased ?? false;
}
