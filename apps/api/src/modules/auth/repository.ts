/** SQL of sign-up and sign-in. */
import type { Queryable } from '../../platform/database.ts';

export interface NewUser {
  email: string;
  passwordHash: string;
  nickname: string;
  country: string;
  locale: string;
}

/** The new user's id, or undefined when the e-mail is taken. */
export async function insertUser(transaction: Queryable, user: NewUser): Promise<number | undefined> {
  const { rows } = await transaction.query<{ id: string }>(
    `INSERT INTO users (email, password_hash, nickname, country, locale) VALUES ($1, $2, $3, $4, $5)
     ON CONFLICT (email) DO NOTHING RETURNING id`,
    [user.email, user.passwordHash, user.nickname, user.country, user.locale],
  );
  return rows[0] && Number(rows[0].id);
}

export interface Credentials {
  id: number;
  passwordHash: string;
  blocked: boolean;
}

export async function findCredentials(db: Queryable, email: string): Promise<Credentials | undefined> {
  const { rows } = await db.query<{ id: string; passwordHash: string; blocked: boolean }>(
    `SELECT id, password_hash AS "passwordHash", status <> 'active' AS blocked FROM users WHERE email = $1`,
    [email],
  );
  return rows[0] && { ...rows[0], id: Number(rows[0].id) };
}

/** Marks the e-mail as the person's own. False when the account has another e-mail by now, or is gone. */
export async function markEmailVerified(db: Queryable, userId: number, email: string): Promise<boolean> {
  const { rowCount } = await db.query(
    'UPDATE users SET email_verified_at = coalesce(email_verified_at, now()) WHERE id = $1 AND email = $2',
    [userId, email],
  );
  return rowCount === 1;
}
