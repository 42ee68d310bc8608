/** Which deposits and withdrawals are open. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const statusPageSize = 30;
export const incidentsPageSize = 20;
const refreshMs = 15_000;

export interface StatusFilter {
  search: string;
  /** Empty for all. */
  ticker: string;
  state: 'all' | 'disturbed';
  offset: number;
}

export const assetsStatusQuery = ({ search, ticker, state, offset }: StatusFilter) =>
  queryOptions({
    queryKey: ['assets-status', { search, ticker, state, offset }],
    queryFn: ({ signal }) => {
      const query = { search, state, offset, limit: statusPageSize, ...(ticker && { ticker }) };
      return call('GET /v2/assets-status', { query, signal, anonymous: true });
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });

/** The ways in and out of one asset. */
export const assetStatusQuery = (ticker: string) => assetsStatusQuery({ search: '', ticker, state: 'all', offset: 0 });

/** @param ticker empty for all */
export const incidentsQuery = (ticker: string, offset: number) =>
  queryOptions({
    queryKey: ['assets-status', 'incidents', ticker, offset],
    queryFn: ({ signal }) => {
      const query = { offset, limit: incidentsPageSize, ...(ticker && { ticker }) };
      return call('GET /v2/assets-status/incidents', { query, signal, anonymous: true });
    },
    placeholderData: keepPreviousData,
    refetchInterval: refreshMs,
  });
