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
import { assetPath, depositPath, paths, withdrawPath } from '../../platform/paths.ts';
import { usePreferences } from '../../platform/preferences.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { compareDecimals, isZeroDecimal } from '../../ui/decimal-compare.ts';
import { formatFixed } from '../../ui/format.ts';
import { IconSearch } from '../../ui/icons.ts';
import { Amount } from '../../ui/numbers.tsx';
import { Pager } from '../../ui/pager.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import english from './locales/en.json';
import { PortfolioSection } from './portfolio-section.tsx';
import styles from './wallet.module.css';

addMessages('wallet', english);

function matches(balance: Balance, search: string): boolean {
  const text = search.trim().toLowerCase();
  return balance.ticker.toLowerCase().includes(text) || balance.label.toLowerCase().includes(text);
}

interface InWalletProps {
  balance: Balance;
  total: string;
  /** What of it is not held by orders, positions or withdrawals. */
  free: string;
  decimals?: number;
}

/** What a wallet holds of an asset, and how much of that is free if not all of it is. */
function InWallet({ balance: { ticker }, total, free, decimals }: InWalletProps) {
  const { t } = useTranslation('wallet');
  const format = decimals === undefined ? {} : { decimals };
  return (
    <span className={styles.holding}>
      <Amount value={total} ticker={ticker} {...format} />
      {compareDecimals(free, total) !== 0 && (
        <span className="hint">
          <Amount value={free} ticker={ticker} {...format} /> {t('free')}
        </span>
      )}
    </span>
  );
}

/** A sign-up bonus belongs to the wallet once the identity is verified. */
function Bonus({ balance: { signup_bonus_amount: bonus, ticker } }: { balance: Balance }) {
  const { t } = useTranslation('wallet');
  return (
    <span className="hint">
      <Amount value={bonus} ticker={ticker} /> {t('bonus')}
    </span>
  );
}

const hasBonus = (balance: Balance) => !isZeroDecimal(balance.signup_bonus_amount);
const isZero = (balance: Balance) => isZeroDecimal(balance.full_balance);
const isEmpty = (balance: Balance) => isZero(balance) && !hasBonus(balance);
/** Worth less than a dollar; what has no price is not small unless there is none of it. */
const isSmall = (balance: Balance) =>
  isEmpty(balance) ||
  (!isZeroDecimal(balance.actual_usd_value) && !hasBonus(balance) && compareDecimals(balance.usd_value, '1') < 0);
const pageRows = 30;

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
              <Link className={styles.name} to={assetPath(balance.ticker)}>
                <strong>{balance.ticker}</strong>
              </Link>
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
        render: (balance) => (
          <span className={styles.holding}>
            <Amount value={balance.full_balance} ticker={balance.ticker} />
            {hasBonus(balance) && <Bonus balance={balance} />}
          </span>
        ),
      },
      {
        key: 'main',
        header: t('main'),
        numeric: true,
        render: (balance) => <InWallet balance={balance} total={balance.main_balance} free={balance.main_available} />,
      },
      {
        key: 'trade',
        header: t('trade'),
        numeric: true,
        render: (balance) => (
          <InWallet balance={balance} total={balance.trade_balance} free={balance.trade_available} />
        ),
      },
      {
        key: 'futures',
        header: t('futures'),
        numeric: true,
        render: (balance) => (
          <InWallet balance={balance} total={balance.futures_total_eq} free={balance.futures_available} decimals={2} />
        ),
      },
      {
        key: 'value',
        header: t('column.value'),
        numeric: true,
        render: (balance) => (
          <span className={styles.holding}>
            <span className="tabular">
              {isZeroDecimal(balance.actual_inr_value) ? '–' : `₹${formatFixed(balance.inr_value, 2, 'indian')}`}
            </span>
            {!isZero(balance) && !isZeroDecimal(balance.actual_usd_value) && (
              <span className="hint tabular">≈ ${formatFixed(balance.usd_value, 2)}</span>
            )}
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
          <span className={styles.actions}>
            {balance.is_depositable && (
              <Link
                className={styles.action}
                to={depositPath(balance.ticker)}
                aria-label={t('depositOf', { ticker: balance.ticker })}
              >
                {t('deposit')}
              </Link>
            )}
            {balance.is_withdrawal && (
              <Link
                className={styles.action}
                to={withdrawPath(balance.ticker)}
                aria-label={t('withdraw.of', { ticker: balance.ticker })}
              >
                {t('withdraw.verb')}
              </Link>
            )}
            <Link
              className={styles.action}
              to={{ hash: transferHash(balance.ticker) }}
              aria-label={t('transfer.of', { ticker: balance.ticker })}
            >
              {t('transfer.submit')}
            </Link>
          </span>
        ),
      },
    ],
    [t],
  );
}

