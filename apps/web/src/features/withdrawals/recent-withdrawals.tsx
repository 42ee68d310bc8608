import { Button } from '@mantine/core';
import type { WithdrawalView } from '@pelican/shared/contracts/withdrawals';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { balancesKey } from '../../api/wallet.ts';
import { cancelWithdrawal, recentWithdrawalsQuery, withdrawalsKey } from '../../api/withdrawals.ts';
import { PaymentStatusChip } from '../../payments/payment-status.tsx';
import { paths, walletRecordPath } from '../../platform/paths.ts';
import { confirm } from '../../ui/confirm.ts';
import { Moment } from '../../ui/moment.tsx';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Section } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './withdrawals.module.css';

const shown = 3;
/** So many are looked at for one that is to be confirmed. */
const loaded = 10;

/** The newest ones of the asset. */
export const newestQuery = (ticker: string) => recentWithdrawalsQuery(ticker, loaded);

interface RecentProps {
  /** Leads to the step that takes the code. */
  onConfirm: (withdrawal: WithdrawalView) => void;
}

/** The newest withdrawals of the asset, each with what becomes of it. */
export function RecentWithdrawals({ ticker, onConfirm }: RecentProps & { ticker: string }) {
  const { t } = useTranslation('withdrawals');
  const { data, error, refetch } = useQuery(newestQuery(ticker));
  return (
    <Section title={t('recent.title')}>
      {error && !data && <ErrorState title={t('recent.failed')} error={error} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton width="100%" height={120} />}
      {data?.result.length === 0 && <EmptyState text={t('recent.empty', { ticker })} />}
      {data && data.result.length > 0 && (
        <ul className={styles.recent}>
          {data.result.slice(0, shown).map((withdrawal) => (
            <Recent key={withdrawal.id} withdrawal={withdrawal} onConfirm={onConfirm} />
          ))}
        </ul>
      )}
      {data && data.result.length > 0 && (
        <Link to={`${paths.walletHistory}?tab=withdrawal&ticker=${encodeURIComponent(ticker)}`}>{t('recent.all')}</Link>
      )}
    </Section>
  );
}

function Recent({ withdrawal, onConfirm }: RecentProps & { withdrawal: WithdrawalView }) {
  const { t } = useTranslation('withdrawals');
  const { id, amount, ticker, status, createdAt, address, reason, canCancel, confirmBy, explorerLink } = withdrawal;
  const cancel = useCancel(withdrawal);
  return (
    <li>
      <span className={styles.line}>
        <strong>
          <Amount value={amount} ticker={ticker} withTicker />
        </strong>
        <PaymentStatusChip status={status} />
      </span>
      <span className={`hint ${styles.address}`}>{address}</span>
      {reason !== '' && <span className="hint">{reason}</span>}
      <span className={styles.line}>
        <span className="hint">
          <Moment seconds={createdAt / 1_000} />
        </span>
        {explorerLink !== '' && (
          <a className="standalone-link" href={explorerLink} target="_blank" rel="noreferrer">
            {t('recent.explorer')}
          </a>
        )}
        <Link
          className="standalone-link"
          to={walletRecordPath('withdrawal', id)}
          aria-label={t('recent.openNamed', { amount, ticker })}
        >
          {t('recent.open')}
        </Link>
        {confirmBy.length > 0 && (
          <Button
            size="xs"
            aria-label={t('confirm.enterNamed', { amount, ticker })}
            onClick={() => onConfirm(withdrawal)}
          >
            {t('confirm.enter')}
          </Button>
        )}
        {canCancel && (
          <Button variant="default" size="xs" aria-label={t('cancel.named', { amount, ticker })} onClick={cancel}>
            {t('cancel.verb')}
          </Button>
        )}
      </span>
    </li>
  );
}

/** Asks, and then cancels. */
function useCancel({ id, amount, ticker }: WithdrawalView): () => void {
  const { t } = useTranslation('withdrawals');
  const client = useQueryClient();
  const cancel = useMutation({
    mutationFn: () => cancelWithdrawal(id),
    onSuccess: () => notify.success(t('cancel.done', { amount, ticker })),
    onError: (error) => notify.error(messagesOf(error).join(' ')),
    onSettled: () =>
      Promise.all(
        [balancesKey, withdrawalsKey].map((queryKey) => client.invalidateQueries({ queryKey: [...queryKey] })),
      ),
  });
  const question = {
    title: t('cancel.ask', { amount, ticker }),
    body: t('cancel.text'),
    confirmLabel: t('cancel.verb'),
    tone: 'danger',
  } as const;
  return () => void confirm(question).then((yes) => yes && cancel.mutate());
}
