/** What operators read of bank accounts in India, and of what is paid by them. */
import type { InrBankState, InrDepositState, InrPayoutState } from '@pelican/shared/contracts/inr';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

export const bankCasesQuery = (status: InrBankState, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'inr-banks', status, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/inr-banks', { query: { status, offset, limit: pageRows }, signal }),
    refetchInterval: 15_000,
  });

/** Each look is on record. */
export const bankCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'inr-bank', id],
    queryFn: ({ signal }) => call('GET /v2/ops/inr-banks/:id', { params: { id }, signal }),
    ...looked,
  });

export const depositCasesQuery = (state: InrDepositState, search: string, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'inr-deposits', state, search, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/inr-deposits', { query: { state, search, offset, limit: pageRows }, signal }),
    refetchInterval: 15_000,
  });

/** Each look is on record. */
export const depositCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'inr-deposit', id],
    queryFn: ({ signal }) => call('GET /v2/ops/inr-deposits/:id', { params: { id }, signal }),
    ...looked,
  });

export const payoutCasesQuery = (state: InrPayoutState, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'inr-payouts', state, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/inr-payouts', { query: { state, offset, limit: pageRows }, signal }),
    refetchInterval: 15_000,
  });

/** Each look is on record. */
export const payoutCaseQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'inr-payout', id],
    queryFn: ({ signal }) => call('GET /v2/ops/inr-payouts/:id', { params: { id }, signal }),
    ...looked,
  });

/** Those that the page shows. */
const batchesShown = 5;

export const batchesQuery = queryOptions({
  queryKey: [...operatorsKey, 'inr-batches'],
  queryFn: ({ signal }) =>
    call('GET /v2/ops/inr-payout-batches', { query: { offset: 0, limit: batchesShown }, signal }),
  refetchInterval: 15_000,
});

/** @throws ApiError request_closed: nothing is ready to be paid */
export function takeBatch() {
  return call('POST /v2/ops/inr-payout-batches', {});
}

/** @param reason demanded where it was downloaded before */
export function downloadBatch(id: number, reason?: string) {
  return call('POST /v2/ops/inr-payout-batches/:id/file', {
    params: { id },
    body: reason === undefined ? {} : { reason },
  });
}
