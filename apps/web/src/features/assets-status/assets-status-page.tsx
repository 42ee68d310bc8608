import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { SegmentedControl, TextInput } from '@mantine/core';
import type { AssetStatus, WayStatus } from '@pelican/shared/contracts/payments';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { assetsStatusQuery, statusPageSize } from '../../api/assets-status.ts';
import { usePageTitle } from '../../platform/page-title.ts';
import { useUrlParams } from '../../platform/use-url-params.ts';
import { CoinIcon } from '../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { formatMoment } from '../../ui/format-time.ts';
import { IconSearch } from '../../ui/icons.ts';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import styles from './assets-status.module.css';
import { Incidents } from './incidents.tsx';
import './messages.ts';
import { durationText, limitText, WayState } from './way-state.tsx';

const states = ['all', 'disturbed'] as const;

function wayColumn(key: 'deposit' | 'withdrawal', header: string, none: string): Column<AssetStatus> {
  return {
    key,
    header,
    render: (row) => {
      const way: WayStatus | null = row[key];
      return way === null ? <span className="muted">{none}</span> : <WayState way={way} />;
    },
  };
}

function useColumns(now: number | undefined): Column<AssetStatus>[] {
  const { t } = useTranslation('assets-status');
  return useMemo(
    () => [
      {
        key: 'asset',
        header: t('asset'),
        card: 'headline',
        render: ({ ticker, label, method }) => (
          <span className={styles.asset}>
            <CoinIcon ticker={ticker} size={24} />
            <span>
              <strong>{ticker}</strong> <span className="hint">{label}</span>
              <span className={styles.method}>{method}</span>
            </span>
          </span>
        ),
      },
      wayColumn('deposit', t('deposits'), t('none')),
      wayColumn('withdrawal', t('withdrawals'), t('none')),
      {
        key: 'limits',
        header: t('limits'),
        numeric: true,
        render: ({ deposit, withdrawal, ticker }) => (
          <dl className={styles.pairs}>
            {deposit && (
              <>
                <dt>{t('depositShort')}</dt>
                <dd className="tabular">{limitText(t, deposit, ticker)}</dd>
              </>
            )}
            {withdrawal && (
              <>
                <dt>{t('withdrawalShort')}</dt>
                <dd className="tabular">{limitText(t, withdrawal, ticker)}</dd>
              </>
            )}
          </dl>
        ),
      },
      {
        key: 'network',
        header: t('network'),
        numeric: true,
        render: ({ network, type }) => {
          if (!network) return <span className="muted">{t(`byHand.${type}`)}</span>;
          const { confirmations, seconds, height, blockAt } = network;
          return (
            <span className={styles.lines} data-end>
              <span>
                {t('confirmations', { count: confirmations })}, {durationText(t, seconds)}
              </span>
              <span className="hint tabular">
                {height === null || blockAt === null
                  ? t('neverRead')
                  : t('block', {
                      height: height.toLocaleString('en'),
                      age: durationText(t, Math.max(0, Math.round((now ?? blockAt) - blockAt))),
                    })}
              </span>
            </span>
          );
        },
      },
    ],
    [t, now],
  );
}

/** /assets-status: which deposits and withdrawals are open, and what was disturbed in the last 30 days. */
export function Component() {
  const { t } = useTranslation('assets-status');
  usePageTitle(t('title'));
  const [params, setParams] = useUrlParams();
  const search = params.get('search') ?? '';
  const ticker = (params.get('ticker') ?? '')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .slice(0, 12);
  const state = states.find((one) => one === params.get('state')) ?? 'all';
  const offset = Math.max(0, Math.trunc(Number(params.get('offset') ?? 0)) || 0);
  const { data, error, refetch } = useQuery(assetsStatusQuery({ search: search.trim(), ticker, state, offset }));
  const columns = useColumns(data?.time);
  return (
    <div className={styles.page}>
      <header className={styles.hero}>
        <h1>{t('title')}</h1>
        <p className={styles.lead} role="status">
          {data &&
            (data.disturbed === 0
              ? t('allOpen', { time: formatMoment(data.time) })
              : t('disturbed', { count: data.disturbed, time: formatMoment(data.time) }))}
        </p>
      </header>
      <section aria-label={t('title')}>
        <div className={styles.filters}>
          <TextInput
            type="search"
            className={styles.search ?? ''}
            aria-label={t('search')}
            placeholder={t('search')}
            leftSection={<IconSearch size={16} aria-hidden />}
            maxLength={40}
            value={ticker === '' ? search : ticker}
            onChange={(event) => setParams({ search: event.currentTarget.value, ticker: '', offset: '' })}
          />
          <SegmentedControl
            aria-label={t('filter')}
            value={state}
            data={states.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChange={(next) => setParams({ state: next === 'all' ? '' : next, offset: '' })}
          />
        </div>
        <div className={styles.list}>
          <DataTable
            caption={t('title')}
            columns={columns}
            rows={data?.result}
            compact
            rowKey={(row) => `${row.ticker} ${row.key}`}
            rowHeight={72}
            empty={<EmptyState text={t(search === '' && ticker === '' ? `empty.${state}` : 'empty.search')} />}
            error={
              error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null
            }
          />
          <Pager
            offset={offset}
            limit={statusPageSize}
            total={data?.total ?? 0}
            onChange={(next) => setParams({ offset: next === 0 ? '' : `${next}` })}
          />
        </div>
      </section>
      <Incidents ticker={ticker} />
    </div>
  );
}
