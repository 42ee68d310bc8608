import { NativeSelect } from '@mantine/core';
import { formOfKey } from '@pelican/shared/contracts/fiat';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { depositMethodsQuery } from '../../api/deposits.ts';
import { Needs, useIsUnverified } from '../../identity/needs.tsx';
import { WayNote } from '../../payments/way-note.tsx';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ErrorState } from '../../ui/states.tsx';
import styles from './fiat.module.css';
import './messages.ts';
import { ProviderForm } from './provider-form.tsx';
import { RecentPayments } from './recent-payments.tsx';

interface MethodChoiceProps {
  ticker: string;
  /** The form of bank transfers, whose domain is another one. */
  bank: ReactNode;
}

/** The ways to pay in a currency, and the form of the chosen one. A method whose key has no form is not shown. */
export function MethodChoice({ ticker, bank }: MethodChoiceProps) {
  const { t } = useTranslation('fiat');
  const [params, setParams] = useUrlParams();
  const { data, error, refetch } = useQuery(depositMethodsQuery(ticker));
  const isUnverified = useIsUnverified('deposit');
  if (error && !data) return <ErrorState title={t('methodsFailed')} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton height={320} />;
  const methods = data.paymentList.filter(({ key, type }) => ['bank', 'provider'].includes(formOfKey(key, type) ?? ''));
  const method = methods.find(({ key }) => key === params.get('method')) ?? methods[0];
  if (!method) return <p className="muted">{t('disabled', { ticker })}</p>;
  return (
    <div className={styles.choice}>
      {methods.some(({ type }) => type === 'provider') && <p className="muted">{t('providers')}</p>}
      {methods.length > 1 && (
        <NativeSelect
          className={styles.select ?? ''}
          label={t('methods')}
          size="md"
          value={method.key}
          data={methods.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(event) => setParams({ method: event.currentTarget.value })}
        />
      )}
      <WayNote ticker={ticker} method={method} way="deposit" />
      <Needs activity="deposit" />
      {!isUnverified && <MethodForm key={method.key} ticker={ticker} method={method} bank={bank} />}
    </div>
  );
}

function MethodForm({ ticker, method, bank }: MethodChoiceProps & { method: PaymentMethod }) {
  if (method.type === 'bank') return bank;
  return (
    <div className={styles.columns}>
      {method.enabled && <ProviderForm ticker={ticker} method={method} />}
      <RecentPayments ticker={ticker} method={method.key} />
    </div>
  );
}