/** What a new account can do about it. */
function NoFunds() {
  const { t } = useTranslation('wallet');
  const { data: system } = useQuery(systemQuery);
  const { data: balances } = useQuery(balancesQuery);
  const coin = balances?.list.find((balance) => balance.is_depositable && !balance.is_fiat);
  return (
    <section className={styles.noFunds} aria-labelledby="no-funds">
      <h2 id="no-funds">{t('noFunds.title')}</h2>
      <p>{t('noFunds.text')}</p>
      <p className={styles.ways}>
        <Link className={styles.primary} to={paths.inrDeposit}>
          {t('noFunds.rupees')}
        </Link>
        {coin && (
          <Link className={styles.action} to={depositPath(coin.ticker)}>
            {t('noFunds.coins')}
          </Link>
        )}
      </p>
      {system?.demo && <p>{t('common:demo.accounts')}</p>}
    </section>
  );
}

export function Component() {
  const { t } = useTranslation('wallet');
  usePageTitle(t('title'));
  const { data, error, refetch } = useQuery(balancesQuery);
  const hideSmall = usePreferences((preferences) => preferences.hideZeroBalances);
  const setPreference = usePreferences((preferences) => preferences.set);
  const [params, setParams] = useUrlParams();
  const search = params.get('search') ?? '';
  const offset = Math.max(0, Math.trunc(Number(params.get('offset')) || 0));
  const columns = useColumns();
  const shown = useMemo(
    () => data?.list.filter((balance) => matches(balance, search) && !(hideSmall && isSmall(balance))),
    [data, search, hideSmall],
  );
  // A dozen assets of which there is nothing say less than what to do about it; a search finds them all the same.
  const hasNothing = data?.list.every(isZero) ?? false;
  const isBrief = hasNothing && search === '';
  const all = isBrief ? data?.list.filter(hasBonus) : shown;
  // A filter that leaves fewer pages leads to the first one.
  const first = offset < (all?.length ?? 0) ? offset : 0;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <h1>{t('title')}</h1>
        <div className={styles.total}>
          <span className="hint">{t('totalValue')}</span>
          <strong className="tabular">
            {data ? `₹${formatFixed(data.totalInr, 2, 'indian')}` : <Skeleton width={160} height={28} />}
          </strong>
          <span className="hint tabular">
            {data ? (
              data.totalUsd !== undefined && `≈ $${formatFixed(data.totalUsd, 2)}`
            ) : (
              <Skeleton width={96} height={16} />
            )}
          </span>
        </div>
        <Link className={styles.history} to={paths.walletHistory}>
          {t('history')}
        </Link>
        <Link className={styles.primary} to={{ hash: '#transfer' }}>
          {t('transfer.submit')}
        </Link>
      </header>
      {hasNothing ? <NoFunds /> : <PortfolioSection />}
      <div className={styles.filters}>
        <TextInput
          type="search"
          aria-label={t('search')}
          placeholder={t('search')}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={search}
          onChange={(event) => setParams({ search: event.currentTarget.value, offset: '' })}
        />
        <Checkbox
          label={t('hideSmall')}
          checked={hideSmall}
          onChange={(event) => setPreference({ hideZeroBalances: event.currentTarget.checked })}
        />
      </div>
      <section className={styles.list} aria-label={t('title')}>
        <DataTable
          caption={t('title')}
          columns={columns}
          rows={all?.slice(first, first + pageRows)}
          rowKey={(balance) => balance.ticker}
          isBrief={isEmpty}
          rowHeight={56}
          compact
          empty={!isBrief && <EmptyState text={t(search === '' ? 'empty' : 'emptySearch', { search })} />}
          error={
            error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null
          }
        />
        <Pager
          offset={first}
          limit={pageRows}
          total={all?.length ?? 0}
          onChange={(next) => setParams({ offset: next === 0 ? '' : String(next) })}
        />
      </section>
      {hasNothing && <PortfolioSection />}
    </div>
  );
}
