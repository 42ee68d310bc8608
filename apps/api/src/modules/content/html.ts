/** Markdown of operators as HTML for everybody's browser. Whatever the operator types, the result has no script, style, form, frame or picture. */
import { DomainError } from '@pelican/shared/contracts';
import { beginningOf } from '@pelican/shared/contracts/content';
import { LRUCache } from 'lru-cache';
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

// A reference would let a text of some letters name a long address a thousand times.
const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: false }).disable('reference');

/**
 * A text may name another site than its link leads to, or one whose letters only look like those of a known one: behind a link that leads outside stands
 * its host as it is looked up, unless the text says the same.
 */
markdown.core.ruler.push('hosts_of_links', ({ tokens, Token }) => {
  for (const block of tokens) {
    let target = '';
    let text = '';
    block.children =
      block.children?.flatMap((token) => {
        if (token.type === 'link_open') [target, text] = [targetOf(token.attrGet('href') ?? ''), ''];
        else if (token.type !== 'link_close') text += token.content;
        else if (target !== '' && !isNamed(target, text)) {
          const named = new Token('text', '', 0);
          named.content = ` (${target})`;
          return [token, named];
        }
        return [token];
      }) ?? null;
  }
});

/** The host or the mail address that a link leads to; empty for one to a page of ours. */
function targetOf(href: string): string {
  if (!URL.canParse(href)) return '';
  const { host, protocol, pathname } = new URL(href);
  return protocol === 'mailto:' ? pathname : host;
}

const isNamed = (target: string, text: string): boolean => {
  const shown = text.replace(/^(https?:\/\/|mailto:)/i, '').toLowerCase();
  return shown.startsWith(target.toLowerCase()) && /^($|[/?#])/.test(shown.slice(target.length));
};

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

/** Rendered texts by their Markdown. Bounded by letters, not by number: what may write a row is not this code alone. */
const rendered = new LRUCache<string, string>({
  maxSize: 16 * 1024 * 1024,
  // An entry has a size, also an empty one.
  sizeCalculation: (html, body) => html.length + body.length + 1,
});

/**
 * HTML of a text as a row has it. Only Markdown is stored, so these rules hold for every row, whichever process wrote it.
 * @returns '' for one that the rules refuse: its writer has passed by them
 */
export function renderedOf(body: string): string {
  const known = rendered.get(body);
  if (known !== undefined) return known;
  const html = layOut(body) ?? '';
  rendered.set(body, html);
  return html;
}

/** The beginning of the paragraphs and lists of a text as plain text, as the client's lists show it. */
export function excerptOf(body: string): string {
  const tokens = markdown.parse(body, {});
  const paragraphs = tokens.filter((token, at) => token.type === 'inline' && tokens[at - 1]?.type === 'paragraph_open');
  const textOf = ({ type, content }: { type: string; content: string }) =>
    type === 'text' || type === 'code_inline' ? content : type.endsWith('break') ? ' ' : '';
  return beginningOf(paragraphs.map(({ children }) => (children ?? []).map(textOf).join('')).join(' '));
}
