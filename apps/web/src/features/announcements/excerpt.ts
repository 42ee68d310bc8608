const lettersMax = 220;

/** The beginning of the paragraphs and lists of a text, without its marks; nothing of it is run or loaded. */
export function excerptOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const parts = [...body.querySelectorAll('p, li')].map((part) => part.textContent ?? '');
  const text = parts.join(' ').replaceAll(/\s+/g, ' ').trim();
  if (text.length <= lettersMax) return text;
  const cut = text.slice(0, lettersMax);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), lettersMax / 2))}…`;
}
