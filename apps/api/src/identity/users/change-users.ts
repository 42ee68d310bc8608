/** Every change of the table of users that is made by pg; those made by Prisma are in own-account.ts. */
import type { Permission } from '@pelican/shared/contracts/operations';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { firstNickname } from './first-nickname.ts';

export interface NewUser {
  /** Chosen by the caller for the house's own row. */
  id?: number;
  email: string;
  /** Empty: no sign-in is possible. */
  passwordHash: string;
  nickname: string;
  country?: string;
  isEmailVerified?: boolean;
  status?: 'active' | 'blocked';
}

/** Nobody who is made here is asked for a telephone. @returns the new user's id; undefined when the e-mail, or the id, is taken. */
export async function addUser(tx: Transaction, user: NewUser): Promise<number | undefined> {
  const { id, email, passwordHash, nickname, country, isEmailVerified = false, status = 'active' } = user;
  const { rows } = await tx.query<{ id: string }>(
    `INSERT INTO users (id, email, password_hash, nickname, country, email_verified_at, phone_asked_at, status)
      VALUES (coalesce($1, nextval(pg_get_serial_sequence('users', 'id'))), $2, $3, $4, $5,
        CASE WHEN $6 THEN now() END, now(), $7::"UserStatus") ON CONFLICT DO NOTHING RETURNING id`,
    [id ?? null, email, passwordHash, nickname, country ?? null, isEmailVerified, status],
  );
  return rows[0] && Number(rows[0].id);
}

export async function setStatus(tx: Transaction, userId: number, status: 'active' | 'blocked'): Promise<void> {
  await tx.query('UPDATE users SET status = $2::"UserStatus" WHERE id = $1', [userId, status]);
}

/** For how long an operator is shut out, and by whom; null lets the operator in again. */
export async function setSuspension(
  tx: Transaction,
  userId: number,
  suspension: { hours: number; by: string } | null,
): Promise<void> {
  await tx.query(
    'UPDATE users SET suspended_until = now() + make_interval(hours => $2), suspended_by = $3 WHERE id = $1',
    [userId, suspension?.hours, suspension?.by],
  );
}

/**
 * Another password.
 * @param change.lockHours for which nothing is withdrawn; a lock that lasts longer stays
 * @returns until when nothing is withdrawn
 */
export async function replacePassword(
  tx: Transaction,
  userId: number,
  { passwordHash, lockHours }: { passwordHash: string; lockHours: number },
): Promise<Date> {
  const { rows } = await tx.query<{ lockedUntil: Date }>(
    `UPDATE users SET password_hash = $2, password_changed_at = now(),
        withdrawals_locked_until = greatest(withdrawals_locked_until, now() + make_interval(hours => $3))
      WHERE id = $1 RETURNING withdrawals_locked_until AS "lockedUntil"`,
    [userId, passwordHash, lockHours],
  );
  return (rows[0] as { lockedUntil: Date }).lockedUntil;
}

const noPhone = 'phone = NULL, phone_verified_at = NULL, phone_new_since = NULL, unverified_phone = NULL';

/**
 * Somebody has shown that the mailbox of an account is theirs that had not been verified: the account may have been made by another person,
 * whose telephone, anti-phishing code and nickname go.
 */
export async function claimUnverifiedAccount(
  tx: Transaction,
  { id, email }: { id: number; email: string },
): Promise<void> {
  await tx.query(
    `UPDATE users SET email_verified_at = now(), ${noPhone}, anti_phishing_code = NULL, nickname = $2
      WHERE id = $1 AND email_verified_at IS NULL`,
    [id, firstNickname(email)],
  );
}

/** Takes away the telephone, verified or not. */
export async function forgetPhone(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`UPDATE users SET ${noPhone} WHERE id = $1`, [userId]);
}

/** Takes away the telephone and the anti-phishing code of somebody who becomes an operator: others may have set them. */
export async function forgetContacts(tx: Transaction, userId: number): Promise<void> {
  await tx.query(`UPDATE users SET ${noPhone}, anti_phishing_code = NULL WHERE id = $1`, [userId]);
}

