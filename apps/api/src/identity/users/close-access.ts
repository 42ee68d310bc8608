/** What operators end where the access to an account may be in other hands. */
import type { Transaction } from '../../platform/database/index.ts';
import { disableApiKeysOf } from '../api-keys/service.ts';
import { unknownPasswordHash } from '../passwords.ts';
import { endSessions } from '../sessions/end-sessions.ts';
import { replacePassword } from './change-users.ts';

/** As long as after a change by the owner, where WITHDRAWAL_LOCK_HOURS says nothing else. */
export const operatorLockHours = 48;

/**
 * Replaces the password by one that nobody knows, so that the owner of the mailbox chooses the next one. The old one cannot be chosen
 * again, sessions end, API keys are off until their owner turns them on, and withdrawals are locked. To be announced.
 * @returns how many sessions ended
 */
export async function closeAccess(tx: Transaction, userId: number): Promise<number> {
  await tx.query(
    `INSERT INTO password_history (user_id, password_hash) SELECT id, password_hash FROM users WHERE id = $1 AND password_hash <> ''`,
    [userId],
  );
  await replacePassword(tx, userId, { passwordHash: await unknownPasswordHash(), lockHours: operatorLockHours });
  await disableApiKeysOf(tx, userId);
  return endSessions(tx, userId, 'password_changed');
}
