import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoansPage } from '../../../api/loans.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import styles from '../loans.module.css';

export interface PagedQuery<Row> {
  data: { data: readonly Row[]; count: number } | undefined;
  error: unknown;
  refetch: () => unknown;
}

interface PagedTableProps<Row> {
  caption: string;
  columns: Column<Row>[];
  query: PagedQuery<Row>;
  empty: ReactNode;
  page: LoansPage;
  onPage: (offset: number) => void;
  /** Its page has a frame for it already. */
  isFrameless?: boolean;
}

/** A list of offers, requests or loans, ten at a time. */
export function PagedTable<Row extends { id: number }>(props: PagedTableProps<Row>) {
  const { caption, columns, query, empty, page, onPage, isFrameless = false } = props;
  const { t } = useTranslation('loans');
  const { data, error, refetch } = query;
  return (
    <div className={isFrameless ? undefined : styles.list}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.data}
        rowKey={({ id }) => id}
        skeletonRows={3}
        empty={empty}
        error={
          error && !data ? (
            <ErrorState title={t('list.failed')} error={error} onRetry={() => void refetch()} />
          ) : undefined
        }
      />
      <Pager offset={page.offset} limit={page.limit} total={data?.count ?? 0} onChange={onPage} />
    </div>
  );
}

/** The same under a heading of its own. */
export function TitledTable<Row extends { id: number }>(props: PagedTableProps<Row>) {
  return (
    <section>
      <h2 className={styles.listTitle}>{props.caption}</h2>
      <PagedTable {...props} />
    </section>
  );
}
