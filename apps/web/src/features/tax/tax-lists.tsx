/** Deductions, disposals with their lots, lots, and income. */
import { Button } from '@mantine/core';
import type { TaxLot } from '@pelican/shared/contracts/tax';
import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { Page } from '../../api/spot.ts';
import {
  taxDeductionsQuery,
  taxDisposalsQuery,
  taxIncomesQuery,
  taxInvoicesQuery,
  taxLotsQuery,
} from '../../api/tax.ts';
import { paths } from '../../platform/paths.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Pager } from '../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../ui/states.tsx';
import { DownloadInvoice, DownloadYear } from './download-invoice.tsx';
import { EnterCostDialog } from './enter-cost-dialog.tsx';
import { deductionColumns, disposalColumns, incomeColumns, invoiceColumns, lotColumns } from './tax-columns.tsx';
import { type PeriodState, pageSize } from './use-period.ts';

interface ListProps<Row, Key extends QueryKey> {
  name: 'tds' | 'invoices' | 'gains' | 'lots' | 'income';
  columns: Column<Row>[];
  query: UseQueryOptions<Page<Row>, Error, Page<Row>, Key>;
  state: PeriodState;
  rowKey: (row: Row) => number;
}

const idOf = ({ id }: { id: number }) => id;

function List<Row, Key extends QueryKey>({ name, columns, query, state, rowKey }: ListProps<Row, Key>) {
  const { t } = useTranslation('tax');
  const { data, error, refetch } = useQuery(query);
  return (
    <>
      <DataTable
        caption={t(`tab.${name}`)}
        columns={columns}
        rows={data?.result}
        rowKey={rowKey}
        compact
        empty={<EmptyState text={t(`empty.${name}`)} action={<Link to={paths.market}>{t('toMarkets')}</Link>} />}
        error={error && !data ? <ErrorState title={t('failed')} error={error} onRetry={() => void refetch()} /> : null}
      />
      <Pager
        offset={state.offset}
        limit={pageSize}
        total={data?.total ?? 0}
        onChange={(next) => state.change({ offset: next === 0 ? '' : String(next) })}
      />
    </>
  );
}

const pageOf = ({ period, offset }: PeriodState) => ({ ...period, offset, limit: pageSize });

export function Deductions({ state }: { state: PeriodState }) {
  const { t } = useTranslation('tax');
  return (
    <List
      name="tds"
      columns={deductionColumns(t)}
      query={taxDeductionsQuery(pageOf(state))}
      state={state}
      rowKey={idOf}
    />
  );
}

export function Invoices({ state }: { state: PeriodState }) {
  const { t } = useTranslation('tax');
  const { period, offset } = state;
  const query = taxInvoicesQuery({ year: period.year, offset, limit: pageSize });
  const columns = invoiceColumns(t, (invoice) => <DownloadInvoice invoice={invoice} />);
  const { data } = useQuery(query);
  return (
    <>
      {data && data.total > 1 && (
        <div>
          <DownloadYear year={period.year} />
        </div>
      )}
      <List name="invoices" columns={columns} query={query} state={state} rowKey={({ number }) => number} />
    </>
  );
}

export function Gains({ state }: { state: PeriodState }) {
  const { t } = useTranslation('tax');
  return (
    <List
      name="gains"
      columns={disposalColumns(t)}
      query={taxDisposalsQuery(pageOf(state))}
      state={state}
      rowKey={idOf}
    />
  );
}

export function Incomes({ state }: { state: PeriodState }) {
  const { t } = useTranslation('tax');
  return (
    <List name="income" columns={incomeColumns(t)} query={taxIncomesQuery(pageOf(state))} state={state} rowKey={idOf} />
  );
}

export function Lots({ state }: { state: PeriodState }) {
  const { t } = useTranslation('tax');
  const [entered, setEntered] = useState<TaxLot | null>(null);
  const query = taxLotsQuery({ unknown: state.onlyUnknown ? 'true' : '', offset: state.offset, limit: pageSize });
  const columns = lotColumns(t, (lot) =>
    lot.mayEnter ? (
      <Button variant="default" size="xs" onClick={() => setEntered(lot)}>
        {t('enterCost.open')}
      </Button>
    ) : null,
  );
  return (
    <>
      <List name="lots" columns={columns} query={query} state={state} rowKey={idOf} />
      {entered && <EnterCostDialog lot={entered} onClose={() => setEntered(null)} />}
    </>
  );
}
