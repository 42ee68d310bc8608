/** The signed-in person's profile flags. */
import type { customFeeResponse } from '@pelican/shared/contracts/spot.ts';
import type { GeneralSettings } from '@pelican/shared/contracts/system.ts';
import { queryOptions } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import { api } from './client.ts';
import { privateKey } from './query-client.ts';

export const generalSettingsQuery = queryOptions({
  queryKey: [privateKey, 'settings', 'general'],
  queryFn: ({ signal }) => api.get<GeneralSettings>('/v2/settings/general', { signal }),
  staleTime: 60_000,
});

/** Fees in the service token: on or off. */
export function setCustomFee(enabled: boolean): Promise<z.infer<typeof customFeeResponse>> {
  return api.post('/v2/settings/customfee', { body: { customfee: enabled ? 1 : 0 } });
}
