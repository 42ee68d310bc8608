import type { Queryable } from './pool.ts';

/** Of small rows. */
const usualBatch = 1_000;

/**
 * Runs a statement that deletes at most $1 rows until it finds fewer: batches lock few rows and end long before the limit of
 * statements. Several callers may do so at once when the statement skips locked rows.
 * @returns how many rows were deleted
 */
export async function deleteInBatches(db: Queryable, statement: string, batchRows = usualBatch): Promise<number> {
  let deleted = 0;
  for (;;) {
    const { rowCount } = await db.query(statement, [batchRows]);
    deleted += rowCount ?? 0;
    if ((rowCount ?? 0) < batchRows) return deleted;
  }
}
