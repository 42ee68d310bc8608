/**
 * A row of a user in each table that knows of users, with a marker in each of its columns of text. Tables and columns come from Postgres'
 * catalogue, so that a new one is found by itself: rows that its CHECK constraints refuse need `values` from the test.
 */

import type { Queryable } from '@pelican/api/src/platform/database/index.ts';
import pg from 'pg';

export interface Column {
  table: string;
  name: string;
  type: string;
  isRequired: boolean;
  hasDefault: boolean;
}

interface Reference {
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
}

export interface Catalogue {
  columns: Column[];
  references: Reference[];
}

/** Values of columns, as `table.column`, that a marker cannot stand for. */
export type Values = Readonly<Record<string, unknown>>;

const id = pg.escapeIdentifier;
const textTypes = ['text', 'varchar', 'bpchar', 'citext', '_text', '_varchar', 'json', 'jsonb', 'xml', 'hstore'];
const namesOfUsers = /^(user|friend|referrer|buyer|seller|taker|maker)_id$/;

export const isText = ({ type }: Column): boolean => textTypes.includes(type);

export async function readCatalogue(db: Queryable): Promise<Catalogue> {
  const columns = await db.query<Column>(
    `SELECT relname AS "table", attname AS name, typname AS type, attnotnull AS "isRequired", atthasdef AS "hasDefault"
      FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid JOIN pg_type ON pg_type.oid = atttypid
      WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition
        AND attnum > 0 AND NOT attisdropped AND attgenerated = ''
      ORDER BY relname, attnum`,
  );
  const references = await db.query<Reference>(
    `SELECT conrelid::regclass::text AS "table", confrelid::regclass::text AS target,
        (SELECT array_agg(attname::text ORDER BY place) FROM unnest(conkey) WITH ORDINALITY AS key(number, place)
          JOIN pg_attribute ON attrelid = conrelid AND attnum = number) AS columns,
        (SELECT array_agg(attname::text ORDER BY place) FROM unnest(confkey) WITH ORDINALITY AS key(number, place)
          JOIN pg_attribute ON attrelid = confrelid AND attnum = number) AS "targetColumns"
      FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace AND conparentid = 0`,
  );
  return { columns: columns.rows, references: references.rows };
}

/** Tables whose rows are of users: by a column with a user's id, or by a reference to such a table; not `users` itself. */
export function tablesOfUsers({ columns, references }: Catalogue): string[] {
  const found = new Set(['users', ...columns.filter(({ name }) => namesOfUsers.test(name)).map(({ table }) => table)]);
  for (let before = 0; before < found.size; ) {
    before = found.size;
    for (const { table, target } of references) if (found.has(target)) found.add(table);
  }
  found.delete('users');
  return [...found].sort();
}

/** Inserts one row a table, those that are referred to first. */
export async function insertMarkedRows(
  db: Queryable,
  catalogue: Catalogue,
  given: { userId: number; marker: string; tables: readonly string[]; values: Values },
): Promise<void> {
  const rows = new Map<string, Record<string, unknown>>([['users', { id: given.userId }]]);
  const waiting = new Set(given.tables);
  while (waiting.size > 0) {
    const next = [...waiting].find((table) =>
      catalogue.references.every((one) => one.table !== table || one.target === table || !waiting.has(one.target)),
    );
    if (next === undefined) throw new Error(`these tables refer to each other: ${[...waiting].join(', ')}`);
    rows.set(next, await insertMarkedRow(db, catalogue, { ...given, table: next, rows }));
    waiting.delete(next);
  }
}

async function insertMarkedRow(
  db: Queryable,
  catalogue: Catalogue,
  given: { userId: number; marker: string; values: Values; table: string; rows: Map<string, Record<string, unknown>> },
): Promise<Record<string, unknown>> {
  const { table, rows, marker, values, userId } = given;
  const row: Record<string, unknown> = {};
  for (const column of catalogue.columns.filter((one) => one.table === table)) {
    if (namesOfUsers.test(column.name)) row[column.name] = userId;
    else if (isText(column)) row[column.name] = markerOf(column, marker);
    else if (column.isRequired && !column.hasDefault) row[column.name] = fillers[column.type]?.();
  }
  for (const { columns, target, targetColumns } of catalogue.references.filter((one) => one.table === table)) {
    if (target === table) continue;
    const referred = rows.get(target) ?? (await db.query(`SELECT * FROM ${id(target)} LIMIT 1`)).rows[0];
    columns.forEach((name, place) => {
      row[name] = referred?.[targetColumns[place] ?? ''];
    });
  }
  for (const [key, value] of Object.entries(values))
    if (key.startsWith(`${table}.`)) row[key.split('.')[1] ?? ''] = value;
  const names = Object.keys(row);
  const { rows: inserted } = await db.query<Record<string, unknown>>(
    `INSERT INTO ${id(table)} (${names.map(id).join(', ')}) VALUES (${names.map((_, place) => `$${place + 1}`).join(', ')}) RETURNING *`,
    Object.values(row),
  );
  return inserted[0] ?? {};
}

/** Sets each column of text of the user's own row, but for those with values of their own. */
export async function markUser(
  db: Queryable,
  catalogue: Catalogue,
  { userId, marker, values }: { userId: number; marker: string; values: Values },
): Promise<void> {
  for (const column of catalogue.columns.filter((one) => one.table === 'users' && isText(one))) {
    const value = `users.${column.name}` in values ? values[`users.${column.name}`] : markerOf(column, marker);
    await db.query(`UPDATE users SET ${id(column.name)} = $2 WHERE id = $1`, [userId, value]);
  }
}

/** @returns the columns, as `table.column`, in which the text is */
export async function findText(db: Queryable, { columns }: Catalogue, text: string): Promise<string[]> {
  const selects = columns
    .filter(isText)
    .map(
      ({ table, name }) =>
        `SELECT '${table}.${name}' AS place WHERE EXISTS (SELECT FROM ${id(table)} WHERE strpos(${id(name)}::text, $1) > 0)`,
    );
  const { rows } = await db.query<{ place: string }>(selects.join(' UNION ALL '), [text]);
  return rows.map(({ place }) => place).sort();
}

function markerOf({ type }: Column, marker: string): unknown {
  if (type.startsWith('_')) return [marker];
  return type.startsWith('json') ? JSON.stringify({ marker }) : marker;
}

const zero = () => 0;
const now = () => new Date();

const fillers: Record<string, () => unknown> = {
  int2: zero,
  int4: zero,
  int8: zero,
  numeric: zero,
  bool: () => false,
  bytea: () => Buffer.from([0]),
  uuid: () => crypto.randomUUID(),
  timestamptz: now,
  date: now,
};
