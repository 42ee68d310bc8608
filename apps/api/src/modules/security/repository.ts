/** What else the security page shows of an account. */
import type { RecentAccess } from '@pelican/shared/contracts/security';
import { findRecentApiKeys, findRecentFactors, findRecentPhone, recentDays } from '../../identity/index.ts';
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

/** What opens the account and was added within the last days. */
export async function findRecentAccess(db: Queryable, userId: number): Promise<RecentAccess[]> {
  const [factors, phone, keys] = await Promise.all([
    findRecentFactors(db, userId),
    findRecentPhone(db, userId),
    findRecentApiKeys(db, userId, recentDays),
  ]);
  const seconds = (time: Date) => Math.floor(time.getTime() / 1000);
  return [
    ...factors.map(({ method, name, addedAt }) => ({ kind: method, name, addedAt: seconds(addedAt) })),
    ...(phone ? [{ kind: 'phone' as const, name: null, addedAt: seconds(phone) }] : []),
    ...keys.map(({ name, addedAt }) => ({ kind: 'api_key' as const, name, addedAt: seconds(addedAt) })),
  ];
}
