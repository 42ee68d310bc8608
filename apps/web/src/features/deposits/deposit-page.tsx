import { NativeSelect } from '@mantine/core';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { depositMethodsQuery } from '../../api/deposits.ts';
import { WayNote } from '../../payments/way-note.tsx';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { PageSkeleton } from '../../ui/page-skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { DepositAddressCard } from './deposit-address.tsx';
import styles from './deposits.module.css';
import english from './locales/en.json';
import { RecentDeposits } from './recent-deposits.tsx';

addMessages('deposits', english);

/** /wallet/deposit/{ticker}: the network first, then its address. */
export function Component() {
  const { ticker = '' } = useParams();
  return <Deposit key={ticker} ticker={ticker.toUpperCase()} />;
}

function Deposit({ ticker }: { ticker: string }) {
  const { t } = useTranslation('deposits');
  usePageTitle(t('title', { ticker }));
  const { data, error, refetch } = useQuery(depositMethodsQuery(ticker));
  if (error && !data)
    return (
      <div className={styles.page}>
        <ErrorState title={t('methodsFailed')} error={error} onRetry={() => void refetch()} />
      </div>
    );
  if (!data) return <PageSkeleton />;
  const methods = data.paymentList.filter(({ network }) => network !== null);
  return (
    <div className={styles.page}>
      <h1>{t('title', { ticker })}</h1>
      {methods.length === 0 ? (
        <EmptyState text={t('none', { ticker })} />
      ) : (
        <>
          <Ways ticker={ticker} methods={methods} />
          <RecentDeposits ticker={ticker} />
        </>
      )}
    </div>
  );
}

function Ways({ ticker, methods }: { ticker: string; methods: PaymentMethod[] }) {
  const { t } = useTranslation('deposits');
  const [only, ...others] = methods;
  const [key, setKey] = useState(others.length === 0 ? (only?.network?.key ?? '') : '');
  const method = methods.find((one) => one.network?.key === key);
  return (
    <>
      <NativeSelect
        label={t('network')}
        description={t('networkAbout')}
        className={styles.network ?? ''}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
        data={[
          { value: '', label: t('chooseNetwork'), disabled: true },
          ...methods.map(({ network }) => ({ value: network?.key ?? '', label: network?.name ?? '' })),
        ]}
      />
      {method && <WayNote ticker={ticker} method={method} way="deposit" />}
      {method?.enabled && <DepositAddressCard key={key} ticker={ticker} method={method} />}
    </>
  );
}
