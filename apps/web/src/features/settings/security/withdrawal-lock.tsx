import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../ui/format-time.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import { useCountdown } from '../../../ui/use-countdown.ts';
import styles from './security.module.css';

const secondsOfHour = 3_600;
const secondsOfMinute = 60;

/** Says that nothing can be withdrawn, until when, and how long that is. @param until Unix seconds; null for no lock */
export function WithdrawalLock({ until }: { until: number | null }) {
  const { t } = useTranslation('settings-security');
  const left = useCountdown(until === null ? null : until * 1_000);
  if (until === null || left === 0) return null;
  const values = {
    until: formatDateTime(until),
    hours: Math.floor(left / secondsOfHour),
    minutes: Math.floor((left % secondsOfHour) / secondsOfMinute),
  };
  return (
    <div className={styles.lock}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{t('lock.title')}</strong>
        <p className="tabular">{t('lock.text', values)}</p>
      </div>
    </div>
  );
}
