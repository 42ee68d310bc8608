/** Markdown of operators as its reader takes it: without raw HTML, and with the hosts of links that lead outside. */
import MarkdownIt from 'markdown-it';

// A reference would let a text of some letters name a long address a thousand times.
export const markdown = new MarkdownIt({ html: false, linkify: true, typographer: false, breaks: false }).disable(
  'reference',
);

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
