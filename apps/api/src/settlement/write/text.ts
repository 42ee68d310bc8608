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

/** Columns of numbers, times and flags that go to Postgres as arrays; `NULL` stands for null. */
export class ColumnArrays {
  count = 0;
  private readonly columns: string[];

  constructor(columnCount: number) {
    this.columns = new Array<string>(columnCount).fill('');
  }

  add(...row: (string | number | boolean)[]): void {
    const separator = this.count === 0 ? '' : ',';
    for (const [column, value] of row.entries()) this.columns[column] += `${separator}${value}`;
    this.count++;
  }

  /** One array literal a column. */
  literals(): string[] {
    return this.columns.map((text) => `{${text}}`);
  }
}
