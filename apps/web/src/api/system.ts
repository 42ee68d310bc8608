/** Global configuration. */
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';

export const systemQuery = queryOptions({
  queryKey: ['system'],
  queryFn: ({ signal }) => call('GET /systemParams', { signal }),
  staleTime: 10 * 60_000,
});

/** Countries; those closed to sign-up are marked. */
export const countriesQuery = queryOptions({
  queryKey: ['countries'],
  queryFn: ({ signal }) => call('GET /getCountryList', { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});
