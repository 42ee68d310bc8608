/** Global configuration. */
import type { SystemParams } from '@pelican/shared/contracts/system.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => api.get<SystemParams>('/systemParams', { signal }),
  staleTime: 10 * 60_000,
});
