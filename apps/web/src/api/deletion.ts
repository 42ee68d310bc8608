/** Deletion of one's own account. */
import type { DeletionRequest } from '@pelican/shared/contracts/deletion';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const deletionQuery = queryOptions({
  queryKey: [privateKey, 'deletion'],
  queryFn: ({ signal }) => call('GET /v2/settings/deletion', { signal }),
});

/** Asks for the deletion. @throws ApiError: deletion_blocked, password_wrong, factor_needed, factor_wrong */
export function requestDeletion(request: DeletionRequest) {
  return call('POST /v2/deleteUserApi', { body: request });
}

/** Keeps the account after all. */
export function withdrawDeletion() {
  return call('DELETE /v2/settings/deletion');
}
