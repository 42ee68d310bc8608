/** Payment methods and what they cost. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const feesPageSize = 30;

/** Fees and limits of all payment methods whose names have the text. */
export const feeScheduleQuery = (search: string, offset: number) =>
  queryOptions({
    queryKey: ['fee-schedule', search, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/fee-schedule', { query: { search, offset, limit: feesPageSize }, signal, anonymous: true }),
    placeholderData: keepPreviousData,
  });
