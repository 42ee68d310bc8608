import { useTranslation } from 'react-i18next';
import { useWithdrawalLock } from '../../../identity/use-withdrawal-lock.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import styles from './security.module.css';

/** Says that nothing can be withdrawn, until when, and how long that is. */
export function WithdrawalLock() {
  const { t } = useTranslation('settings-security');
  const lock = useWithdrawalLock();
  if (!lock) return null;
  return (
    <div className={styles.lock}>
      <IconAlertTriangle size={20} aria-hidden />
      <div>
        <strong>{t('lock.title')}</strong>
        <p className="tabular">{t('lock.text', { ...lock })}</p>
      </div>
    </div>
  );
}
