import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import styles from './status-page.module.css';

/** What an address without a page shows. */
export function Component() {
  const { t } = useTranslation();
  usePageTitle(t('notFound.title'));
  return (
    <div className={styles.card}>
      <span className={styles.code} aria-hidden>
        404
      </span>
      <h1>{t('notFound.title')}</h1>
      <p className="muted">{t('notFound.body')}</p>
      <div className={styles.actions}>
        <Link className={styles.action} to={paths.welcome}>
          {t('notFound.main')}
        </Link>
        <Link to={paths.market}>{t('notFound.markets')}</Link>
      </div>
    </div>
  );
}
