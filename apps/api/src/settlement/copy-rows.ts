import { finished } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Transaction } from '../platform/database/index.ts';
import type { CopyLines } from './text.ts';

/** Appends the lines to a table; `columns` are the names of a line's fields in their order. */
export async function copyRows(tx: Transaction, table: string, columns: string, lines: CopyLines): Promise<void> {
  if (lines.count === 0) return;
  const stream = tx.query(copyFrom(`COPY ${table} (${columns}) FROM STDIN`));
  stream.end(lines.bytes());
  await finished(stream);
}
