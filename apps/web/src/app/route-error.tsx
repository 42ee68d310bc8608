import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { untilReached } from '../api/reachability.ts';
import { paths } from '../platform/paths.ts';
import { firstPageShown } from '../ui/after-first-page.ts';
import { ExchangeAway, reloadPage } from './load-chunk.ts';
import styles from './pages/status-page.module.css';

/** In place of a page that did not open. Header and the rest of the shell stay usable. */
export function RouteError({ error }: { error: unknown }) {
  useEffect(firstPageShown, []);
  return error instanceof ExchangeAway ? <Unreachable /> : <Failure error={error} />;
}

/** The page opens by itself once the exchange answers. */
function Unreachable() {
  const { t } = useTranslation();
  useEffect(() => {
    let current = true;
    void untilReached().then(() => current && location.reload());
    return () => {
      current = false;
    };
  }, []);
  return (
    <div className={styles.card} role="alert">
      <h1>{t('unreachable.title')}</h1>
      <p className="muted">{t('unreachable.body')}</p>
    </div>
  );
}

/** The page's code threw: reloads the address once, and stays where that does not help. */
function Failure({ error }: { error: unknown }) {
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
