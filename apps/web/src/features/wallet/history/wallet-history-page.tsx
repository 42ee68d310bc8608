import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { depositMethodsQuery } from '../../../api/deposits.ts';
import { marketsQuery } from '../../../api/markets.ts';
import { withdrawalMethodsQuery } from '../../../api/payments.ts';
import { ExportButton } from '../../../exports/export-button.tsx';
import { exportMessages } from '../../../exports/messages.ts';
import { usePaymentStatuses } from '../../../payments/payment-status.tsx';
import { addMessages } from '../../../platform/i18n.ts';
import { usePageTitle } from '../../../platform/page-title.ts';
import { invoicesPath, paths } from '../../../platform/paths.ts';
import { HistoryPage } from '../../../ui/history-page.tsx';
import { type Filters, isBackwards, tabs, useFilters, wallets } from './filters.ts';
import english from './locales/en.json';
import { MovementsList } from './movements-list.tsx';
import { RecordsList } from './records-list.tsx';
import styles from './wallet-history.module.css';

addMessages('wallet-history', english);

interface FilterProps {
  filters: Filters;
  change: (changed: Partial<Filters>) => void;
}

function useTickers(): string[] {
  const { data } = useQuery(marketsQuery);
  return Object.keys(data?.currencies ?? {});
}

/** The methods of a currency in both directions, each once. */
function useMethods(ticker: string): { value: string; label: string }[] {
  const enabled = ticker !== '';
  const { data: ofDeposits } = useQuery({ ...depositMethodsQuery(ticker), enabled });
  const { data: ofWithdrawals } = useQuery({ ...withdrawalMethodsQuery(ticker), enabled });
  const all = [ofDeposits, ofWithdrawals].flatMap((data) => data?.paymentList ?? []);
  return [...new Map(all.map(({ key, name }) => [key, { value: key, label: name }])).values()];
}

function MethodFilter({ filters: { ticker, method }, change }: FilterProps) {
  const { t } = useTranslation('wallet-history');
  const methods = useMethods(ticker);
  return (
    <NativeSelect
      label={t('filter.method')}
      data={[{ value: '', label: t(ticker === '' ? 'filter.methodNeedsCurrency' : 'filter.allMethods') }, ...methods]}
      value={method}
      disabled={ticker === ''}
      onChange={(event) => change({ method: event.currentTarget.value })}
    />
  );
}

function RecordFilters({ filters, change }: FilterProps) {
  const { t } = useTranslation('wallet-history');
  const tickers = useTickers();
  const statuses = usePaymentStatuses();
  return (
    <>
      <NativeSelect
        label={t('filter.currency')}
        data={[{ value: '', label: t('filter.allCurrencies') }, ...tickers]}
        value={filters.ticker}
        onChange={(event) => change({ ticker: event.currentTarget.value, method: '' })}
      />
      {filters.tab !== 'transfer' && <MethodFilter filters={filters} change={change} />}
      <NativeSelect
        label={t('filter.status')}
        data={[{ value: '', label: t('filter.allStatuses') }, ...statuses]}
        value={filters.status}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('filter.from')}
        value={filters.from}
        max={filters.until}
        onChange={(event) => change({ from: event.currentTarget.value })}
      />
      <TextInput
        type="date"
        label={t('filter.until')}
        value={filters.until}
        min={filters.from}
        error={isBackwards(filters) && t('filter.backwards')}
        onChange={(event) => change({ until: event.currentTarget.value })}
      />
    </>
  );
}

function MovementFilters({ filters, change, ticker }: FilterProps & { ticker: string }) {
  const { t } = useTranslation('wallet-history');
  const tickers = useTickers();
  return (
    <>
      <NativeSelect
        label={t('filter.wallet')}
        data={wallets.map((wallet) => ({ value: wallet, label: t(`wallet.${wallet}`) }))}
        value={filters.wallet}
        onChange={(event) => change({ wallet: event.currentTarget.value as Filters['wallet'] })}
      />
      <NativeSelect
        label={t('filter.currency')}
        data={tickers}
        value={ticker}
        onChange={(event) => change({ ticker: event.currentTarget.value })}
      />
    </>
  );
}

function HistoryExport({ filters: { tab, ticker, method, status, wallet, from, until } }: { filters: Filters }) {
  const { t } = useTranslation(exportMessages);
  const records = {
    kind: 'statements.transactions',
    label: t('kind.transactions'),
    params: {
      type: tab === 'movements' || tab === 'all' ? '' : tab,
      ticker,
      ...(method === '' ? {} : { payment_method: method }),
      ...(status === '' ? {} : { status: Number(status) }),
    },
  };
  const movements = { kind: 'statements.movements', label: t('kind.movements'), params: { ticker } };
  const listed = tab === 'movements' ? [{ ...movements, params: { ticker, wallet } }, records] : [records, movements];
  const choices = [...listed, { kind: 'statements.account', label: t('statement') }];
  const days = { from, until };
  // The dialog takes the days of the page when it opens.
  return <ExportButton choices={choices} days={days} />;
}

/** Deposits, withdrawals and transfers, and everything that has changed a balance. */
export function Component() {
  const { t } = useTranslation('wallet-history');
  usePageTitle(t('title'));
  const [filters, change] = useFilters();
  const tickers = useTickers();
  const ticker = filters.ticker || (tickers.includes('USDT') ? 'USDT' : (tickers[0] ?? ''));
  const ofMovements = filters.tab === 'movements';
  return (
    <HistoryPage
      title={t('title')}
      listId="wallet-history"
      tabs={tabs.map((tab) => ({ value: tab, label: t(`tab.${tab}`) }))}
      tab={filters.tab}
      onTab={(tab) => change({ tab, method: '' })}
      actions={
        <div className={styles.actions}>
          <Link to={paths.codes}>{t('codes')}</Link>
          <Link to={invoicesPath}>{t('invoices')}</Link>
          <HistoryExport filters={filters} />
        </div>
      }
      filters={
        ofMovements ? (
          <MovementFilters filters={filters} change={change} ticker={ticker} />
        ) : (
          <RecordFilters filters={filters} change={change} />
        )
      }
    >
      {ofMovements ? (
        <MovementsList wallet={filters.wallet} ticker={ticker} />
      ) : (
        <RecordsList filters={filters} onPage={(offset) => change({ offset })} />
      )}
    </HistoryPage>
  );
}
