/** The newest ended orders and own trades, as tabs of the panel below the chart. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { finishedOrdersQuery, type HistoryFilter, tradesQuery } from '../../../api/spot.ts';
import { paths } from '../../../platform/paths.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { useTerminalSettings } from '../../../terminal/terminal-settings.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { formatTotal } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { useSpotMarket } from '../market-context.ts';
import { useColumnContext } from '../orders/cells.tsx';
import { finishedOrderColumns, tradeColumns } from '../orders/columns.tsx';

const shown = 50;

function useFilter(): HistoryFilter {
  const { name } = useSpotMarket();
  const onlyThisPair = useTerminalSettings((settings) => settings.onlyThisPair);
  return { pair: onlyThisPair ? name : '', limit: shown };
}

function More({ total }: { total: number | undefined }) {
  const { t } = useTranslation('spot');
  if (total === undefined || total <= shown) return null;
  return (
    <p className={controls.quietLine}>
      {t('orders.firstOf', { shown, total: formatTotal(total) })}{' '}
      <Link to={paths.ordersHistory}>{t('orders.seeAll')}</Link>
    </p>
  );
}

export function OrderHistoryTable() {
  const isDense = useViewport() !== 'phone';
  const { t } = useTranslation('spot');
  const { data, error, refetch } = useQuery(finishedOrdersQuery(useFilter()));
  return (
    <>
      <DataTable
        caption={t('bottom.history')}
        columns={finishedOrderColumns(useColumnContext())}
        rows={data?.result}
        rowKey={(order) => order.id}
        empty={<p className={controls.quietLine}>{t('orders.noHistory')}</p>}
        error={
          error && !data ? <ErrorState title={t('orders.failed')} error={error} onRetry={() => void refetch()} /> : null
        }
        skeletonRows={4}
        dense={isDense}
        inScroller
      />
      <More total={data?.total} />
    </>
  );
}

export function MyTradesTable() {
  const isDense = useViewport() !== 'phone';
  const { t } = useTranslation('spot');
  const { data, error, refetch } = useQuery(tradesQuery(useFilter()));
  return (
    <>
      <DataTable
        caption={t('bottom.trades')}
        columns={tradeColumns(useColumnContext())}
        rows={data?.result}
        rowKey={(trade) => `${trade.id}-${trade.deal_order_id}`}
        empty={<p className={controls.quietLine}>{t('orders.noTrades')}</p>}
        error={
          error && !data ? (
            <ErrorState title={t('orders.tradesFailed')} error={error} onRetry={() => void refetch()} />
          ) : null
        }
        skeletonRows={4}
        dense={isDense}
        inScroller
      />
      <More total={data?.total} />
    </>
  );
}
