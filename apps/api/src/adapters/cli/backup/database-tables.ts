/** The tables of the database as a backup sees them. */
import type { ClientBase } from 'pg';
import { OpsError } from '../ops-errors.ts';

export interface DatabaseTable {
  name: string;
  columns: string[];
}

/** Tables in an order in which their foreign keys let them be filled. A partitioned table counts as one. */
export async function readTables(client: ClientBase): Promise<DatabaseTable[]> {
  const { rows: tables } = await client.query<DatabaseTable>(
    `SELECT relname AS name, array_agg(attname::text ORDER BY attnum) AS columns
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND relname <> '_prisma_migrations'
      GROUP BY relname ORDER BY relname`,
  );
  const { rows: references } = await client.query<{ from: string; to: string }>(
    `SELECT DISTINCT conrelid::regclass::text AS "from", confrelid::regclass::text AS "to"
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conrelid <> confrelid`,
  );
  return inOrder(tables, references);
}

function inOrder(tables: DatabaseTable[], references: { from: string; to: string }[]): DatabaseTable[] {
  const ordered: DatabaseTable[] = [];
  const waiting = new Set(tables);
  while (waiting.size > 0) {
    const names = new Set([...waiting].map(({ name }) => name));
    const free = [...waiting].filter(({ name }) => !references.some(({ from, to }) => from === name && names.has(to)));
    if (free.length === 0) throw new OpsError(`these tables refer to each other: ${[...names].join(', ')}`);
    for (const table of free) {
      ordered.push(table);
      waiting.delete(table);
    }
  }
  return ordered;
}

export interface Partition {
  name: string;
  parent: string;
  /** As it stands behind PARTITION OF: 'FOR VALUES FROM (...) TO (...)', or 'DEFAULT' */
  bound: string;
}

export async function readPartitions(client: ClientBase): Promise<Partition[]> {
  const { rows } = await client.query<Partition>(
    `SELECT relname AS name, inhparent::regclass::text AS parent, pg_get_expr(relpartbound, pg_class.oid) AS bound
      FROM pg_class JOIN pg_inherits ON inhrelid = pg_class.oid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND relispartition ORDER BY pg_class.oid`,
  );
  return rows;
}

/** The last value of each sequence; '0' for one that was never used. */
export async function readSequences(client: ClientBase): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(
    `SELECT sequencename AS name, COALESCE(last_value, 0)::text AS value FROM pg_sequences WHERE schemaname = 'public'`,
  );
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]));
}

export async function readMigrationNames(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT migration_name AS name FROM _prisma_migrations WHERE finished_at IS NOT NULL AND rolled_back_at IS NULL
      ORDER BY migration_name`,
  );
  return rows.map(({ name }) => name);
}
