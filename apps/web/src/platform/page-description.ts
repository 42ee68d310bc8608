/** What the head says of a page beside its title (page-title.ts): to search engines, and to previews of links. */
import { useEffect } from 'react';

export interface PageDescription {
  text: string;
  /** Whether search engines list the page. */
  isListed: boolean;
}

/** Sets the description of the page, and that of the previews of links, and what search engines are to do with it. */
export function describePage({ text, isListed }: PageDescription): void {
  const contents = {
    'meta[name="description"]': text,
    'meta[property="og:description"]': text,
    'meta[name="robots"]': isListed ? 'index, follow' : 'noindex',
  };
  for (const [selector, content] of Object.entries(contents))
    document.head.querySelector(selector)?.setAttribute('content', content);
}

/** Of a page that shows one item; undefined until that is known. */
export function usePageDescription(text: string | undefined, isListed: boolean): void {
  useEffect(() => {
    if (text !== undefined) describePage({ text, isListed });
  }, [text, isListed]);
}
