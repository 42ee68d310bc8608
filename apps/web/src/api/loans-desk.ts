/** What operators read of loans between users. */
import type { OperatorLoan } from '@pelican/shared/contracts/loans';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

const refreshMs = 15_000;

export interface LoansFilter {
  /** Empty for all. */
  state: OperatorLoan['state'] | '';
  /** Id of a user who lends or borrows; undefined for all. */
  user: number | undefined;
  offset: number;
}

export const deskLoansQuery = (filter: LoansFilter) =>
  queryOptions({
    queryKey: [...operatorsKey, 'loans', filter],
    queryFn: ({ signal }) => {
      const { state, user, offset } = filter;
      const query = { offset, limit: pageRows, ...(state && { state }), ...(user !== undefined && { user }) };
      return call('GET /v2/ops/p2p/loans', { query, signal });
    },
    refetchInterval: refreshMs,
  });

/** Each look is on record. */
export const deskLoanQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'loan', id],
    queryFn: ({ signal }) => call('GET /v2/ops/p2p/loans/:id', { params: { id }, signal }),
    ...looked,
  });

export const loansAtRiskQuery = (offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'loans-at-risk', offset],
    queryFn: ({ signal }) => call('GET /v2/ops/p2p/at-risk', { query: { offset, limit: pageRows }, signal }),
    refetchInterval: refreshMs,
  });

export const loanSalesQuery = (offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'loan-sales', offset],
    queryFn: ({ signal }) => call('GET /v2/ops/p2p/sales', { query: { offset, limit: pageRows }, signal }),
    refetchInterval: refreshMs,
  });

export const loanDisputesQuery = (offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'loan-disputes', offset],
    queryFn: ({ signal }) => call('GET /v2/ops/p2p/disputes', { query: { offset, limit: pageRows }, signal }),
    refetchInterval: refreshMs,
  });

export const loanSettingsQuery = queryOptions({
  queryKey: [...operatorsKey, 'loan-settings'],
  queryFn: ({ signal }) => call('GET /v2/ops/p2p/settings', { signal }),
  refetchInterval: refreshMs,
});
