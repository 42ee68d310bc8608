import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { systemQuery } from '../../api/system.ts';
import { IconChevronDown } from '../../ui/icons.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './footer.module.css';
import { LanguageLinks } from './language-links.tsx';
import { type FooterColumn, footerColumns } from './menu-entries.ts';
import { ThemeToggle } from './theme-toggle.tsx';
import { useShownEntries } from './use-shown-entries.ts';

const wide = matchMedia('(min-width: 768px)');

function subscribe(listener: () => void): () => void {
  wide.addEventListener('change', listener);
  return () => wide.removeEventListener('change', listener);
}

function ExternalLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <a href={to} rel="noopener noreferrer" target="_blank">
      {children}
    </a>
  );
}

/** Links of the column that lead elsewhere. */
function ElsewhereLinks({ name }: Pick<FooterColumn, 'name'>) {
  const { t } = useTranslation('app-layouts');
  const { data } = useQuery(systemQuery);
  const address = name === 'help' ? '/docs' : name === 'company' ? data?.blog_link : null;
  if (!address) return null;
  return (
    <li>
      <ExternalLink to={address}>{t(name === 'help' ? 'nav.docs' : 'nav.blog')}</ExternalLink>
    </li>
  );
}

/** A column of links; on a phone it is folded under its heading. */
function Column({ name, links }: FooterColumn) {
  const { t } = useTranslation('app-layouts');
  const isWide = useSyncExternalStore(subscribe, () => wide.matches);
  const shown = useShownEntries();
  const list = (
    <ul className={styles.links}>
      {shown(links).map((entry) => (
        <li key={entry.to}>
          <Link to={entry.to}>{t(entry.key)}</Link>
        </li>
      ))}
      <ElsewhereLinks name={name} />
    </ul>
  );
  const title = t(`footer.${name}`);
  if (!isWide)
    return (
      <details className={styles.column}>
        <summary>
          {title}
          <IconChevronDown size={16} aria-hidden />
        </summary>
        {list}
      </details>
    );
  return (
    <nav className={styles.column} aria-label={title}>
      <h2>{title}</h2>
      {list}
    </nav>
  );
}

/** What the operator has elsewhere: social networks, and stores that have the app. */
function OperatorLinks() {
  const { t } = useTranslation('app-layouts');
  const { data } = useQuery(systemQuery);
  const social = Object.entries(data?.social_links ?? {});
  const stores = Object.entries(data?.app_links ?? {});
  const groups = [
    {
      title: t('footer.social'),
      links: social.map(([name, to]) => ({ to, text: name[0]?.toUpperCase() + name.slice(1) })),
    },
    { title: t('footer.stores'), links: stores.map(([name, to]) => ({ to, text: t(`footer.store.${name}`) })) },
  ].filter(({ links }) => links.length > 0);
  return groups.map(({ title, links }) => (
    <nav key={title} aria-label={title}>
      <ul className={styles.row}>
        {links.map(({ to, text }) => (
          <li key={to}>
            <ExternalLink to={to}>{text}</ExternalLink>
          </li>
        ))}
      </ul>
    </nav>
  ));
}

export function Footer() {
  const { t } = useTranslation();
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <button
          type="button"
          className={styles.top}
          onClick={() => scrollTo({ top: 0, behavior: 'smooth' })}
          aria-label={t('app-layouts:footer.toTop')}
        >
          <Logo size={24} />
        </button>
        <div className={styles.columns}>
          {footerColumns.map((column) => (
            <Column key={column.name} {...column} />
          ))}
        </div>
        <OperatorLinks />
        <LanguageLinks className={styles.row} />
        <div className={styles.end}>
          <span className="hint">{t('app-layouts:footer.risk')}</span>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}
