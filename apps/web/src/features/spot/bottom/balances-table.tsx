import type { Balance } from '@pelican/shared/contracts/wallet';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { balancesQuery } from '../../../api/wallet.ts';
import { type TradeBalance, useAssets } from '../../../live/index.ts';
import { usePreferences } from '../../../platform/preferences.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatUpTo, groupingOf } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useSpotMarket } from '../market-context.ts';
import styles from './bottom-panel.module.css';
import { TransferButton } from './transfer-button.tsx';

type Row = Balance & { live: TradeBalance | undefined };

const isZero = (text: string) => Number(text) === 0;

/** The trade wallet, live, beside what the main wallet holds. The pair's two assets stand first. */
export function BalancesTable() {
  const isDense = useViewport() !== 'phone';
  const { t } = useTranslation('spot');
  const { info } = useSpotMarket();
  const { data, error, refetch } = useQuery(balancesQuery);
  const assets = useAssets();
  const { hideZeroBalances, set } = usePreferences();
  const rows = data?.list
    .map((balance): Row => ({ ...balance, live: assets?.get(balance.ticker) }))
    .filter(
      ({ full_balance, ticker }) =>
        !hideZeroBalances || !isZero(full_balance) || ticker === info.stock || ticker === info.money,
    )
    .sort((a, b) => rank(b.ticker) - rank(a.ticker));

  function rank(ticker: string): number {
    return ticker === info.stock ? 2 : ticker === info.money ? 1 : 0;
  }

  const number = (key: string, value: (row: Row) => string): Column<Row> => ({
    key,
    header: t(`balances.${key}`),
    numeric: true,
    render: (row) => formatUpTo(value(row), 8, groupingOf(row.ticker)),
  });
  const columns: Column<Row>[] = [
    {
      key: 'asset',
      header: t('balances.asset'),
      card: 'headline',
      render: ({ ticker }) => (
        <span className={styles.asset}>
          <CoinIcon ticker={ticker} size={16} /> {ticker}
        </span>
      ),
    },
    number('available', (row) => row.live?.available ?? row.trade_available),
    number('inOrders', (row) => row.live?.freeze ?? row.trade_freeze),
    number('main', (row) => row.main_balance),
    {
      key: 'actions',
      header: t('balances.actions'),
      quietHeader: true,
      card: 'action',
      render: ({ ticker }) => <TransferButton ticker={ticker} />,
    },
  ];
  return (
    <>
      <div className={controls.bar}>
        <label className={controls.check}>
          <input
            type="checkbox"
            checked={hideZeroBalances}
            onChange={(event) => set({ hideZeroBalances: event.currentTarget.checked })}
          />
          {t('balances.hideZero')}
        </label>
      </div>
      <DataTable
        caption={t('bottom.balances')}
        columns={columns}
        rows={rows}
        rowKey={(row) => row.ticker}
        empty={<p className={controls.quietLine}>{t('balances.none')}</p>}
        error={
          error && !data ? (
            <ErrorState title={t('balances.failed')} error={error} onRetry={() => void refetch()} />
          ) : null
        }
        skeletonRows={4}
        dense={isDense}
        inScroller
      />
    </>
  );
}
