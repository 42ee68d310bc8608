import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  fundingPaymentsQuery,
  ordersHistoryQuery,
  positionHistoryQuery,
  type RecordsFilter,
} from '../../../api/perpetual.ts';
import type { Page } from '../../../api/spot.ts';
import { paths } from '../../../platform/paths.ts';
import { useViewport } from '../../../terminal/layout/use-viewport.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { formatTotal } from '../../../ui/format.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { accountMessages } from '../account/messages.ts';
import { algoHistoryStatuses, orderHistoryStatuses } from '../account/order-words.ts';
import { finishedAlgoColumns, finishedOrderColumns } from './order-columns.tsx';
import { fundingColumns, positionRecordColumns } from './record-columns.tsx';

const shown = 50;

interface HistoryProps {
  /** '' for every market. */
  market: string;
}

interface HistoryTableProps<Row, Key extends QueryKey> {
  caption: string;
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  query: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  empty: string;
}

function HistoryTable<Row, Key extends QueryKey>(props: HistoryTableProps<Row, Key>) {
  const { t } = useTranslation(accountMessages);
  const isDense = useViewport() !== 'phone';
  const { data, error, refetch } = useQuery(props.query);
  return (
    <>
      <DataTable
        caption={props.caption}
        columns={props.columns}
        rows={data?.result}
        rowKey={props.rowKey}
        empty={<p className={controls.quietLine}>{props.empty}</p>}
        error={
          error && !data ? (
            <ErrorState title={t('history.failed')} error={error} onRetry={() => void refetch()} />
          ) : null
        }
        skeletonRows={4}
        dense={isDense}
        inScroller
      />
      {data && data.total > shown && (
        <p className={controls.quietLine}>
          {t('orders.firstOf', { shown, total: formatTotal(data.total) })}{' '}
          <Link to={paths.perpetualsHistory}>{t('orders.seeAll')}</Link>
        </p>
      )}
    </>
  );
}

function pageOf(market: string): RecordsFilter {
  return { market, limit: shown };
}

export function OrderHistory({ market }: HistoryProps) {
  const { t } = useTranslation(accountMessages);
  return (
    <HistoryTable
      caption={t('tab.orderHistory')}
      columns={finishedOrderColumns(t)}
      rowKey={(order) => order.id}
      query={ordersHistoryQuery({ ...pageOf(market), status: orderHistoryStatuses.join() })}
      empty={t('history.noOrders')}
    />
  );
}

export function AlgoHistory({ market }: HistoryProps) {
  const { t } = useTranslation(accountMessages);
  return (
    <HistoryTable
      caption={t('tab.algoHistory')}
      columns={finishedAlgoColumns(t)}
      rowKey={(order) => order.id}
      query={ordersHistoryQuery({ ...pageOf(market), status: algoHistoryStatuses.join(), filter: 'algo' })}
      empty={t('history.noAlgos')}
    />
  );
}

export function PositionHistory({ market }: HistoryProps) {
  const { t } = useTranslation(accountMessages);
  return (
    <HistoryTable
      caption={t('tab.positionHistory')}
      columns={positionRecordColumns(t)}
      rowKey={(row) => row.position_id}
      query={positionHistoryQuery(pageOf(market))}
      empty={t('history.noPositions')}
    />
  );
}

export function FundingHistory({ market }: HistoryProps) {
  const { t } = useTranslation(accountMessages);
  return (
    <HistoryTable
      caption={t('tab.funding')}
      columns={fundingColumns(t)}
      rowKey={(row) => row.id}
      query={fundingPaymentsQuery(pageOf(market))}
      empty={t('history.noFunding')}
    />
  );
}
