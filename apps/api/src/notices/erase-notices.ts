import type { Transaction } from '../platform/database/index.ts';

/**
 * Deletes what a user was told, and what was mailed to the address without a notice. A message that is still on its way goes with its
 * server's answer, or after three days.
 */
export async function eraseNotices(
  tx: Transaction,
  { userId, email }: { userId: number; email: string },
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
