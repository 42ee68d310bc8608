/** What operators read of what is set for the whole exchange. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { operatorsKey } from './operators.ts';

export const systemFlagsQuery = queryOptions({
  queryKey: [...operatorsKey, 'system'],
  queryFn: ({ signal }) => call('GET /v2/ops/system', { signal }),
  refetchInterval: 15_000,
});
