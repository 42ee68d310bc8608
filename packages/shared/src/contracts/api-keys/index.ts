/** API keys of a person: calls and shapes. */
export { apiKeysEndpoints } from './endpoints.ts';
export {
  type ApiKeyScope,
  type ApiKeyView,
  apiKeyNameMax,
  apiKeyScopes,
  type CreatedApiKey,
  type NewApiKeyRequest,
  newApiKey,
  type ToggleApiKeyRequest,
} from './schemas.ts';
