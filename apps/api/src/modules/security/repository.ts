/** What else the security page shows of an account. */
import type { Queryable } from '../../platform/database/index.ts';

export interface AccountGuards {
  antiPhishingCode: string | null;
  /** Unix seconds */
  passwordChangedAt: number;
  withdrawalsLockedUntil: number | null;
}

export async function findGuards(db: Queryable, userId: number): Promise<AccountGuards> {
  const { rows } = await db.query<AccountGuards>(
    `SELECT anti_phishing_code AS "antiPhishingCode", extract(epoch FROM password_changed_at)::int AS "passwordChangedAt",
        CASE WHEN withdrawals_locked_until > now() THEN extract(epoch FROM withdrawals_locked_until)::float8 END AS "withdrawalsLockedUntil"
       FROM users WHERE id = $1`,
    [userId],
  );
  return rows[0] as AccountGuards;
}
