import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { systemQuery } from '../../api/system.ts';
import { languages, pathInLanguage } from '../../platform/language.ts';
import { Logo } from '../../ui/logo.tsx';
import styles from './footer.module.css';
import { footerLinks } from './menu-entries.ts';
import { ThemeToggle } from './theme-toggle.tsx';

/** The social addresses are the operator's: only https links of the configuration become links. */
function SocialLinks() {
  const { data } = useQuery(systemQuery);
  const links = Object.entries(data?.social_links ?? {}).filter(([, address]) => address.startsWith('https://'));
  if (links.length === 0) return null;
  return (
    <ul className={styles.links}>
      {links.map(([name, address]) => (
        <li key={name}>
          <a href={address} rel="noopener noreferrer" target="_blank">
            {name.charAt(0).toUpperCase() + name.slice(1)}
          </a>
        </li>
      ))}
    </ul>
  );
}

function LanguageLinks() {
  const { t, i18n } = useTranslation();
  const { pathname } = useLocation();
  if (languages.length < 2) return null;
  return (
    <nav aria-label={t('app-layouts:footer.languages')}>
      <ul className={styles.links}>
        {languages.map((language) => (
          <li key={language}>
            <a
              href={pathInLanguage(pathname, language)}
              lang={language}
              aria-current={language === i18n.language ? 'true' : undefined}
            >
              {new Intl.DisplayNames([language], { type: 'language' }).of(language)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
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
        <nav aria-label={t('app-layouts:footer.pages')}>
          <ul className={styles.links}>
            {footerLinks.map((entry) => (
              <li key={entry.to}>
                <Link to={entry.to}>{t(entry.key)}</Link>
              </li>
            ))}
          </ul>
        </nav>
        <SocialLinks />
        <LanguageLinks />
        <div className={styles.end}>
          <span className="hint">{t('app-layouts:footer.risk')}</span>
          <ThemeToggle />
        </div>
      </div>
    </footer>
  );
}
