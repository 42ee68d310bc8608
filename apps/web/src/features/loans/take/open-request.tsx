import { NativeSelect } from '@mantine/core';
import type { CurrencyList } from '@pelican/shared/contracts/loans';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { createBorrowRequest, loanCurrenciesQuery } from '../../../api/loans.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { loansPath } from '../../../platform/paths.ts';
import { PageSkeleton } from '../../../ui/page-skeleton.tsx';
import { EmptyState } from '../../../ui/states.tsx';
import { LoanNeeds } from '../loan-needs.tsx';
import styles from '../loans.module.css';
import { CreditFields, type CreditTarget } from './credit-fields.tsx';
import { Receipt } from './receipt.tsx';
import { useCreditForm } from './use-credit-form.ts';
import { type MoneyTerms, widestOffer } from './widest-offer.ts';

/** Asks all lenders for credit, within what the settings allow. */
export function OpenRequest() {
  const { t } = useTranslation('loans');
  usePageTitle(t('openRequest.title'));
  const { data } = useQuery(loanCurrenciesQuery);
  const [ticker, setTicker] = useState<string>();
  if (!data) return <PageSkeleton />;
  const money = data.fiat.find((one) => one.ticker === ticker) ?? data.fiat[0];
  return (
    <div className={styles.page}>
      <Link className={styles.back} to={`${loansPath}?tab=borrow`}>
        {t('take.back')}
      </Link>
      <header>
        <h1>{t('openRequest.title')}</h1>
        <p className="muted">{t('openRequest.about')}</p>
      </header>
      <LoanNeeds side="take" />
      {data.fiat.length > 1 && money && (
        <NativeSelect
          label={t('search.money')}
          size="md"
          data={data.fiat.map((one) => one.ticker)}
          value={money.ticker}
          onChange={(event) => setTicker(event.currentTarget.value)}
        />
      )}
      {money ? <Asking key={money.ticker} currencies={data} money={money} /> : <EmptyState text={t('noCurrencies')} />}
    </div>
  );
}

function Asking({ currencies, money }: { currencies: CurrencyList; money: MoneyTerms }) {
  const { t } = useTranslation('loans');
  const offer = widestOffer(currencies, money);
  const form = useCreditForm(offer, { days: '', pay_percent: '' });
  const target: CreditTarget = {
    scope: 'open request',
    send: (bid, key) => createBorrowRequest({ fiat_currency: money.ticker, ...bid }, key),
    isOwn: false,
  };
  return (
    <div className={styles.split}>
      <section className={styles.panel} aria-labelledby="open-request">
        <h2 id="open-request">{t('take.form')}</h2>
        <CreditFields offer={offer} form={form} target={target} />
      </section>
      <Receipt offer={offer} form={form} />
    </div>
  );
}
