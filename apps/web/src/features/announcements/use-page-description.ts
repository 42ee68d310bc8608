import { useEffect } from 'react';

/** Sets the description of the page, and that of the previews of links, to that of what it shows; undefined until it is known. */
export function usePageDescription(text: string | undefined): void {
  useEffect(() => {
    if (text === undefined) return;
    for (const name of ['meta[name="description"]', 'meta[property="og:description"]'])
      document.head.querySelector(name)?.setAttribute('content', text);
  }, [text]);
}
