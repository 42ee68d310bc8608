/** Rows that a statement is given, in a form of which Postgres keeps the plan. */

/** More rows than this have one statement for any number of them. */
const countedMax = 4;

export interface RowList {
  /** An item of FROM, with the columns. Its parameters are the statement's first. */
  sql: string;
  values: unknown[];
  /** Ends the name of the statement: each text needs a name of its own. */
  suffix: string;
}

/**
 * Few rows are VALUES, whose number the planner knows. Of arrays it assumes ten rows until it sees them, so that a kept plan looks dearer
 * than a new one and each call is planned anew: twice what it costs to run.
 * @param columns their types by name, in the order of a row's values
 */
export function rowList(alias: string, columns: Record<string, string>, rows: readonly unknown[][]): RowList {
  const names = `${alias}(${Object.keys(columns).join(', ')})`;
  const types = Object.values(columns);
  if (rows.length > countedMax) {
    const arrays = types.map((type, column) => `$${column + 1}::${type}[]`);
    const values = types.map((_type, column) => rows.map((row) => row[column]));
    return { sql: `unnest(${arrays.join(', ')}) AS ${names}`, values, suffix: 'many' };
  }
  const counted = rows.map((_row, at) => {
    const places = types.map((type, column) => `$${at * types.length + column + 1}::${type}`);
    return `(${places.join(', ')})`;
  });
  return { sql: `(VALUES ${counted.join(', ')}) AS ${names}`, values: rows.flat(), suffix: String(rows.length) };
}
