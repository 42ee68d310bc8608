/** The signed-in user's profile flags. */
import type { GeneralSettingsRequest } from '@pelican/shared/contracts/settings';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const generalSettingsQuery = queryOptions({
  queryKey: [privateKey, 'settings', 'general'],
  queryFn: ({ signal }) => call('GET /v2/settings/general', { signal }),
  staleTime: 60_000,
});

/** Fees in the service token: on or off. */
export function setCustomFee(enabled: boolean) {
  return call('POST /v2/settings/customfee', { body: { customfee: enabled ? 1 : 0 } });
}

/** @throws ApiError with the fields that are refused */
export function changeGeneralSettings(change: GeneralSettingsRequest) {
  return call('POST /v2/settings/general', { body: change });
}
