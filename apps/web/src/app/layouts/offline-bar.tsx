import { useEffect, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
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

/** Across the top while the machine has no network, with the time of the last data. */
export function OfflineBar() {
  const { t } = useTranslation();
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const [since, setSince] = useState<Date | null>(null);
  useEffect(() => setSince(online ? null : new Date()), [online]);
  return (
    <div role="status">
      {!online && since && (
        <p className={styles.bar}>{t('shell.offline', { time: formatClock(since.getTime() / 1000) })}</p>
      )}
    </div>
  );
}
