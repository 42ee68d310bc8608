/** Reserves, as operators see them. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey } from './operators.ts';

const refreshMs = 60_000;

export const reservesQuery = queryOptions({
  queryKey: [...operatorsKey, 'reserves'],
  queryFn: ({ signal }) => call('GET /v2/ops/reserves', { signal }),
  refetchInterval: refreshMs,
});
