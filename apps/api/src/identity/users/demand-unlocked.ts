import { DomainError } from '@pelican/shared/contracts';
import type { Queryable } from '../../platform/database/index.ts';
import { isActiveUser } from './active-user.ts';

/**
 * The password may have been changed since the call was let in; the caller holds the row locked.
 * @throws DomainError withdrawals_locked, account_blocked
 */
export async function demandUnlocked(db: Queryable, userId: number): Promise<void> {
  const { rows } = await db.query<{ isLocked: boolean; isActive: boolean }>(
    `SELECT coalesce(withdrawals_locked_until > clock_timestamp(), false) AS "isLocked", ${isActiveUser()} AS "isActive"
      FROM users WHERE id = $1`,
    [userId],
  );
  if (!rows[0]?.isActive) throw new DomainError('account_blocked');
  if (rows[0].isLocked) throw new DomainError('withdrawals_locked');
}
