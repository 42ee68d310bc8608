/** What operators read of deposits by payment providers. */
import type { ProviderDepositState } from '@pelican/shared/contracts/fiat';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { looked, operatorsKey, pageRows, recordedKey } from './operators.ts';

export const providerDepositsQuery = (state: ProviderDepositState, search: string, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'provider-deposits', state, search, offset],
    queryFn: ({ signal }) =>
      call('GET /v2/ops/provider-deposits', { query: { state, search, offset, limit: pageRows }, signal }),
    refetchInterval: 15_000,
  });

/** Each look is on record. */
export const providerDepositQuery = (id: number) =>
  queryOptions({
    queryKey: [...recordedKey, 'provider-deposit', id],
    queryFn: ({ signal }) => call('GET /v2/ops/provider-deposits/:id', { params: { id }, signal }),
    ...looked,
  });
