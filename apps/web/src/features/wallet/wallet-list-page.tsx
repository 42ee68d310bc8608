import { Checkbox, TextInput } from '@mantine/core';
import type { Balance } from '@pelican/shared/contracts/wallet';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { systemQuery } from '../../api/system.ts';
import { balancesQuery } from '../../api/wallet.ts';
import { transferHash } from '../../platform/hash-dialogs.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { isZeroDecimal } from '../../ui/decimal-compare.ts';
import { formatFixed } from '../../ui/format.ts';
import { IconSearch } from '../../ui/icons.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { twoColumn } from '../../ui/two-column.tsx';
import english from './locales/en.json';
import styles from './wallet.module.css';

addMessages('wallet', english);

function matches(balance: Balance, search: string): boolean {
  const text = search.trim().toLowerCase();
  return balance.ticker.toLowerCase().includes(text) || balance.label.toLowerCase().includes(text);
}

function useColumns(): Column<Balance>[] {
  const { t } = useTranslation('wallet');
  return useMemo(
    () => [
      {
        key: 'asset',
        header: t('column.asset'),
        card: 'headline',
        render: (balance) => (
          <span className={styles.asset}>
            <CoinIcon ticker={balance.ticker} size={28} />
            <span>
              <strong>{balance.ticker}</strong>
              <span className="hint">{balance.label}</span>
            </span>
          </span>
        ),
      },
      {
        key: 'total',
        header: t('column.total'),
        numeric: true,
        card: 'headline',
        render: (balance) => <Amount value={balance.full_balance} ticker={balance.ticker} />,
      },
      {
        key: 'main',
        header: t('main'),
        numeric: true,
        render: (balance) => <Amount value={balance.main_balance} ticker={balance.ticker} />,
      },
      twoColumn(
        'trade',
        t('column.tradeInOrders'),
        (balance) => <Amount value={balance.trade_available} ticker={balance.ticker} />,
        (balance) => <Amount value={balance.trade_freeze} ticker={balance.ticker} />,
      ),
      twoColumn(
        'futures',
        t('column.futuresFree'),
        (balance) => <Amount value={balance.futures_total_eq} ticker={balance.ticker} decimals={2} />,
        (balance) => <Amount value={balance.futures_available} ticker={balance.ticker} decimals={2} />,
      ),
      {
        key: 'value',
        header: t('column.value'),
        numeric: true,
        render: (balance) => (
          <span className="tabular">
            {isZeroDecimal(balance.actual_inr_value) ? '–' : `₹${formatFixed(balance.inr_value, 2, 'indian')}`}
          </span>
        ),
      },
      {
        key: 'transfer',
        header: t('transfer.submit'),
        quietHeader: true,
        card: 'action',
        numeric: true,
        render: (balance) => (
          <Link
            className={styles.action}
            to={{ hash: transferHash(balance.ticker) }}
            aria-label={t('transfer.of', { ticker: balance.ticker })}
          >
            {t('transfer.submit')}
          </Link>
        ),
      },
    ],
    [t],
  );
}

function hasNothing(balances: readonly Balance[]): boolean {
  return balances.every((balance) => isZeroDecimal(balance.full_balance));
}

/** What a new account can do about it. */
function NoFunds() {
  const { t } = useTranslation('wallet');
  const { data: system } = useQuery(systemQuery);
  return (
    <section className={styles.noFunds} aria-labelledby="no-funds">
      <h2 id="no-funds">{t('noFunds.title')}</h2>
      <p>{t('noFunds.text')}</p>
      {system?.demo && <p>{t('common:demo.accounts')}</p>}
    </section>
  );
}

export function Component() {
  const { t } = useTranslation('wallet');
  usePageTitle(t('title'));
  const { data, error, refetch } = useQuery(balancesQuery);
  const hideZero = usePreferences((preferences) => preferences.hideZeroBalances);
  const setPreference = usePreferences((preferences) => preferences.set);
  const [params, setParams] = useUrlParams();
  const search = params.get('search') ?? '';
  const columns = useColumns();
  const shown = useMemo(
    () =>
      data?.list.filter((balance) => matches(balance, search) && !(hideZero && isZeroDecimal(balance.full_balance))),
    [data, search, hideZero],
  );
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <div className={styles.total}>
          <span className="hint">{t('totalValue')}</span>
          <strong className="tabular">
            {data ? `₹${formatFixed(data.totalInr, 2, 'indian')}` : <Skeleton width={160} height={28} />}
          </strong>
        </div>
        <Link className={styles.primary} to={{ hash: '#transfer' }}>
          {t('transfer.submit')}
        </Link>
      </header>
      {data && hasNothing(data.list) && <NoFunds />}
      <div className={styles.filters}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setParams({ search: event.currentTarget.value })}
        />
        <Checkbox
          label={t('hideZero')}
          checked={hideZero}
          onChange={(event) => setPreference({ hideZeroBalances: event.currentTarget.checked })}
        />
      </div>
      <section className={styles.list} aria-label={t('title')}>
        <DataTable
          caption={t('title')}
          columns={columns}
          rows={shown}
          rowKey={(balance) => balance.ticker}
          rowHeight={56}
          compact
          empty={<EmptyState text={t(search === '' ? 'empty' : 'emptySearch', { search })} />}
          error={
            error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null
          }
        />
      </section>
    </div>
  );
}
