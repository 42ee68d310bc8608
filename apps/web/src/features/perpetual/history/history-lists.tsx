import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import {
  fundingPaymentsQuery,
  liquidationsQuery,
  ordersHistoryQuery,
  positionHistoryQuery,
} from '../../../api/perpetual.ts';
import type { Page } from '../../../api/spot.ts';
import { paths } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import styles from '../../../ui/history-page.module.css';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { accountMessages } from '../account/messages.ts';
import { finishedAlgoColumns, finishedOrderColumns } from '../bottom/order-columns.tsx';
import { fundingColumns, liquidationColumns, positionRecordColumns } from '../bottom/record-columns.tsx';
import { type HistoryFilters, ordersFilter, pageSize } from './history-filters.ts';

interface ListProps {
  filters: HistoryFilters;
  onPage: (offset: number) => void;
}

interface FrameProps<Row, Key extends QueryKey> extends ListProps {
  columns: Column<Row>[];
  rowKey: (row: Row) => string | number;
  query: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  /** Text of an empty list. */
  empty: string;
  /** A line that explains the figures. */
  about?: string;
}

function Frame<Row, Key extends QueryKey>(props: FrameProps<Row, Key>) {
  const { t } = useTranslation(accountMessages);
  const { filters, onPage } = props;
  const { data, error, refetch } = useQuery(props.query);
  const isFiltered = filters.market !== '' || filters.status !== '';
  return (
    <>
      {props.about && <p className={styles.about}>{props.about}</p>}
      <DataTable
        caption={t(`tab.${filters.tab}`)}
        columns={props.columns}
        rows={data?.result}
        rowKey={props.rowKey}
        compact
        empty={
          <EmptyState
            text={isFiltered ? t('history.emptyFiltered') : props.empty}
            action={isFiltered ? null : <Link to={paths.perpetuals}>{t('history.toTrading')}</Link>}
          />
        }
        error={
          error && !data ? (
            <ErrorState title={t('history.failed')} error={error} onRetry={() => void refetch()} />
          ) : null
        }
      />
      <Pager offset={filters.offset} limit={pageSize} total={data?.total ?? 0} onChange={onPage} />
    </>
  );
}

/** The list of the tab that the filters name. */
export function HistoryList(props: ListProps) {
  const { t } = useTranslation(accountMessages);
  const { filters } = props;
  const page = { market: filters.market, offset: filters.offset, limit: pageSize };
  switch (filters.tab) {
    case 'orderHistory':
      return (
        <Frame
          {...props}
          columns={finishedOrderColumns(t)}
          rowKey={(order) => order.id}
          query={ordersHistoryQuery(ordersFilter(filters))}
          empty={t('history.noOrders')}
        />
      );
    case 'algoHistory':
      return (
        <Frame
          {...props}
          columns={finishedAlgoColumns(t)}
          rowKey={(order) => order.id}
          query={ordersHistoryQuery(ordersFilter(filters))}
          empty={t('history.noAlgos')}
        />
      );
    case 'positionHistory':
      return (
        <Frame
          {...props}
          columns={positionRecordColumns(t)}
          rowKey={(row) => row.position_id}
          query={positionHistoryQuery(page)}
          empty={t('history.noPositions')}
        />
      );
    case 'funding':
      return (
        <Frame
          {...props}
          columns={fundingColumns(t)}
          rowKey={(row) => row.id}
          query={fundingPaymentsQuery(page)}
          empty={t('history.noFunding')}
          about={t('history.aboutFunding')}
        />
      );
    case 'liquidations':
      return (
        <Frame
          {...props}
          columns={liquidationColumns(t)}
          rowKey={(row) => row.id}
          query={liquidationsQuery(page)}
          empty={t('history.noLiquidations')}
          about={t('history.aboutLiquidations')}
        />
      );
  }
}
