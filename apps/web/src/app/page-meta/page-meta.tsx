import './messages.ts';
import { canonicalPath, createPageTable } from '@pelican/shared/client-paths';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { defaultLanguage, languages, pathInLanguage } from '../../platform/language.ts';
import { describePage } from '../../platform/page-description.ts';
import { pageRows } from './pages.ts';

const findPage = createPageTable(pageRows);

function setContent(selector: string, content: string): void {
  document.head.querySelector(selector)?.setAttribute('content', content);
}

/** @param path undefined for a page that has no address for search engines */
function setLinks(path: string | undefined, language: string): void {
  for (const link of document.head.querySelectorAll('link[rel="canonical"], link[rel="alternate"]')) link.remove();
  const address = (code: string) => (path === undefined ? '' : location.origin + pathInLanguage(path, code));
  setContent('meta[property="og:url"]', address(language));
  if (path === undefined) return;
  const add = (attributes: Record<string, string>) =>
    document.head.append(Object.assign(document.createElement('link'), attributes));
  add({ rel: 'canonical', href: address(language) });
  for (const code of languages) add({ rel: 'alternate', hreflang: code, href: address(code) });
  add({ rel: 'alternate', hreflang: 'x-default', href: address(defaultLanguage) });
}

/**
 * Keeps in step with the page what the server has put into the head of the HTML: all but the title, which is the page's own, and the
 * description of a page that shows one item, which says itself whether there is such an item.
 */
export function PageMeta() {
  const { pathname } = useLocation();
  const { t, i18n } = useTranslation('app-page-meta');
  const { language } = i18n;
  useEffect(() => {
    const match = findPage(pathname);
    const name = match?.page.description;
    const hasAddress = name !== undefined;
    const isListed = hasAddress && !match?.page.unlisted;
    const item = match?.page.item;
    setContent('meta[property="og:type"]', item === undefined ? 'website' : 'article');
    if (item === undefined)
      describePage({ text: t(`description.${name ?? 'welcome'}`, { pair: match?.pair }), isListed });
    setLinks(match && hasAddress ? canonicalPath(match.page, match) : undefined, language);
  }, [pathname, t, language]);
  return null;
}
