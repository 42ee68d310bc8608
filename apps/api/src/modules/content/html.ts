/** Markdown of operators as HTML for everybody's browser. Whatever the operator types, the result has no script, style, form, frame or picture. */
import { DomainError } from '@pelican/shared/contracts';
import sanitizeHtml from 'sanitize-html';
import { markdown } from './markdown.ts';
import { cacheByText } from './text-cache.ts';

/** Letters of HTML that a text may become: lists answer many whole ones. */
const htmlMax = 65_536;

/** Beside what markdown-it refuses already: a second wall, with a list of its own. */
const rules: sanitizeHtml.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code', 'em', 'strong', 's', 'a'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: { a: ['href', 'rel', 'target'], ol: ['start'] },
  allowedSchemes: ['https', 'http', 'mailto'],
  allowProtocolRelative: false,
  // The title of the page is its one h1.
  transformTags: {
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    a: (tagName, attributes) => {
      const href = attributes.href ?? '';
      const isOwn = href.startsWith('/') || href.startsWith('#');
      const outside = { rel: 'noopener noreferrer nofollow', target: '_blank' };
      return { tagName, attribs: { href, ...(isOwn ? {} : outside) } };
    },
  },
};

/** @param field of the request that the text is in @throws DomainError invalid_argument for one that becomes too long */
export function htmlOf(text: string, field: string): string {
  const html = layOut(text);
  if (html === undefined)
    throw new DomainError('invalid_argument', { fields: { [field]: ['The text is too long once it is laid out'] } });
  return html;
}

/** @returns undefined for a text that becomes too long */
function layOut(text: string): string | undefined {
  const raw = markdown.render(text);
  // What is far too long is not read a second time.
  if (raw.length > 2 * htmlMax) return undefined;
  const html = sanitizeHtml(raw, rules).trim();
  return html.length > htmlMax ? undefined : html;
}

/**
 * HTML of a text as a row has it. Only Markdown is stored, so these rules hold for every row, whichever process wrote it.
 * @returns '' for one that the rules refuse: its writer has passed by them
 */
export const renderedOf = cacheByText((body) => layOut(body) ?? '');
