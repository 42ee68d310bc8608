/** Tables as CSV (RFC 4180), with the mark by which spreadsheets know UTF-8 unless programs read them. */
import { stringify } from 'csv-stringify/sync';
import { type Cell, type Column, headerOf, type TableDocument, timesIn } from './table.ts';

/** Lines that become one piece of the stream. */
const linesAtOnce = 500;
const byteOrderMark = '\u{feff}';
const plainDecimal = /^-\d+(\.\d+)?$/;

const options = {
  record_delimiter: 'windows',
  // What a spreadsheet would take for a formula begins with an apostrophe.
  escape_formulas: true,
  // A negative figure is none, and has to stay one that can be summed.
  cast: { string: (text: string) => (plainDecimal.test(text) ? { value: text, escape_formulas: false } : text) },
} as const;

/** The header, then a line for each row. @throws what the rows throw */
export async function* csvOf({ columns, zone, rows, isForPrograms = false }: TableDocument): AsyncGenerator<Buffer> {
  const timeOf = timesIn(zone);
  let waiting: string[][] = [columns.map((column) => headerOf(column, zone))];
  let before = isForPrograms ? '' : byteOrderMark;
  for await (const row of rows) {
    waiting.push(columns.map((column, at) => textOf(column, row[at] ?? null, timeOf)));
    if (waiting.length < linesAtOnce) continue;
    yield Buffer.from(before + stringify(waiting, options));
    before = '';
    waiting = [];
  }
  if (waiting.length > 0) yield Buffer.from(before + stringify(waiting, options));
}

function textOf({ kind }: Column, cell: Cell, timeOf: (seconds: number) => string): string {
  if (cell === null) return '';
  return kind === 'time' ? timeOf(Number(cell)) : String(cell);
}
