import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { marketsQuery } from '../../../api/markets.ts';
import { finishedOrdersQuery, openOrdersQuery, type Page, tradesQuery } from '../../../api/spot.ts';
import { paths } from '../../../platform/paths.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { type ColumnContext, finishedOrderColumns, openOrderColumns, tradeColumns } from './columns.tsx';
import { type Filters, type HistoryTab, pageSize, toQuery } from './filters.ts';
import styles from './history.module.css';
import { useCancel } from './use-cancel.ts';

interface ListProps {
  filters: Filters;
  onPage: (offset: number) => void;
}

function useColumnContext(): ColumnContext {
  const { t } = useTranslation('spot-history');
  const { data } = useQuery(marketsQuery);
  return useMemo(() => ({ t, markets: data }), [t, data]);
}

interface FrameProps<Row extends { id: number }> {
  kind: HistoryTab;
  columns: Column<Row>[];
  query: { data: Page<Row> | undefined; error: unknown; refetch: () => unknown };
  rows?: Row[] | undefined;
  filters: Filters;
  onPage: (offset: number) => void;
  actions?: ReactNode;
}

function Frame<Row extends { id: number }>(props: FrameProps<Row>) {
  const { kind, columns, query, filters, onPage, actions } = props;
  const { t } = useTranslation('spot-history');
  const isFiltered = filters.pair !== '' || filters.side !== '' || filters.from !== '' || filters.until !== '';
  const empty = (
    <EmptyState
      text={t(isFiltered ? 'emptyFiltered' : `empty.${kind}`)}
      action={isFiltered ? null : <Link to={paths.trade}>{t('emptyAction')}</Link>}
    />
  );
  const failed = Boolean(query.error) && !query.data;
  return (
    <>
      {actions}
      <DataTable
        caption={t(`tab.${kind}`)}
        columns={columns}
        rows={props.rows ?? query.data?.result}
        rowKey={(row) => row.id}
        compact
        empty={empty}
        error={
          failed ? <ErrorState title={t('failed')} error={query.error} onRetry={() => void query.refetch()} /> : null
        }
      />
      <Pager offset={filters.offset} limit={pageSize} total={query.data?.total ?? 0} onChange={onPage} />
    </>
  );
}

export function OpenOrdersList({ filters, onPage }: ListProps) {
  const { t } = useTranslation('spot-history');
  const context = useColumnContext();
  const { leaving, cancel, askForAll, isCancellingAll } = useCancel();
  const query = useQuery(openOrdersQuery({ pair: filters.pair, offset: filters.offset, limit: pageSize }));
  const rows = query.data?.result.filter((order) => !leaving.has(order.id));
  const columns = useMemo(() => openOrderColumns(context, cancel), [context, cancel]);
  const total = query.data?.total ?? 0;
  const actions = total > 0 && (
    <div className={styles.actions}>
      <button
        type="button"
        className={styles.cancel}
        disabled={isCancellingAll}
        onClick={() => void askForAll(filters.pair, total)}
      >
        {t('cancel.all')}
      </button>
    </div>
  );
  return (
    <Frame
      kind="open"
      columns={columns}
      query={query}
      rows={rows}
      filters={filters}
      onPage={onPage}
      actions={actions}
    />
  );
}

export function FinishedOrdersList({ filters, onPage }: ListProps) {
  const context = useColumnContext();
  const query = useQuery(finishedOrdersQuery(toQuery(filters)));
  const columns = useMemo(() => finishedOrderColumns(context), [context]);
  return <Frame kind="finished" columns={columns} query={query} filters={filters} onPage={onPage} />;
}

export function TradesList({ filters, onPage }: ListProps) {
  const context = useColumnContext();
  const query = useQuery(tradesQuery(toQuery(filters)));
  const columns = useMemo(() => tradeColumns(context), [context]);
  return <Frame kind="deals" columns={columns} query={query} filters={filters} onPage={onPage} />;
}
