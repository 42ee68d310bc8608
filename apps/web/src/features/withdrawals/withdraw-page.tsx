import { NativeSelect } from '@mantine/core';
import { receiverFieldsOf } from '@pelican/shared/contracts/fiat';
import type { PaymentMethod } from '@pelican/shared/contracts/payments';
import type { RequestedWithdrawal } from '@pelican/shared/contracts/withdrawals';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { withdrawalMethodsQuery } from '../../api/payments.ts';
import { Needs } from '../../identity/needs.tsx';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { BankWithdrawForm } from './bank-form.tsx';
import { ConfirmStep, type PendingWithdrawal } from './confirm-step.tsx';
import './messages.ts';
import { ProviderWithdrawForm } from './provider-form.tsx';
import { newestQuery, RecentWithdrawals } from './recent-withdrawals.tsx';
import { WithdrawForm } from './withdraw-form.tsx';
import styles from './withdrawals.module.css';

/** Takes money of one asset out: by which network, to which address, how much; then the confirmation. */
export function Component() {
  const { ticker = '' } = useParams();
  return <Withdraw key={ticker} ticker={ticker} />;
}

function Withdraw({ ticker }: { ticker: string }) {
  const { t } = useTranslation('withdrawals');
  usePageTitle(t('title', { ticker }));
  const confirming = useConfirming(ticker);
  return (
    <div className={styles.page}>
      <h1 className={styles.title}>
        <CoinIcon ticker={ticker} size={32} /> {t('title', { ticker })}
      </h1>
      <div className={styles.columns}>
        <Steps ticker={ticker} confirming={confirming} />
        <RecentWithdrawals ticker={ticker} onConfirm={confirming.begin} />
      </div>
    </div>
  );
}

interface Confirming {
  pending: PendingWithdrawal | undefined;
  begin: (withdrawal: PendingWithdrawal) => void;
  end: () => void;
}

/** The withdrawal whose code is entered: its id is in the address, so that a reload and another device lead to the same step. */
function useConfirming(ticker: string): Confirming {
  const [params, setParams] = useUrlParams();
  const [begun, setBegun] = useState<PendingWithdrawal>();
  const { data } = useQuery(newestQuery(ticker));
  const id = Number(params.get('confirm'));
  const listed = data?.result.find((one) => one.id === id);
  // It may have been confirmed by the link of its mail, or canceled, in another tab.
  const isOver = listed?.confirmBy.length === 0;
  return {
    pending: isOver ? undefined : begun?.id === id ? begun : listed,
    begin(withdrawal) {
      setBegun(withdrawal);
      setParams({ confirm: String(withdrawal.id) });
    },
    end() {
      setBegun(undefined);
      setParams({ confirm: '' });
    },
  };
}

function Steps({ ticker, confirming }: { ticker: string; confirming: Confirming }) {
  const { t } = useTranslation('withdrawals');
  const { data, error, refetch } = useQuery(withdrawalMethodsQuery(ticker));
  const { pending, begin, end } = confirming;
  if (error && !data)
    return <ErrorState title={t('notLoaded', { ticker })} error={error} onRetry={() => void refetch()} />;
  if (!data) return <Skeleton width="100%" height={420} />;
  const networks = data.paymentList.filter(({ type }) => type === 'crypto');
  // A method whose key has no form is not shown.
  const others = data.paymentList.filter(
    ({ key, type }) => type === 'bank' || (type === 'provider' && receiverFieldsOf(key).length > 0),
  );
  if (networks.length === 0 && others.length === 0) return <EmptyState text={t('noNetworks', { ticker })} />;
  if (pending) {
    const method = networks.find(({ key }) => key === pending.paymentMethodKey);
    return (
      <ConfirmStep
        key={pending.id}
        pending={pending}
        hasMemo={method?.network?.is_memo === true}
        isToAccount={others.some(({ key }) => key === pending.paymentMethodKey)}
        onEnd={end}
      />
    );
  }
  return (
    <div className={styles.form}>
      <Needs activity="withdraw" ticker={ticker} />
      <WayForms ticker={ticker} networks={networks} others={others} onRequested={begin} />
    </div>
  );
}

interface WayFormsProps {
  ticker: string;
  networks: readonly PaymentMethod[];
  /** Banks and payment providers. */
  others: readonly PaymentMethod[];
  onRequested: (withdrawal: RequestedWithdrawal) => void;
}

/** Of the choice: all networks are one entry, because their form asks which of them. No key of a method is empty. */
const byNetwork = '';

/** Networks, banks and payment providers: the way first, whose form is its own. */
function WayForms({ ticker, networks, others, onRequested }: WayFormsProps) {
  const { t } = useTranslation('withdrawals');
  const [params, setParams] = useUrlParams();
  const ways = [
    ...(networks.length > 0 ? [{ value: byNetwork, label: t('byNetwork') }] : []),
    ...others.map(({ key, name }) => ({ value: key, label: name })),
  ];
  const way = ways.find(({ value }) => value === params.get('method'))?.value ?? ways[0]?.value;
  const method = others.find(({ key }) => key === way);
  const Form = method?.type === 'bank' ? BankWithdrawForm : ProviderWithdrawForm;
  return (
    <>
      {ways.length > 1 && (
        <NativeSelect
          label={t('method')}
          size="md"
          value={way ?? byNetwork}
          data={ways}
          onChange={(event) => setParams({ method: event.currentTarget.value })}
        />
      )}
      {method ? (
        <Form key={method.key} ticker={ticker} method={method} onRequested={onRequested} />
      ) : (
        <WithdrawForm ticker={ticker} methods={networks} onRequested={onRequested} />
      )}
    </>
  );
}
