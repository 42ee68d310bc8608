import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { futuresBalancesQuery } from '../../../api/perpetual.ts';
import { useFuturesAsset } from '../../../live/index.ts';
import { transferHash } from '../../../platform/hash-dialogs.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { CoinIcon } from '../../../ui/coin-icon.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatUpTo } from '../../../ui/format.ts';
import { IconArrowsExchange } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { moneyDecimals } from '../account/decimals-shown.ts';
import { accountMessages } from '../account/messages.ts';
import { SignedMoney } from '../account/signed-money.tsx';
import { settlementTicker } from '../account/terms.ts';
import styles from './positions.module.css';

interface Row {
  ticker: string;
  equity: string;
  balance: string;
  available: string;
  tradingBalance: string;
  margin: string;
  freeze: string;
  profit: string;
}

/** The futures wallet as it is this second: the feed's figures, else those of the call. */
function useRow(): { row: Row | undefined; error: unknown; refetch: () => unknown } {
  const { data, error, refetch } = useQuery(futuresBalancesQuery);
  const live = useFuturesAsset(settlementTicker);
  const received = data?.find((balance) => balance.ticker === settlementTicker);
  if (!live && !data) return { row: undefined, error, refetch };
  return {
    row: {
      ticker: settlementTicker,
      equity: live?.total_eq ?? received?.futures_total_eq ?? '0',
      balance: live?.balance ?? received?.futures_balance ?? '0',
      available: live?.available ?? received?.futures_available ?? '0',
      tradingBalance: live?.trading_balance ?? received?.futures_tradingBalance ?? '0',
      margin: live?.margin ?? received?.margin ?? '0',
      freeze: live?.freeze ?? received?.futures_freeze ?? '0',
      profit: live?.profit_unreal ?? received?.profit_unreal ?? '0',
    },
    error: null,
    refetch,
  };
}

/** What the futures wallet holds, how much of it is bound, and the way to move money in and out. */
export function AssetsTab() {
  const { t } = useTranslation(accountMessages);
  const isDense = useViewport() !== 'phone';
  const { row, error, refetch } = useRow();
  const number = (key: Exclude<keyof Row, 'ticker' | 'profit'>): Column<Row> => ({
    key,
    header: t(`assets.${key}`),
    numeric: true,
    render: (asset) => (
      <span className="tabular" title={asset[key]}>
        {formatUpTo(asset[key], moneyDecimals(asset[key]))}
      </span>
    ),
  });
  const columns: Column<Row>[] = [
    {
      key: 'asset',
      header: t('assets.asset'),
      card: 'headline',
      render: ({ ticker }) => (
        <span className={styles.inline}>
          <CoinIcon ticker={ticker} size={16} /> {ticker}
        </span>
      ),
    },
    number('equity'),
    number('balance'),
    number('available'),
    number('tradingBalance'),
    number('margin'),
    number('freeze'),
    {
      key: 'profit',
      header: t('assets.profit'),
      numeric: true,
      render: ({ profit }) => <SignedMoney value={profit} decimals={moneyDecimals(profit)} colored />,
    },
    {
      key: 'actions',
      header: t('column.actions'),
      quietHeader: true,
      numeric: true,
      card: 'action',
      render: ({ ticker }) => (
        <Link
          className={controls.tool}
          to={{ hash: transferHash(ticker, 'futures') }}
          aria-label={t('assets.transferOf', { ticker })}
        >
          <IconArrowsExchange size={14} aria-hidden /> {t('assets.transfer')}
        </Link>
      ),
    },
  ];
  return (
    <DataTable
      caption={t('tab.assets')}
      columns={columns}
      rows={row && [row]}
      rowKey={(asset) => asset.ticker}
      empty={null}
      error={error ? <ErrorState title={t('assets.failed')} error={error} onRetry={() => void refetch()} /> : null}
      skeletonRows={1}
      dense={isDense}
      inScroller
    />
  );
}
