import { useTranslation } from 'react-i18next';
import { useSession } from '../../../api/session.ts';
import styles from '../../../terminal/form/order-form.module.css';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { TransferButton } from '../bottom/transfer-button.tsx';

/** What the trade wallet holds free of the ticker, and the way to get more there. */
export function AvailableLine({ ticker, available }: { ticker: string; available: string | null }) {
  const { t } = useTranslation('spot');
  const { isSignedIn } = useSession();
  return (
    <p className={styles.available}>
      <span>
        {t('form.available')}{' '}
        <b>{available === null ? '–' : `${formatUpTo(available, 8, groupingOf(ticker))} ${ticker}`}</b>
      </span>
      {isSignedIn && <TransferButton ticker={ticker} />}
    </p>
  );
}