/** Nothing is withdrawn for so many hours; a lock that lasts longer stays. To be announced as a change of the user. */
export async function lockWithdrawals(tx: Transaction, userId: number, hours: number): Promise<void> {
  await tx.query(
    `UPDATE users SET withdrawals_locked_until = greatest(withdrawals_locked_until, now() + make_interval(hours => $2))
      WHERE id = $1`,
    [userId, hours],
  );
}

/** A telephone that a code is sent to; it is the user's own once that code comes back (`setPhone`). */
export async function setUnverifiedPhone(tx: Transaction, userId: number, phone: string): Promise<void> {
  await tx.query('UPDATE users SET unverified_phone = $2 WHERE id = $1', [userId, phone]);
}

/** The telephone of a user counts as new from now on, until its number is proven again. @returns the number; undefined when there is none */
export async function countPhoneAsNew(tx: Transaction, userId: number): Promise<string | undefined> {
  const { rows } = await tx.query<{ phone: string }>(
    'UPDATE users SET phone_new_since = now() WHERE id = $1 AND phone IS NOT NULL RETURNING phone',
    [userId],
  );
  return rows[0]?.phone;
}

/** A telephone that a code has proven to be the user's own; the same one again is no newer. @returns false when it is another account's */
export async function setPhone(tx: Transaction, userId: number, phone: string): Promise<boolean> {
  // Of two accounts that prove one number at once the second finds it taken.
  await tx.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [phone]);
  const { rowCount } = await tx.query(
    `UPDATE users SET phone = $2, unverified_phone = NULL, phone_new_since = NULL,
        phone_verified_at = CASE WHEN phone = $2 THEN coalesce(phone_verified_at, now()) ELSE now() END
      WHERE id = $1 AND NOT EXISTS (SELECT FROM users WHERE phone = $2 AND id <> $1)`,
    [userId, phone],
  );
  return rowCount === 1;
}

export interface KycDecision {
  status: 'approved' | 'rejected';
  country: string | null;
}

export async function setKyc(tx: Transaction, userId: number, { status, country }: KycDecision): Promise<void> {
  await tx.query(
    `UPDATE users SET kyc_status = $2::"KycStatus", kyc_country = $3,
      kyc_approved_at = CASE WHEN $2 = 'approved' THEN CASE WHEN kyc_status = 'approved' THEN kyc_approved_at ELSE now() END END
      WHERE id = $1`,
    [userId, status, country],
  );
}

/** Of somebody who has sent what an operator decides on; an approved account stays so until the decision. */
export async function markKycPending(tx: Transaction, userId: number): Promise<void> {
  await tx.query('SELECT mark_kyc_pending($1)', [userId]);
}

/** Makes a user an operator. @returns false when another operator has the name */
export async function makeOperator(
  tx: Transaction,
  userId: number,
  { name, permissions }: { name: string; permissions: readonly Permission[] },
): Promise<boolean> {
  const taken = await tx.query('SELECT FROM users WHERE operator_name = $1 AND id <> $2', [name, userId]);
  if (taken.rowCount !== 0) return false;
  await tx.query(`UPDATE users SET role = 'operator', operator_name = $2, permissions = $3 WHERE id = $1`, [
    userId,
    name,
    permissions,
  ]);
  return true;
}

export async function setPermissions(
  tx: Transaction,
  userId: number,
  permissions: readonly Permission[],
): Promise<void> {
  await tx.query('UPDATE users SET permissions = $2 WHERE id = $1', [userId, permissions]);
}

/**
 * False when the account is gone. The row stays locked until the transaction ends: two changes of one user's settings
 * go one after the other.
 */
export async function setCustomFee(tx: Transaction, userId: number, customFee: boolean): Promise<boolean> {
  const { rowCount } = await tx.query('UPDATE users SET custom_fee = $2 WHERE id = $1', [userId, customFee]);
  return rowCount === 1;
}

/** Keeps the first time; returns whether this was it. */
export async function recordPassedQuiz(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE users SET futures_quiz_passed_at = now() WHERE id = $1 AND futures_quiz_passed_at IS NULL',
    [userId],
  );
  return rowCount === 1;
}
