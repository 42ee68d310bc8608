import type { Transaction } from '../platform/database/index.ts';

/** Whether something is still to be mailed to the user. Waits for a worker that has one of them in hand. */
export async function hasUndispatched(tx: Transaction, userId: number): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM notices WHERE user_id = $1 AND dispatched_at IS NULL FOR UPDATE', [
    userId,
  ]);
  return rowCount !== 0;
}

/**
 * Deletes a user's notices, and messages that were mailed without a notice to the address that is the user's own; null deletes none of these, since an
 * address that was never confirmed may be somebody else's. A message that is still on its way goes with its
 * server's answer, or after three days.
 */
export async function eraseNotices(
  tx: Transaction,
  { userId, email }: { userId: number; email: string | null },
): Promise<void> {
  await tx.query(
    'DELETE FROM messages USING notices WHERE notices.id = notice_id AND user_id = $1 AND sent_at IS NOT NULL',
    [userId],
  );
  await tx.query('DELETE FROM messages WHERE recipient = $1 AND sent_at IS NOT NULL', [email]);
  await tx.query(
    'DELETE FROM notices WHERE user_id = $1 AND NOT EXISTS (SELECT FROM messages WHERE notice_id = notices.id)',
    [userId],
  );
}
