import { useTranslation } from 'react-i18next';
import { formatDateTime } from '../../../ui/format-time.ts';
import { IconAlertTriangle } from '../../../ui/icons.ts';
import styles from './deletion-banner.module.css';
import { useKeepAccount } from './use-deletion.ts';

/** Above every page of an account whose owner has asked for its deletion: the day, and the way to keep the account. */
export function DeletionBanner({ deletesAt }: { deletesAt: number }) {
  const { t } = useTranslation('settings-deletion');
  const { mutate, isPending } = useKeepAccount();
  // The button goes with the banner; the focus must not be lost with it.
  const leave = () => document.getElementById('main')?.focus();
  return (
    <section className={styles.banner} aria-label={t('onItsWay')}>
      <IconAlertTriangle size={18} aria-hidden />
      <p>{t('banner', { time: formatDateTime(deletesAt) })}</p>
      <button type="button" disabled={isPending} onClick={() => mutate(undefined, { onSuccess: leave })}>
        {t('keep')}
      </button>
    </section>
  );
}
