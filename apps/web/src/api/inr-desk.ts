/** What operators read of bank accounts in India. */
import type { InrBankState, InrDepositState } from '@pelican/shared/contracts/inr';
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
