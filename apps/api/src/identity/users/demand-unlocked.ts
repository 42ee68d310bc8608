import { DomainError } from '@pelican/shared/contracts';
import type { Queryable } from '../../platform/database/index.ts';
import { isActiveUser } from './active-user.ts';

/** Of a lock that a change of second factors, of the telephone or of recovery codes has set. */
export const lockedBySecurity =
  "You can't withdraw at the moment, because you have changed how you sign in or how we reach you";

/** Whether the password was replaced within the two days of which the refusal's text speaks. @param users alias of the table */
export function passwordIsNew(users: string): string {
  return `${users}.password_changed_at > greatest(${users}.created_at + interval '1 second', now() - interval '2 days')`;
}

/**
 * The password may have been changed since the call was let in; the caller holds the row locked.
 * @throws DomainError withdrawals_locked, account_blocked
 */
export async function demandUnlocked(db: Queryable, userId: number): Promise<void> {
  const { rows } = await db.query<{ isLocked: boolean; isActive: boolean; passwordIsNew: boolean }>({
    name: 'demand-unlocked',
    text: `SELECT coalesce(withdrawals_locked_until > clock_timestamp(), false) AS "isLocked", ${isActiveUser()} AS "isActive", ${passwordIsNew('users')} AS "passwordIsNew"
      FROM users WHERE id = $1`,
    values: [userId],
  });
  if (!rows[0]?.isActive) throw new DomainError('account_blocked');
  if (!rows[0].isLocked) return;
  throw new DomainError('withdrawals_locked', rows[0].passwordIsNew ? {} : { message: lockedBySecurity });
}
