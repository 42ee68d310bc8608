/** What is asked of those whom a step binds: it begins an offer or a loan, and so is a way out of an account (docs/decisions/0234). */
import { DomainError } from '@pelican/shared/contracts';
import { demandUnlocked, isActiveUser, lockLiveSession, type SessionOfUser } from '../../identity/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';

/**
 * Locks the caller's row. What the route has asked before is asked again: it may have changed meanwhile.
 * @throws DomainError invalid_token, account_blocked, withdrawals_locked, passVerification
 */
export async function lockToBind(tx: Transaction, session: SessionOfUser): Promise<void> {
  await lockLiveSession(tx, session);
  await demandUnlocked(tx, session.userId);
  if (!(await mayBind(tx, session.userId))) throw new DomainError('passVerification');
}

/** Whether a user may be a side of a loan that begins: verified, and neither blocked nor suspended. */
export async function mayBind(db: Queryable, userId: number): Promise<boolean> {
  const { rows } = await db.query<{ isFit: boolean }>(
    `SELECT ${isActiveUser()} AND kyc_status = 'approved' AS "isFit" FROM users WHERE id = $1`,
    [userId],
  );
  return rows[0]?.isFit === true;
}
