/** How texts of operators begin, for lists and for search engines. */
import { markdown } from './markdown.ts';
import { cacheByText } from './text-cache.ts';

const lettersMax = 220;

/** The beginning of the paragraphs and lists of a text as plain text. */
export const excerptOf = cacheByText((body) => {
  const tokens = markdown.parse(body, {});
  const paragraphs = tokens.filter((token, at) => token.type === 'inline' && tokens[at - 1]?.type === 'paragraph_open');
  const textOf = ({ type, content }: { type: string; content: string }) =>
    type === 'text' || type === 'code_inline' ? content : type.endsWith('break') ? ' ' : '';
  return shorten(paragraphs.map(({ children }) => (children ?? []).map(textOf).join('')).join(' '));
});

/** Whole words, with a mark where more follows. */
function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= lettersMax) return line;
  const cut = line.slice(0, lettersMax);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), lettersMax / 2))}…`;
}
