import type { RequestedWithdrawal } from '@pelican/shared/contracts/withdrawals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { withdrawalMethodsQuery } from '../../api/payments.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { BankWithdrawForm } from './bank-form.tsx';
import type { PendingWithdrawal } from './confirm-step.tsx';
import { ConfirmStep } from './confirm-step.tsx';
import './messages.ts';
import { Needs } from './needs.tsx';
import { RecentWithdrawals } from './recent-withdrawals.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import styles from './withdrawals.module.css';

/** Takes money of one asset out: by which network, to which address, how much; then the confirmation. */
export function Component() {
  const { t } = useTranslation('withdrawals');
  const { ticker = '' } = useParams();
  usePageTitle(t('title', { ticker }));
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <CoinIcon ticker={ticker} size={32} /> {t('title', { ticker })}
      </h1>
      <div className={styles.columns}>
        <Steps key={ticker} ticker={ticker} />
        <RecentWithdrawals ticker={ticker} />
      </div>
    </div>
  );
}

function Steps({ ticker }: { ticker: string }) {
  const { t } = useTranslation('withdrawals');
  const { data, error, refetch } = useQuery(withdrawalMethodsQuery(ticker));
  const [pending, setPending] = useState<PendingWithdrawal>();
  if (error && !data)
    return <ErrorState title={t('notLoaded', { ticker })} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="100%" height={420} />;
  const networks = data.paymentList.filter(({ type }) => type === 'crypto');
  const bank = data.paymentList.find(({ type }) => type === 'bank');
  if (networks.length === 0 && !bank) return <EmptyState text={t('noNetworks', { ticker })} />;
  if (pending) return <ConfirmStep pending={pending} onEnd={() => setPending(undefined)} />;
  const begin = ({ id, net, address, memo, expiresAt, sent }: RequestedWithdrawal) =>
    setPending({ id, ticker, net, address, memo, expiresAt, sent });
  return (
    <div className={styles.form}>
      <Needs />
      {bank ? (
        <BankWithdrawForm ticker={ticker} method={bank} onRequested={begin} />
      ) : (
        <WithdrawForm ticker={ticker} methods={networks} onRequested={begin} />
      )}
    </div>
  );
}
