import './messages.ts';
import { createPageTable, type PageMatch } from '@pelican/shared/client-paths';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { defaultLanguage, languages, pathInLanguage } from '../../platform/language.ts';
import { type PageRow, pageRows } from './pages.ts';

const findPage = createPageTable(pageRows);

function setContent(selector: string, content: string): void {
  document.head.querySelector(selector)?.setAttribute('content', content);
}

/** The address that search engines keep: without a query, and another page's where this one is a variant. */
function canonicalPath({ page, pair }: PageMatch<PageRow>, pathname: string): string {
  if (page.canonical !== undefined) return page.canonical;
  if (pair !== undefined) return page.path.replace(':pair', pair);
  return /[:*]/.test(page.path) ? pathname : page.path;
}

function setLinks(path: string, language: string): void {
  const { origin } = location;
  const address = (code: string) => origin + pathInLanguage(path, code);
  for (const link of document.head.querySelectorAll('link[rel="canonical"], link[rel="alternate"]')) link.remove();
  const add = (attributes: Record<string, string>) =>
    document.head.append(Object.assign(document.createElement('link'), attributes));
  add({ rel: 'canonical', href: address(language) });
  for (const code of languages) add({ rel: 'alternate', hreflang: code, href: address(code) });
  add({ rel: 'alternate', hreflang: 'x-default', href: address(defaultLanguage) });
  setContent('meta[property="og:url"]', address(language));
}

/**
 * Keeps in step with the page what the server has put into the head of the HTML: all but the title, which is the page's own, and the
 * description of a page that shows one item, which is the item's.
 */
export function PageMeta() {
  const { pathname } = useLocation();
  const { t, i18n } = useTranslation('app-page-meta');
  const { language } = i18n;
  useEffect(() => {
    const match = findPage(pathname);
    const name = match?.page.description;
    const description = t(`description.${name ?? 'welcome'}`, { pair: match?.pair });
    const item = match?.page.item;
    setContent('meta[property="og:type"]', item === undefined ? 'website' : 'article');
    if (item === undefined) {
      setContent('meta[name="description"]', description);
      setContent('meta[property="og:description"]', description);
    }
    setContent('meta[name="robots"]', name === undefined ? 'noindex' : 'index, follow');
    setLinks(match ? canonicalPath(match, pathname) : pathname, language);
  }, [pathname, t, language]);
  return null;
}
