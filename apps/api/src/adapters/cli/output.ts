/** Tables for a terminal: columns as wide as their widest cell, numbers to the right. */

export type Cell = string | number | boolean | null;

/** @returns lines; a header, then one line a row */
export function formatTable(columns: readonly string[], rows: readonly (readonly Cell[])[]): string[] {
  const texts = rows.map((row) => row.map(cellText));
  const widths = columns.map((name, at) => Math.max(name.length, ...texts.map((row) => (row[at] ?? '').length)));
  const isNumeric = columns.map(
    (_, at) => texts.length > 0 && texts.every((row) => /^(-?[\d.]+)?$/.test(row[at] ?? '')),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, at) => (isNumeric[at] ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0)))
      .join('  ')
      .trimEnd();
  return [line(columns), ...texts.map(line)];
}

function cellText(cell: Cell): string {
  if (cell === null) return '';
  return typeof cell === 'boolean' ? (cell ? 'yes' : 'no') : String(cell);
}

/** As JSON escapes them, all but the end of a line. */
export function escapeControls(text: string): string {
  return text.replaceAll(/(?!\n)[\p{Cc}\p{Cf}]/gu, (found) =>
    Array.from({ length: found.length }, (_, at) => `\\u${found.charCodeAt(at).toString(16).padStart(4, '0')}`).join(
      '',
    ),
  );
}
