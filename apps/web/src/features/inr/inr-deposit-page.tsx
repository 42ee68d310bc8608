import { NativeSelect } from '@mantine/core';
import { bankHours, bankMinutes, inrBankStatus } from '@pelican/shared/contracts/inr';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { inrBanksQuery, inrRequisitesQuery } from '../../api/inr.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { paths } from '../../platform/paths.ts';
import { Section } from '../../ui/settings-section.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { DepositForm } from './deposit-form.tsx';
import { DepositList } from './deposit-list.tsx';
import styles from './inr.module.css';
import './messages.ts';
import { Requisites } from './requisites.tsx';

interface InrDepositPageProps {
  /** Puts other ways to pay beside the bank transfer. */
  children: (bank: ReactNode) => ReactNode;
}

/** Rupees by bank transfer: where to pay to, and which transfer it was. */
export function InrDepositPage({ children }: InrDepositPageProps) {
  const { t } = useTranslation('inr');
  usePageTitle(t('deposit.title'));
  return (
    <div className={styles.page}>
      <header>
        <h1>{t('deposit.title')}</h1>
        <p className="muted">{t('deposit.about', { minutes: bankMinutes, hours: bankHours })}</p>
      </header>
      {children(
        <>
          <InrDeposit />
          <DepositList />
        </>,
      )}
    </div>
  );
}

/** The form of the payment method INR. */
function InrDeposit() {
  const { t } = useTranslation('inr');
  const [chosen, setChosen] = useState<number>();
  const banks = useQuery(inrBanksQuery());
  const active = banks.data?.banks.result.filter(({ status }) => status === inrBankStatus.active);
  const bank = active?.find(({ id }) => id === chosen) ?? active?.[0];
  const requisites = useQuery(inrRequisitesQuery(bank?.id));
  if (banks.error && !banks.data)
    return <ErrorState title={t('deposit.banksFailed')} error={banks.error} onRetry={() => void banks.refetch()} />;
  if (!active) return <Skeleton height={320} />;
  if (!bank)
    return <EmptyState text={t('deposit.noBank')} action={<Link to={paths.inrBanks}>{t('deposit.toBanks')}</Link>} />;
  return (
    <div className={styles.columns}>
      <Section title={t('deposit.pay')} about={t('deposit.payAbout')}>
        <NativeSelect
          label={t('deposit.bank')}
          size="md"
          value={String(bank.id)}
          data={active.map(({ id, bank_name: name, account_number: number }) => ({
            value: String(id),
            label: `${name} ${number}`,
          }))}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
        {requisites.error && !requisites.data ? (
          <ErrorState
            title={t('deposit.payFailed')}
            error={requisites.error}
            onRetry={() => void requisites.refetch()}
          />
        ) : (
          <Requisites requisites={requisites.data} />
        )}
      </Section>
      <Section title={t('deposit.report')}>
        {requisites.data ? (
          <DepositForm key={bank.id} bankId={bank.id} requisites={requisites.data} />
        ) : (
          <Skeleton height={280} />
        )}
      </Section>
    </div>
  );
}
