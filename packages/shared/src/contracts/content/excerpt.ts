const lettersMax = 220;

/** The beginning of a plain text, for lists and for search engines: whole words, with a mark where more follows. */
export function beginningOf(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= lettersMax) return line;
  const cut = line.slice(0, lettersMax);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), lettersMax / 2))}…`;
}
