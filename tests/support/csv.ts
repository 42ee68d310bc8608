/** The rows of a CSV by the names of its columns. No cell has a line break. */
export function parseCsv(content: Buffer): Record<string, string>[] {
  const text = content.toString('utf8').replace(/^\u{feff}/u, '');
  const [names = [], ...lines] = text.split('\r\n').filter(Boolean).map(cellsOf);
  return lines.map((cells) => Object.fromEntries(names.map((name, at) => [name, cells[at] ?? ''])));
}

function cellsOf(line: string): string[] {
  const cells = [...line.matchAll(/("(?:[^"]|"")*"|[^,"]*)(?:,|$)/g)].map(([, cell = '']) => cell);
  // The end of the line matches once more.
  return cells.slice(0, -1).map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell));
}
