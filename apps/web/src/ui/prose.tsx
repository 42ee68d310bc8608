import type { MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { locateLanguage, pathInLanguage } from '../platform/language.ts';
import { isServerPath } from '../platform/paths.ts';
import styles from './prose.module.css';

interface ProseProps {
  /** As the server has made and sanitised it. */
  html: string;
  /** Of the text, which may differ from the page's. */
  lang?: string;
}

/** Links to pages of this client that name no language lead to those of the reader's; documents of the server have none. */
function withLanguage(html: string, language: string): string {
  return html.replaceAll(/(<a\b[^>]*? href=")(\/(?!\/)[^"]*)/g, (link, before: string, path: string) => {
    const pathname = path.split(/[?#]/)[0] as string;
    const isPage = !isServerPath(pathname) && locateLanguage(pathname).basename === '';
    return isPage ? before + pathInLanguage(path, language) : link;
  });
}

/** A text of operators with its headings, lists and links. */
export function Prose({ html, lang }: ProseProps) {
  const { i18n } = useTranslation();
  const navigate = useNavigate();
  const follow = (event: MouseEvent) => {
    const link = event.target instanceof Element && event.target.closest('a');
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
    // Another language, a document of the server and another site are loaded as pages of their own.
    if (link.origin !== location.origin || link.target || isServerPath(link.pathname)) return;
    const { language, basename } = locateLanguage(link.pathname);
    if (language !== i18n.language) return;
    event.preventDefault();
    void navigate((link.pathname.slice(basename.length) || '/') + link.search + link.hash);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the links inside take the focus and the keys, this hears of them
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click of it
    <div
      className={styles.prose}
      data-prose
      lang={lang}
      onClick={follow}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: the server's own HTML, made and sanitised where it is read; the page's policy allows no inline script
      dangerouslySetInnerHTML={{ __html: withLanguage(html, i18n.language) }}
    />
  );
}
