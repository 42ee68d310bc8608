import type { LoanList, LoanView } from '@pelican/shared/contracts/loans';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { LoansPage } from '../../../api/loans.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Pager } from '../../../ui/pager.tsx';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import styles from '../loans.module.css';
import { useLoanColumns } from './loan-columns.tsx';

interface LoanTableProps {
  caption: string;
  /** What is said where there are none, and what can be done about it. */
  empty: string;
  emptyAction?: ReactNode;
  query: Pick<UseQueryResult<LoanList>, 'data' | 'error' | 'refetch'>;
  page: LoansPage;
  onPage: (offset: number) => void;
  /** Its page has a frame for it already. */
  isFrameless?: boolean;
  /** With the lender's answer to each request that waits. */
  withDecisions?: boolean;
}

/** Loans and requests of one's own; each leads to its page. */
export function LoanTable(props: LoanTableProps) {
  const { caption, empty, emptyAction, query, page, onPage, isFrameless = false, withDecisions = false } = props;
  const { t } = useTranslation('loans');
  const columns = useLoanColumns(withDecisions);
  const { data, error, refetch } = query;
  return (
    <div className={isFrameless ? undefined : styles.list}>
      <DataTable
        caption={caption}
        columns={columns}
        rows={data?.data}
        rowKey={(loan: LoanView) => loan.id}
        skeletonRows={3}
        empty={<EmptyState text={empty} action={emptyAction} />}
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
