const lettersMax = 220;

/** The beginning of a text without its marks; nothing of it is run or loaded. */
export function excerptOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html.replaceAll(/<\/(p|li|h\d|tr)>/g, ' $&'), 'text/html');
  const text = (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
  if (text.length <= lettersMax) return text;
  const cut = text.slice(0, lettersMax);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), lettersMax / 2))}…`;
}
