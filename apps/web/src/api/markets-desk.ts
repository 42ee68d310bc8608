/** What operators read of markets. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey } from './operators.ts';

export const operatorMarketsQuery = queryOptions({
  queryKey: [...operatorsKey, 'markets'],
  queryFn: ({ signal }) => call('GET /v2/ops/markets', { signal }),
  refetchInterval: 15_000,
});

/** Prices of their indexes change each second; the console reads them every few. */
export const operatorInstrumentsQuery = queryOptions({
  queryKey: [...operatorsKey, 'instruments'],
  queryFn: ({ signal }) => call('GET /v2/ops/instruments', { signal }),
  refetchInterval: 5_000,
});
