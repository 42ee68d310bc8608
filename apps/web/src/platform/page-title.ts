import { useEffect } from 'react';

export const siteName = 'Pelican';

/** Sets the tab's title to "text | Pelican", or the site's name alone. */
export function usePageTitle(text: string | null): void {
  useEffect(() => {
    document.title = text ? `${text} | ${siteName}` : siteName;
  }, [text]);
}
