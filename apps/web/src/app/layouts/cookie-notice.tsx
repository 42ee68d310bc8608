import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { cookiesPath } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import styles from './cookie-notice.module.css';

/** @param inFlow at the end of the page instead of over it: on a page of a form nothing may cover the form's button */
export function CookieNotice({ inFlow }: { inFlow: boolean }) {
  const { t } = useTranslation();
  const closed = usePreferences((preferences) => preferences.cookiesClosed);
  const set = usePreferences((preferences) => preferences.set);
  if (closed) return null;
  return (
    <section className={styles.notice} data-in-flow={inFlow || undefined} aria-label={t('cookies.label')}>
      <p>
        {t('cookies.text')} <Link to={cookiesPath}>{t('cookies.policy')}</Link>
      </p>
      <button type="button" onClick={() => set({ cookiesClosed: true })}>
        {t('cookies.close')}
      </button>
    </section>
  );
}
