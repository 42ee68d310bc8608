/** Deletes notices and messages that nobody looks for any more. */
import { deleteInBatches, type Queryable } from '../platform/database/index.ts';

/** Sent, or given up. */
const oldMessages = `
  DELETE FROM messages WHERE id IN (
    SELECT id FROM messages WHERE created_at < now() - interval '30 days'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const oldNotices = `
  DELETE FROM notices WHERE id IN (
    SELECT id FROM notices WHERE created_at < now() - interval '1 year'
     ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Several workers may do so at once. @returns how many rows that were */
export async function deleteOldNotices(db: Queryable): Promise<number> {
  return (await deleteInBatches(db, oldMessages)) + (await deleteInBatches(db, oldNotices));
}

const expiredCodes = `
  UPDATE messages SET text = '', html = NULL, next_attempt_at = NULL WHERE id IN (
    SELECT id FROM messages WHERE expires_at < now() AND text <> '' ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Of codes that were not sent in their time. */
export async function eraseExpiredCodes(db: Queryable): Promise<void> {
  await deleteInBatches(db, expiredCodes);
}
