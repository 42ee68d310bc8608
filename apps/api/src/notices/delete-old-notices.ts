/** Deletes what nobody looks for any more, in batches that lock few rows. */
import type { Queryable } from '../platform/database/index.ts';

const batchRows = 1_000;

/** Sent, or given up. */
const oldMessages = `
  DELETE FROM messages WHERE id IN (
    SELECT id FROM messages WHERE created_at < now() - interval '30 days'
     ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)`;

const oldNotices = `
  DELETE FROM notices WHERE id IN (
    SELECT id FROM notices WHERE created_at < now() - interval '1 year'
     ORDER BY id LIMIT $1 FOR UPDATE SKIP LOCKED)`;

/** Several workers may do so at once. @returns how many rows that were */
export async function deleteOldNotices(db: Queryable): Promise<number> {
  return (await deleteInBatches(db, oldMessages)) + (await deleteInBatches(db, oldNotices));
}

async function deleteInBatches(db: Queryable, statement: string): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await db.query(statement, [batchRows]);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchRows) return deleted;
  }
}
