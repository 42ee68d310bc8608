/** The months that facts are partitioned by, attached and detached. */
import type { Queryable } from '../../../platform/database/index.ts';

/** Where detached partitions lie. */
export const detachedSchema = 'detached';

export interface MonthFigures {
  /** `2026-11`, or `other`: rows of the default partitions, which the worker moves into months of their own. */
  month: string;
  isAttached: boolean;
  /** As Postgres' statistics have it. */
  rows: number;
  bytes: number;
}

/** Oldest first. */
export async function listMonths(db: Queryable): Promise<MonthFigures[]> {
  const { rows } = await db.query<MonthFigures>(
    `SELECT coalesce(replace(substring(relname FROM '\\d{4}_\\d{2}$'), '_', '-'), 'other') AS month,
        nspname = 'public' AS "isAttached",
        sum(greatest(pg_stat_get_live_tuples(pg_class.oid), reltuples, 0))::float8 AS rows,
        sum(pg_total_relation_size(pg_class.oid))::float8 AS bytes
      FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
      WHERE relkind = 'r' AND relname ~ '_(\\d{4}_\\d{2}|other)$' AND (nspname = 'public' AND relispartition OR nspname = $1)
      GROUP BY 1, 2 ORDER BY 1, 2`,
    [detachedSchema],
  );
  return rows;
}

export interface MonthPartition {
  parent: string;
  name: string;
  /** What the parent is partitioned by. */
  column: string;
  isDefault: boolean;
}

/** The attached partitions of a month, and the default partitions beside them. */
export async function findPartitions(db: Queryable, month: string): Promise<MonthPartition[]> {
  const { rows } = await db.query<MonthPartition>(
    `SELECT parent.relname AS parent, part.relname AS name, attname AS column, part.oid = partdefid AS "isDefault"
      FROM pg_partitioned_table
      JOIN pg_class parent ON parent.oid = partrelid
      JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
      JOIN pg_inherits ON inhparent = partrelid
      JOIN pg_class part ON part.oid = inhrelid
      WHERE parent.relnamespace = 'public'::regnamespace
        AND (part.oid = partdefid OR part.relname = parent.relname || '_' || replace($1, '-', '_'))
      ORDER BY 1`,
    [month],
  );
  return rows;
}
