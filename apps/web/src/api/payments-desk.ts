/** What operators read of payment methods. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey, pageRows } from './operators.ts';

export const paymentMethodsQuery = (search: string, offset: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'payments', search, offset],
    queryFn: ({ signal }) => call('GET /v2/ops/payments', { query: { search, offset, limit: pageRows }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: 15_000,
  });

export const paymentMethodQuery = (id: number) =>
  queryOptions({
    queryKey: [...operatorsKey, 'payments', id],
    queryFn: ({ signal }) => call('GET /v2/ops/payments/:id', { params: { id }, signal }),
  });

/** Networks with their coins, and the currencies that may be added to them. */
export const paymentNetworksQuery = queryOptions({
  queryKey: [...operatorsKey, 'payment-networks'],
  queryFn: ({ signal }) => call('GET /v2/ops/payment-networks', { signal }),
  refetchInterval: 15_000,
});
