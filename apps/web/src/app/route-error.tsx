import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useRouteError } from 'react-router-dom';
import { paths } from '../platform/paths.ts';
import { reloadPage } from './load-chunk.ts';
import styles from './pages/status-page.module.css';

/** In place of a page whose code threw: reloads the address once, and stays where that does not help. Header and the rest of the shell stay usable. */
export function RouteError() {
  const error = useRouteError();
  const { t } = useTranslation();
  useEffect(() => {
    reportError(error);
    // The address is the one of the link that was followed: loaded anew it may open.
    void reloadPage();
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
