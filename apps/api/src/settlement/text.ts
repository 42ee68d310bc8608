/** Text forms that Postgres reads fast: lines of COPY, array literals. */

/** A field of COPY's text format. */
export function copyText(text: string): string {
  return /[\\\t\n\r]/.test(text) ? text.replace(/[\\\t\n\r]/g, escapeCharacter) : text;
}

function escapeCharacter(character: string): string {
  switch (character) {
    case '\t':
      return '\\t';
    case '\n':
      return '\\n';
    case '\r':
      return '\\r';
    default:
      return '\\\\';
  }
}

export const copyNull = '\\N';

/** Lines of COPY's text format, encoded as they come: what stays in memory is bytes, not strings. */
export class CopyLines {
  count = 0;
  private buffer = Buffer.allocUnsafe(initialBytes);
  private length = 0;

  /** @param line with its newline */
  add(line: string): void {
    // A UTF-16 unit takes up to three bytes.
    const end = this.length + line.length * 3;
    if (end > this.buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(end, this.buffer.length * 2));
      this.buffer.copy(larger, 0, 0, this.length);
      this.buffer = larger;
    }
    this.length += this.buffer.write(line, this.length);
    this.count++;
  }

  bytes(): Buffer {
    return this.buffer.subarray(0, this.length);
  }
}

const initialBytes = 16_384;

/** Columns of numbers, times and flags that go to Postgres as arrays; null is written as `NULL`. */
export class ColumnArrays {
  count = 0;
  private readonly columns: (string | number | boolean)[][];

  constructor(columnCount: number) {
    this.columns = Array.from({ length: columnCount }, () => []);
  }

  add(...row: (string | number | boolean)[]): void {
    for (let i = 0; i < row.length; i++) this.columns[i]?.push(row[i] as string | number | boolean);
    this.count++;
  }

  /** One array literal a column. */
  literals(): string[] {
    return this.columns.map((values) => `{${values.join(',')}}`);
  }
}
