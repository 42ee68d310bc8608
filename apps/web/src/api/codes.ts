/** Transfer codes: own open ones, their history, and what is done with them. */
import type { CodeToConfirm, NewCodeRequest } from '@pelican/shared/contracts/codes';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

/** First elements of the keys of everything here. */
export const codesKey = [privateKey, 'codes'] as const;

export interface CodesFilter {
  /** '' for all currencies. */
  ticker: string;
  offset: number;
  limit: number;
}

export const openCodesQuery = ({ ticker, ...query }: CodesFilter) =>
  queryOptions({
    queryKey: [...codesKey, 'open', ticker, query],
    queryFn: ({ signal }) =>
      ticker === ''
        ? call('GET /v2/profile/codes/my', { query, signal })
        : call('GET /v2/profile/codes/my/:ticker', { params: { ticker }, query, signal }),
    placeholderData: keepPreviousData,
  });

export const codeEventsQuery = ({ ticker, ...query }: CodesFilter) =>
  queryOptions({
    queryKey: [...codesKey, 'history', ticker, query],
    queryFn: ({ signal }) =>
      ticker === ''
        ? call('GET /v2/profile/codes/history', { query, signal })
        : call('GET /v2/profile/codes/history/:ticker', { params: { ticker }, query, signal }),
    placeholderData: keepPreviousData,
  });

/**
 * @param idempotencyKey the same for every try of one code, so that it is made once
 * @throws ApiError confirmation_needed: the code of a mail, before the factor is looked at; factor_wrong, insufficient_balance, withdrawals_locked, kyc_required
 */
export function createCode(request: NewCodeRequest, idempotencyKey: string) {
  return call('POST /v2/profile/code/create', { body: request, idempotencyKey });
}

/** Sends the code by mail that confirms a transfer code of so much. @throws ApiError too_many_requests */
export function sendCodeConfirmation(wanted: CodeToConfirm) {
  return call('POST /v2/profile/code/confirmation', { body: wanted });
}

/** @throws ApiError transfer_code_unusable, kyc_required, too_many_requests */
export function applyCode(code: string) {
  return call('POST /v2/profile/code/apply', { body: { code } });
}

/** @throws ApiError not_found: it was used or deleted before */
export function deleteCode(id: number) {
  return call('POST /v2/profile/code/delete', { body: { id } });
}
