import type { CryptoDeposit } from '@pelican/shared/contracts/deposits';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { recentDepositsQuery } from '../../api/deposits.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { type ChipTone, StatusChip } from '../../ui/status-chip.tsx';
import styles from './deposits.module.css';

/** The newest deposits, with confirmations that count up as blocks come. */
export function RecentDeposits({ ticker }: { ticker: string }) {
  const { t } = useTranslation('deposits');
  const { data, error, refetch } = useQuery(recentDepositsQuery(ticker));
  return (
    <section className={styles.recent}>
      <h2>{t('recent')}</h2>
      {error && !data && <ErrorState title={t('recentFailed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={64} />}
      {data?.result.length === 0 && <EmptyState text={t('recentEmpty')} />}
      <ul className={styles.list}>
        {data?.result.map((deposit) => (
          <Row key={deposit.id} deposit={deposit} />
        ))}
      </ul>
    </section>
  );
}

const tones: Readonly<Record<number, ChipTone>> = {
  [paymentStatus.frozen]: 'attention',
  [paymentStatus.pending]: 'progress',
  [paymentStatus.successful]: 'done',
  [paymentStatus.successfulManual]: 'done',
};

function Row({ deposit }: { deposit: CryptoDeposit }) {
  const { t } = useTranslation('deposits');
  const { amount, ticker, status, confirmations, confirmations_needed: needed, reason, explorerLink } = deposit;
  return (
    <li className={styles.row}>
      <strong className="tabular">
        {amount} {ticker}
      </strong>
      <StatusChip tone={tones[status] ?? 'failed'} label={t(`status.${status}`)} />
      <span className="hint tabular">{t('progress', { count: confirmations, needed })}</span>
      {explorerLink !== '' && (
        <a href={explorerLink} target="_blank" rel="noreferrer">
          {t('transaction')}
        </a>
      )}
      {reason !== '' && <span className="hint">{reason}</span>}
    </li>
  );
}
