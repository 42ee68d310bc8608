/** Global configuration. */
import type { CountryList, SystemParams } from '@pelican/shared/contracts/system.ts';
import { queryOptions } from '@tanstack/react-query';
import { api } from './client.ts';

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => api.get<SystemParams>('/systemParams', { signal }),
  staleTime: 10 * 60_000,
});

/** Countries, with those where nobody may sign up marked. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => api.get<CountryList>('/getCountryList', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
