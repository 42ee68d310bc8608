/** Queries of the referral programme. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

const key = 'referrals';

/** Of everything here. */
export const referralKeys = { all: [key] } as const;

interface PageFilter {
  offset: number;
  limit: number;
}

export const referralOverviewQuery = queryOptions({
  queryKey: [key, 'overview'],
  queryFn: ({ signal }) => call('GET /v2/settings/referral', { signal }),
});

export const friendsQuery = (query: PageFilter) =>
  queryOptions({
    queryKey: [key, 'friends', query],
    queryFn: ({ signal }) => call('GET /v2/settings/referral/referrals', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const accrualsQuery = (query: PageFilter) =>
  queryOptions({
    queryKey: [key, 'accruals', query],
    queryFn: ({ signal }) => call('GET /v2/settings/referral/actual_history', { query, signal }),
    placeholderData: keepPreviousData,
  });

export const claimsQuery = (query: PageFilter) =>
  queryOptions({
    queryKey: [key, 'claims', query],
    queryFn: ({ signal }) => call('GET /v2/settings/referral/claims', { query, signal }),
    placeholderData: keepPreviousData,
  });

/** Moves what is available to the main wallet. @throws ApiError rewards_unavailable */
export const claimRewards = () => call('POST /v2/settings/referral/claim_referrals');
