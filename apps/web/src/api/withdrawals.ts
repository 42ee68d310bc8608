/** Withdrawals: requested, confirmed, canceled, and how much may be withdrawn. */
import type { Confirmation, WithdrawalRequest } from '@pelican/shared/contracts/withdrawals';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything here. */
export const withdrawalsKey = [privateKey, 'withdrawals'] as const;

/** Between two questions about them: they go on as blocks come. */
const recentMs = 5_000;

/** The newest ones of an asset. */
export const recentWithdrawalsQuery = (ticker: string, limit: number) =>
  queryOptions({
    queryKey: [...withdrawalsKey, 'recent', ticker, limit],
    queryFn: ({ signal }) => call('GET /v2/profile/withdrawals', { query: { ticker, offset: 0, limit }, signal }),
    refetchInterval: recentMs,
  });

export const withdrawalLimitQuery = queryOptions({
  queryKey: [...withdrawalsKey, 'limit'],
  queryFn: ({ signal }) => call('GET /v3/profile/withdraw_kyc_limit', { signal }),
  staleTime: 10_000,
});

export type NetworkWithdrawal = WithdrawalRequest & { ticker: string; paymentKey: string };

/**
 * @param idempotencyKey the same for every try of one withdrawal, so that it is requested once
 * @throws ApiError factor_wrong, invalid_address, insufficient_balance, withdrawal_limit, withdrawals_locked, kyc_required
 */
export function requestWithdrawal({ ticker, paymentKey, ...body }: NetworkWithdrawal, idempotencyKey: string) {
  return call('POST /v3/balance/withdrawal-:ticker/:paymentKey', {
    params: { ticker, paymentKey },
    body,
    idempotencyKey,
  });
}

/** @throws ApiError code_wrong, link_ended, withdrawal_closed */
export function confirmWithdrawal(confirmation: Confirmation) {
  return call('POST /confirmWithdraw', { body: confirmation });
}

/** The link and another code. @throws ApiError too_many_requests, withdrawal_closed */
export function sendWithdrawalMail(id: number) {
  return call('POST /v3/profile/resendWithdrawEmailotp', { body: { id } });
}

/** Another code to the verified telephone. @throws ApiError phone_required, too_many_requests, withdrawal_closed */
export function sendWithdrawalText(id: number) {
  return call('POST /v3/profile/resendWithdrawPhoneotp', { body: { id } });
}

/** @throws ApiError withdrawal_closed: it is on its way */
export function cancelWithdrawal(id: number) {
  return call('POST /v2/profile/withdrawals/:id/cancel', { params: { id } });
}
