import type { LoanList } from '@pelican/shared/contracts/loans';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { LoansPage } from '../../../api/loans.ts';
import { EmptyState } from '../../../ui/states.tsx';
import { useLoanColumns } from './loan-columns.tsx';
import { PagedTable } from './paged-table.tsx';

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
export function LoanTable({ empty, emptyAction, withDecisions = false, ...list }: LoanTableProps) {
  const columns = useLoanColumns(withDecisions);
  return <PagedTable {...list} columns={columns} empty={<EmptyState text={empty} action={emptyAction} />} />;
}
