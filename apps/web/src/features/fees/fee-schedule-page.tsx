import { TextInput } from '@mantine/core';
import { bankHours, bankMinutes } from '@pelican/shared/contracts/inr';
import type { FeeRow } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../api/markets.ts';
import { feeScheduleQuery, feesPageSize } from '../../api/payments.ts';
import { systemQuery } from '../../api/system.ts';
import { addMessages } from '../../platform/i18n.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { assetsStatusPath, reservesPath } from '../../platform/paths.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatFixed } from '../../ui/format.ts';
import { IconSearch } from '../../ui/icons.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './fee-schedule.module.css';
import { feeText, limitText } from './fee-texts.ts';
import english from './locales/en.json';
import { PerpetualTable } from './perpetual-fees.tsx';
import { percentOf, type TradingFees, tradingFeesOf } from './trading-fees.ts';

addMessages('fees', english);

function TradingTable() {
  const { t } = useTranslation('fees');
  const { data, error, refetch } = useQuery(marketsQuery);
  const rows = useMemo(() => data && tradingFeesOf(data.list), [data]);
  const columns = useMemo<Column<TradingFees>[]>(() => {
    const rate = (key: 'maker' | 'taker' | 'gst' | 'tds'): Column<TradingFees> => ({
      key,
      header: t(`trading.${key}`),
      numeric: true,
      render: (row) => <span className="tabular">{percentOf(row[key])} %</span>,
    });
    return [
      {
        key: 'money',
        header: t('trading.markets'),
        card: 'headline',
        render: ({ money }) => <strong>{money.join(', ')}</strong>,
      },
      ...(['maker', 'taker', 'gst', 'tds'] as const).map(rate),
    ];
  }, [t]);
  return (
    <DataTable
      caption={t('trading.title')}
      columns={columns}
      rows={rows}
      rowKey={({ maker, taker, gst, tds }) => `${maker} ${taker} ${gst} ${tds}`}
      skeletonRows={2}
      empty={<EmptyState text={t('trading.empty')} />}
      error={
        error && !data ? <ErrorState title={t('trading.failed')} error={error} onRetry={() => void refetch()} /> : null
      }
    />
  );
}

function usePaymentColumns(): Column<FeeRow>[] {
  const { t } = useTranslation('fees');
  return useMemo(
    () => [
      {
        key: 'currency',
        header: t('payments.currency'),
        card: 'headline',
        render: ({ ticker, label }) => (
          <span className={styles.asset}>
            <CoinIcon ticker={ticker} size={24} />
            <span>
              <strong>{ticker}</strong> <span className="hint">{label}</span>
            </span>
          </span>
        ),
      },
      { key: 'method', header: t('payments.method'), render: ({ method }) => method },
      {
        key: 'deposit',
        header: t('payments.depositFee'),
        numeric: true,
        render: ({ depositFee, ticker }) => feeText(t, depositFee, ticker),
      },
      {
        key: 'depositLimits',
        header: t('payments.depositLimits'),
        numeric: true,
        render: ({ depositFee, depositMin, depositMax, ticker }) =>
          depositFee ? limitText(t, depositMin, depositMax, ticker) : '–',
      },
      {
        key: 'withdrawal',
        header: t('payments.withdrawalFee'),
        numeric: true,
        render: ({ withdrawalFee, ticker }) => feeText(t, withdrawalFee, ticker),
      },
      {
        key: 'withdrawalLimits',
        header: t('payments.withdrawalLimits'),
        numeric: true,
        render: ({ withdrawalFee, withdrawalMin, withdrawalMax, ticker }) =>
          withdrawalFee ? limitText(t, withdrawalMin, withdrawalMax, ticker) : '–',
      },
    ],
    [t],
  );
}

function PaymentsTable() {
  const { t } = useTranslation('fees');
  const [params, setParams] = useUrlParams();
  const search = params.get('search') ?? '';
  const offset = Math.max(0, Math.trunc(Number(params.get('offset') ?? 0)) || 0);
  const { data, error, refetch } = useQuery(feeScheduleQuery(search.trim(), offset));
  const columns = usePaymentColumns();
  return (
    <>
      <TextInput
        type="search"
        className={styles.search}
        aria-label={t('payments.search')}
        placeholder={t('payments.search')}
        leftSection={<IconSearch size={16} aria-hidden />}
        maxLength={40}
        value={search}
        onChange={(event) => setParams({ search: event.currentTarget.value, offset: '' })}
      />
      <div className={styles.list}>
        <DataTable
          caption={t('payments.title')}
          columns={columns}
          rows={data?.result}
          rowKey={({ ticker, method }) => `${ticker} ${method}`}
          rowHeight={48}
          empty={<EmptyState text={t(search === '' ? 'payments.empty' : 'payments.emptySearch', { search })} />}
          error={
            error && !data ? (
              <ErrorState title={t('payments.failed')} error={error} onRetry={() => void refetch()} />
            ) : null
          }
        />
        <Pager
          offset={offset}
          limit={feesPageSize}
          total={data?.total ?? 0}
          onChange={(next) => setParams({ offset: next === 0 ? '' : `${next}` })}
        />
      </div>
    </>
  );
}

/** What trading, deposits and withdrawals cost, for everybody. */
export function Component() {
  const { t } = useTranslation('fees');
  usePageTitle(t('title'));
  const { data: system } = useQuery(systemQuery);
  const dollars = (amount: number | undefined) =>
    amount === undefined ? '–' : formatFixed(String(amount), 0, 'western');
  const dollarsOf = {
    new: '0',
    basic: dollars(system?.withdrawal?.basic_usd),
    enhanced: dollars(system?.withdrawal?.enhanced_usd),
  };
  return (
    <div className={styles.page}>
      <header className={styles.hero}>
        <h1>{t('title')}</h1>
        <p className={styles.lead}>{t('lead')}</p>
        <p>
          <Link to={reservesPath}>{t('reserves')}</Link>
        </p>
      </header>
      <section aria-labelledby="trading-fees">
        <h2 id="trading-fees">{t('trading.title')}</h2>
        <p className={styles.text}>{t('trading.text')}</p>
        <div className={styles.list} data-short>
          <TradingTable />
        </div>
      </section>
      <section aria-labelledby="perpetual-fees">
        <h2 id="perpetual-fees">{t('perpetuals.title')}</h2>
        <p className={styles.text}>{t('perpetuals.text')}</p>
        <div className={styles.list} data-short>
          <PerpetualTable />
        </div>
      </section>
      <section aria-labelledby="payment-fees">
        <h2 id="payment-fees">{t('payments.title')}</h2>
        <Link className="standalone-link" to={assetsStatusPath()}>
          {t('payments.status')}
        </Link>
        <PaymentsTable />
      </section>
      <section aria-labelledby="withdrawal-limits">
        <h2 id="withdrawal-limits">{t('limits.title')}</h2>
        <p className={styles.text}>{t('limits.text')}</p>
        <dl className={styles.levels}>
          {(['new', 'basic', 'enhanced'] as const).map((level) => (
            <div key={level}>
              <dt>{t(`limits.level.${level}.title`)}</dt>
              <dd className="muted">{t(`limits.level.${level}.text`, { usd: dollarsOf[level] })}</dd>
            </div>
          ))}
          <div>
            <dt>{t('rupees.title')}</dt>
            <dd className="muted">{t('rupees.text', { minutes: bankMinutes, hours: bankHours })}</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}
