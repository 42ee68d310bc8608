/** Partitions of the months to come. */
import type { Queryable } from '../../platform/database/index.ts';

/** The worker may be away for as long; rows of later months are caught by the default partitions. */
const monthsAhead = 3;

/** @returns the names of the partitions that were missing; see the function in the migration */
export async function makeMonthPartitions(db: Queryable): Promise<string[]> {
  const { rows } = await db.query<{ name: string }>('SELECT make_month_partitions($1) AS name', [monthsAhead]);
  return rows.map(({ name }) => name);
}
