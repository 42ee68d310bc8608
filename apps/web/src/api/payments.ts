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

/** The ways to withdraw an asset. */
export const withdrawalMethodsQuery = (ticker: string) =>
  queryOptions({
    queryKey: ['payment-methods', 'withdraw', ticker],
    queryFn: ({ signal }) => call('GET /v3/profile/withdrawaldata/:ticker', { params: { ticker }, signal }),
    staleTime: 60_000,
  });

interface FeeQuestion {
  ticker: string;
  paymentKey: string;
  /** '' or '0' asks nothing. */
  amount: string;
}

export const feesKey = ['payment-fee'] as const;

/** What a withdrawal of the amount costs. */
export const withdrawalFeeQuery = ({ ticker, paymentKey, amount }: FeeQuestion) =>
  queryOptions({
    queryKey: [...feesKey, 'withdraw', ticker, paymentKey, amount],
    queryFn: ({ signal }) =>
      call('POST /v3/balance/calcfee-:ticker/:paymentKey', {
        params: { ticker, paymentKey },
        body: { amount, action: 'withdraw' },
        signal,
      }),
    enabled: paymentKey !== '' && /[1-9]/.test(amount),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
