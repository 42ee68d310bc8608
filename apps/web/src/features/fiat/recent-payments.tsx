import { Button } from '@mantine/core';
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { messagesOf } from '../../api/api-error.ts';
import { verifyTransaction } from '../../api/fiat.ts';
import { statementsKey, walletHistoryQuery } from '../../api/statements.ts';
import { useRefreshOnNotices } from '../../live/index.ts';
import { PaymentStatusChip } from '../../payments/payment-status.tsx';
import { walletRecordPath } from '../../platform/paths.ts';
import { notify } from '../../ui/notify.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Section } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './fiat.module.css';

const shown = 10;
const open: readonly number[] = [paymentStatus.pending, paymentStatus.unknown];

/** The newest deposits of the asset by the method with this key, each with the way to its record; an open one can be asked for at the provider. */
export function RecentPayments({ ticker, method }: { ticker: string; method: string }) {
  const { t } = useTranslation('fiat');
  const client = useQueryClient();
  const query = walletHistoryQuery({ kind: 'deposit', ticker, payment_method: method, offset: 0, limit: shown });
  const { data, error, refetch } = useQuery(query);
  useRefreshOnNotices('provider_deposit_', statementsKey);
  const verify = useMutation({
    mutationFn: verifyTransaction,
    async onSuccess({ id, status }) {
      notify.success(t('recent.verified', { id, status: t(`payments:status.${status}`) }));
      await client.invalidateQueries({ queryKey: query.queryKey });
    },
    onError: (failure) => notify.error(messagesOf(failure).join(' ')),
  });
  return (
    <Section title={t('recent.title')}>
      {error && !data && <ErrorState title={t('recent.failed')} error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Skeleton width="100%" height={64} />}
      {data?.result.length === 0 && <EmptyState text={t('recent.empty')} />}
      <ul className={styles.list}>
        {data?.result.map(({ id, amount, status }) => (
          <li key={id}>
            <Link className="standalone-link" to={walletRecordPath('deposit', id)}>
              {t('recent.open', { id })}
            </Link>
            <Amount value={amount} decimals={2} ticker={ticker} withTicker />
            <PaymentStatusChip status={status} />
            {open.includes(status) && (
              <Button
                variant="default"
                aria-label={t('recent.verifyNamed', { id })}
                loading={verify.isPending && verify.variables === id}
                onClick={() => verify.mutate(id)}
              >
                {t('recent.verify')}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}
