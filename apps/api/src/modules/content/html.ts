/** Markdown of operators as HTML for everybody's browser. Whatever the operator types, the result has no script, style, form, frame or picture. */
import MarkdownIt from 'markdown-it';
import sanitizeHtml from 'sanitize-html';

const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: false });

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

export function htmlOf(text: string): string {
  return sanitizeHtml(markdown.render(text), rules).trim();
}
