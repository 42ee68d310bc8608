/** The lists of the orders page: open orders, ended orders and trades, each with its filters, page and states. */
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { finishedOrdersQuery, openOrdersQuery, type Page, spotKeys, tradesQuery } from '../../../api/spot.ts';
import { cancelAllHash, modifyHash } from '../../../platform/hash-dialogs.ts';
import { paths } from '../../../platform/paths.ts';
import { useOpenDialog } from '../../../platform/use-open-dialog.ts';
import controls from '../../../terminal/parts/controls.module.css';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import styles from '../../../ui/history-page.module.css';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { useColumnContext } from '../orders/cells.tsx';
import { finishedOrderColumns, openOrderColumns, tradeColumns } from '../orders/columns.tsx';
import { useCancelOrder } from '../orders/use-cancel-order.ts';
import {
  type Filters,
  type HistoryTab,
  isFiltered,
  pageSize,
  toFinishedQuery,
  toOpenQuery,
  toQuery,
} from './filters.ts';

interface ListProps {
  filters: Filters;
  onPage: (offset: number) => void;
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
  const filtered = isFiltered(filters);
  const empty = (
    <EmptyState
      text={t(filtered ? 'emptyFiltered' : `empty.${kind}`)}
      action={filtered ? null : <Link to={paths.trade}>{t('emptyAction')}</Link>}
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
  const client = useQueryClient();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const open = useOpenDialog();
  const cancel = useCancelOrder((ids, isHidden) => {
    setHidden((before) => new Set(isHidden ? [...before, ...ids] : [...before].filter((id) => !ids.includes(id))));
    if (!isHidden) void client.invalidateQueries({ queryKey: spotKeys.openOrders });
  });
  const query = useQuery(openOrdersQuery(toOpenQuery(filters)));
  const rows = query.data?.result.filter((order) => !hidden.has(order.id));
  const columns = openOrderColumns(
    context,
    (order) => void cancel(order),
    ({ id }) => open(modifyHash(id)),
  );
  const total = query.data?.total ?? 0;
  // A cancel-all knows pairs and coins: beside other filters it would be of orders that the list does not show.
  const isOfAll = filters.source === '' && filters.status === '';
  const actions = total > 0 && isOfAll && (
    <div className={styles.actions}>
      <button type="button" className={controls.tool} onClick={() => open(cancelAllHash(filters.pair))}>
        {t('common:dialog.cancelAll')}
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
  const query = useQuery(finishedOrdersQuery(toFinishedQuery(filters)));
  const columns = useMemo(() => finishedOrderColumns(context), [context]);
  return <Frame kind="finished" columns={columns} query={query} filters={filters} onPage={onPage} />;
}

export function TradesList({ filters, onPage }: ListProps) {
  const context = useColumnContext();
  const query = useQuery(tradesQuery(toQuery(filters)));
  const columns = useMemo(() => tradeColumns(context), [context]);
  return <Frame kind="deals" columns={columns} query={query} filters={filters} onPage={onPage} />;
}
