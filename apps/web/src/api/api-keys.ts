/** API keys of the signed-in person. */
import type { NewApiKeyRequest } from '@pelican/shared/contracts/api-keys';
import type { FactorProof } from '@pelican/shared/contracts/auth';
import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { privateKey } from './query-client.ts';

export const apiKeysQuery = queryOptions({
  queryKey: [privateKey, 'api-keys'],
  queryFn: ({ signal }) => call('GET /v2/api_key', { query: {}, signal }),
});

/** @returns the key with its secret, which is not shown again. @throws ApiError: two_factor_required, factor_wrong */
export function createApiKey(request: NewApiKeyRequest) {
  return call('POST /v2/api_key', { body: request });
}

/** @throws ApiError: two_factor_required, factor_wrong, api_key_ended */
export function enableApiKey(id: string, proof: FactorProof) {
  return call('POST /v2/api_key/:id', { params: { id }, body: { enabled: true, ...proof } });
}

export function disableApiKey(id: string) {
  return call('POST /v2/api_key/:id', { params: { id }, body: { enabled: false } });
}

export function deleteApiKey(id: string) {
  return call('DELETE /v2/api_key/:id', { params: { id } });
}
