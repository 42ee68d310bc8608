/** Pages of the perpetual tables. */
import { countRows, type Queryable } from '../../platform/database/index.ts';

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
}

/** One page of the rows that fit, and how many fit. */
export async function pageOf<Row extends object>(db: Queryable, query: PageQuery): Promise<Page<Row>> {
  const { columns, table, conditions, order, values, filter } = query;
  const count = values.length;
  const [page, total] = await Promise.all([
    db.query<Row>(
      `SELECT ${columns} FROM ${table} WHERE ${conditions} ORDER BY ${order} OFFSET $${count + 1} LIMIT $${count + 2}`,
      [...values, filter.offset, filter.limit],
    ),
    countRows(db, `SELECT FROM ${table} WHERE ${conditions}`, values, filter),
  ]);
  return { result: page.rows, total };
}
