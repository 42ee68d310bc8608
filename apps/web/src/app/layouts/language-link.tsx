import type { clientLanguages } from '@pelican/shared/contracts/system';
import type { ComponentProps, MouseEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router-dom';
import { pathInLanguage } from '../../platform/language.ts';
import styles from './language-link.module.css';
import { switchLanguage } from './language-switch.ts';

interface Props extends ComponentProps<'a'> {
  language: (typeof clientLanguages)[number];
}

/** The same page in another language. */
export function LanguageLink({ language: { code, name }, ...rest }: Props) {
  const { i18n } = useTranslation();
  const page = useLocation();
  const open = (event: MouseEvent) => {
    // A new tab has nothing of what was typed into this one.
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    void switchLanguage(code, page);
  };
  return (
    <a
      {...rest}
      href={pathInLanguage(page.pathname, code) + page.search + page.hash}
      lang={code}
      hrefLang={code}
      aria-current={code === i18n.language ? 'true' : undefined}
      onClick={open}
    >
      <span className={styles.name}>{name}</span>
    </a>
  );
}
