import { beginningOf } from '@pelican/shared/contracts/content';

/** The beginning of the paragraphs and lists of a text, without its marks; nothing of it is run or loaded. */
export function excerptOf(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  const outermost = [...body.querySelectorAll('p, li')].filter((part) => !part.parentElement?.closest('p, li'));
  return beginningOf(outermost.map((part) => part.textContent ?? '').join(' '));
}
