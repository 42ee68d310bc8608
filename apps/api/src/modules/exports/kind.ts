/** Kinds of exports. A domain declares its own, and processes/export-kinds.ts collects those of all domains. */
import type { ZodMiniType } from 'zod/mini';
import type { Queryable } from '../../platform/database/index.ts';
import type { Cell, Column } from '../../platform/documents/index.ts';

/** Unix seconds; the end is exclusive. What is missing is open. */
export interface ExportPeriod {
  from?: number | undefined;
  to?: number | undefined;
}

export interface ExportKind<Params = unknown> {
  /** '<domain>.<what>'; rows in Postgres carry it, so it outlives a release. */
  name: string;
  /** Checked when it is asked for and again when it is written, because the row may be of an earlier release. */
  params: ZodMiniType<Params>;
  /** Of the file, without an ending: 'transactions'. */
  fileName: string;
  /** Read by other programs, whose columns it has: CSV alone, without a byte order mark. */
  isForPrograms?: boolean;
  /** The spot market that the params name; when the file is asked for its user has to know it. */
  pair?(params: Params): string | undefined;
  title(params: Params): string;
  period(params: Params): ExportPeriod;
  /** Lines below the title of a PDF. */
  notes?(params: Params): readonly string[];
  columns(params: Params): readonly Column[];
  /** Of the rows below, if that is quick to know: then progress is in percent, and what is too long is refused at once. */
  count?(db: Queryable, userId: number, params: Params): Promise<number>;
  /**
   * What the table has, row by row.
   * @param db one snapshot of the database with the rights of the worker: all that is read is of one moment, and `queryRows` reads it without keeping it
   */
  rows(db: Queryable, userId: number, params: Params): AsyncIterable<readonly Cell[]>;
}

/** Keeps the type of the params. */
export function declareExportKind<Params>(kind: ExportKind<Params>): ExportKind<Params> {
  return kind;
}

const fetched = 1_000;
let cursors = 0;

/** Reads the rows of a statement through a cursor of Postgres. @param db inside a transaction */
export async function* queryRows<Row extends object>(
  db: Queryable,
  { text, values }: { text: string; values: readonly unknown[] },
): AsyncGenerator<Row> {
  cursors += 1;
  const name = `export_${cursors}`;
  await db.query(`DECLARE ${name} NO SCROLL CURSOR FOR ${text}`, [...values]);
  for (;;) {
    const { rows } = await db.query<Row>(`FETCH ${fetched} FROM ${name}`);
    yield* rows;
    if (rows.length < fetched) break;
  }
  await db.query(`CLOSE ${name}`);
}
