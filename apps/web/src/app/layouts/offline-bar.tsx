import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { exchangeIsAway } from '../../api/reachability.ts';
import { serverNow } from '../../platform/clock.ts';
import { formatClock } from '../../ui/format-time.ts';
import styles from './offline-bar.module.css';

function subscribe(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Across the top while the machine has no network, with the time of the last data, or while the exchange does not answer. */
export function OfflineBar() {
  const { t } = useTranslation();
  const isAway = useStore(exchangeIsAway);
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [since, setSince] = useState<number | null>(null);
  useEffect(() => setSince(online ? null : serverNow()), [online]);
  return (
    <div role="status">
      {!online && since !== null && (
        <p className={styles.bar}>{t('shell.offline', { time: formatClock(since / 1000) })}</p>
      )}
      {online && isAway && (
        <p className={styles.bar}>
          {t('unreachable.title')}. {t('unreachable.body')}
        </p>
      )}
    </div>
  );
}
