/** Accounts by e-mail, for what operators do. */
import { DomainError } from '@pelican/shared/contracts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

export interface UserAccount {
  id: number;
  email: string;
  role: 'user' | 'operator';
  status: 'active' | 'blocked';
  /** Of an operator: has been shut out for a while, and not been let in by two since. */
  wasSuspended: boolean;
  isEmailVerified: boolean;
  country: string | null;
  kycStatus: 'none' | 'pending' | 'approved' | 'rejected';
  kycCountry: string | null;
}

export async function findUser(
  db: Queryable,
  email: string,
  lock: '' | 'FOR NO KEY UPDATE' = '',
): Promise<UserAccount | undefined> {
  const { rows } = await db.query<Omit<UserAccount, 'id'> & { id: string }>(
    `SELECT id, email, role, status, suspended_until IS NOT NULL AS "wasSuspended", email_verified_at IS NOT NULL AS "isEmailVerified", country, kyc_status AS "kycStatus", kyc_country AS "kycCountry"
      FROM users WHERE email = $1 ${lock}`,
    [email],
  );
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

/** The telephone of a sign-up that no code has proven yet. */
export async function findUnverifiedPhone(db: Queryable, userId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ phone: string | null }>(
    'SELECT unverified_phone AS phone FROM users WHERE id = $1',
    [userId],
  );
  return rows[0]?.phone ?? undefined;
}

export async function findPasswordHash(db: Queryable, userId: number): Promise<string | undefined> {
  const { rows } = await db.query<{ hash: string }>('SELECT password_hash AS hash FROM users WHERE id = $1', [userId]);
  return rows[0]?.hash;
}

/** Locks the row of an account until the transaction ends: what is decided by its state is decided one after the other. */
export async function lockUserRow(tx: Transaction, userId: number): Promise<void> {
  await tx.query({ name: 'lock-user', text: 'SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE', values: [userId] });
}

/** The account, its row locked until the transaction ends. @throws DomainError not_found */
export async function lockUser(tx: Transaction, email: string): Promise<UserAccount> {
  const user = await findUser(tx, email, 'FOR NO KEY UPDATE');
  if (!user) throw new DomainError('not_found', { message: `nobody has the e-mail ${email}` });
  return user;
}
