import { countedMax } from '@pelican/shared/contracts';
import type { Queryable } from './pool.ts';

/**
 * How many rows a list has, for the `total` of its page, counted no further than `countedMax` or one row behind the page: a caller
 * sees that there is a next page, and a long history does not cost more than the page.
 * @param rows a SELECT of any columns
 */
export async function countRows(
  db: Queryable,
  rows: string,
  values: readonly unknown[],
  page: { offset: number; limit: number },
): Promise<number> {
  const { rows: counts } = await db.query<{ total: number }>(
    `SELECT count(*)::integer AS total FROM (${rows} LIMIT $${values.length + 1}) AS counted`,
    [...values, Math.max(countedMax, page.offset + page.limit + 1)],
  );
  return counts[0]?.total ?? 0;
}
