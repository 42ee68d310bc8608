/** Pages of the perpetual tables. */
import type { Queryable } from '../../platform/database/index.ts';

export interface RecordsFilter {
  /** All instruments when undefined. */
  marketId: number | undefined;
  offset: number;
  limit: number;
}

export interface OwnRecordsFilter extends RecordsFilter {
  userId: number;
}

export interface Page<Item> {
  result: Item[];
  total: number;
}

interface PageQuery {
  columns: string;
  table: string;
  conditions: string;
  order: string;
  values: unknown[];
  filter: RecordsFilter;
  /** Counts no further: `total` is at most this. */
  countMax?: number;
}

/** One page of the rows that fit, and how many fit. */
export async function pageOf<Row extends object>(db: Queryable, query: PageQuery): Promise<Page<Row>> {
  const { columns, table, conditions, order, values, filter, countMax } = query;
  const count = values.length;
  const [page, total] = await Promise.all([
    db.query<Row>(
      `SELECT ${columns} FROM ${table} WHERE ${conditions} ORDER BY ${order} OFFSET $${count + 1} LIMIT $${count + 2}`,
      [...values, filter.offset, filter.limit],
    ),
    db.query<{ total: string }>(
      `SELECT count(*) AS total FROM (SELECT FROM ${table} WHERE ${conditions} LIMIT $${count + 1}::bigint) AS counted`,
      [...values, countMax ?? null],
    ),
  ]);
  return { result: page.rows, total: Number(total.rows[0]?.total ?? 0) };
}
