import type { CryptoDeposit } from '@pelican/shared/contracts/deposits';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { recentDepositsQuery } from '../../api/deposits.ts';
import { PaymentStatusChip } from '../../payments/payment-status.tsx';
import { paths, walletRecordPath } from '../../platform/paths.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
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
      {data && data.result.length > 0 && (
        <Link
          className="standalone-link"
          to={`${paths.walletHistory}?tab=deposit&ticker=${encodeURIComponent(ticker)}`}
        >
          {t('all')}
        </Link>
      )}
    </section>
  );
}

function Row({ deposit }: { deposit: CryptoDeposit }) {
  const { t } = useTranslation('deposits');
  const { id, amount, ticker, status, confirmations, confirmations_needed: needed, reason, explorerLink } = deposit;
  return (
    <li className={styles.row}>
      <strong className="tabular">
        {amount} {ticker}
      </strong>
      <PaymentStatusChip status={status} />
      <span className="hint tabular">{t('progress', { count: confirmations, needed })}</span>
      {explorerLink !== '' && (
        <a className="standalone-link" href={explorerLink} target="_blank" rel="noreferrer">
          {t('transaction')}
        </a>
      )}
      <Link
        className="standalone-link"
        to={walletRecordPath('deposit', id)}
        aria-label={t('openNamed', { amount, ticker })}
      >
        {t('open')}
      </Link>
      {reason !== '' && <span className="hint">{reason}</span>}
    </li>
  );
}
