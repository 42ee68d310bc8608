import { useEffect } from 'react';
import { siteName } from './site-name.ts';

/** Sets the tab's title, and that of the previews of links, to "text | Pelican", or to the site's name alone. */
export function usePageTitle(text: string | null): void {
  useEffect(() => {
    document.title = text ? `${text} | ${siteName}` : siteName;
    document.querySelector('meta[property="og:title"]')?.setAttribute('content', document.title);
  }, [text]);
}
