import type { Transaction } from '../../platform/database/index.ts';

/** Ends all sessions of a user; to be announced after the commit. @returns how many there were */
export async function endSessions(tx: Transaction, userId: number, reason: string): Promise<number> {
  const { rowCount } = await tx.query(
    'UPDATE sessions SET ended_at = now(), end_reason = $2 WHERE user_id = $1 AND ended_at IS NULL AND expires_at > now()',
    [userId, reason],
  );
  return rowCount ?? 0;
}
