import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import styles from './pages/status-page.module.css';

/** Shown in place of a page whose code threw. Header and the rest of the shell stay usable. */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  useEffect(() => {
    reportError(error);
  }, [error]);
  return (
    <div className={styles.card} role="alert">
      <h1>{t('routeError.title')}</h1>
      <p className="muted">{t('routeError.body')}</p>
      <div className={styles.actions}>
        <button type="button" className={styles.action} onClick={() => location.reload()}>
          {t('routeError.reload')}
        </button>
        <Link to={paths.welcome} reloadDocument>
          {t('routeError.home')}
        </Link>
      </div>
    </div>
  );
}
