import { useTranslation } from 'react-i18next';
import { usePreferences } from '../../platform/preferences.ts';
import styles from './cookie-notice.module.css';

export function CookieNotice() {
  const { t } = useTranslation();
  const closed = usePreferences((preferences) => preferences.cookiesClosed);
  const set = usePreferences((preferences) => preferences.set);
  if (closed) return null;
  return (
    <section className={styles.notice} aria-label={t('cookies.label')}>
      <p>{t('cookies.text')}</p>
      <button type="button" onClick={() => set({ cookiesClosed: true })}>
        {t('cookies.close')}
      </button>
    </section>
  );
}
