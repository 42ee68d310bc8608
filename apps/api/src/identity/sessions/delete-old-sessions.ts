import { deleteInBatches, type Queryable } from '../../platform/database/index.ts';
import { signInKeptDays } from '../sign-in-events.ts';

/**
 * Deletes sessions that ended or ran out long ago, and their refresh tokens with them. Several workers may do so at once.
 * @returns how many sessions that were
 */
export function deleteOldSessions(db: Queryable): Promise<number> {
  return deleteInBatches(
    db,
    `DELETE FROM sessions WHERE id IN (
      SELECT id FROM sessions WHERE least(ended_at, expires_at) < now() - interval '${signInKeptDays} days'
        ORDER BY least(ended_at, expires_at) LIMIT $1 FOR UPDATE SKIP LOCKED)`,
  );
}
