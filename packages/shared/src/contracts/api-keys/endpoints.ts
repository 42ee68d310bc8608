/** API keys of a person. Keys do not manage keys: each call needs a session. */
import { done, listOf, paging } from '../common.ts';
import { declareEndpoints } from '../endpoint.ts';
import * as contract from './schemas.ts';

export const apiKeysEndpoints = declareEndpoints({
  'GET /v2/api_key': {
    access: 'person',
    tag: 'api keys',
    limits: { rows: 'page' },
    summary: 'Own API keys, the newest first; never their secrets',
    query: paging,
    response: listOf(contract.apiKey),
  },
  'POST /v2/api_key': {
    access: 'person',
    tag: 'api keys',
    limits: { rate: 'identification' },
    summary: 'Make an API key; its secret is shown once',
    description: 'A key that may withdraw is bound to addresses.',
    body: contract.newApiKey,
    response: contract.createdApiKey,
    errors: ['two_factor_required', 'email_unverified', 'factor_wrong', 'too_many_api_keys', 'too_many_requests'],
  },
  'POST /v2/api_key/:id': {
    access: 'person',
    tag: 'api keys',
    limits: { bodyBytesMax: 16 * 1024, rate: 'identification' },
    summary: 'Turn an API key on or off',
    description: 'On by a code of a second factor, off without. A key that is so already stays as it is.',
    params: contract.apiKeyParams,
    body: contract.toggleRequest,
    response: contract.apiKey,
    errors: ['not_found', 'two_factor_required', 'factor_needed', 'factor_wrong', 'api_key_ended', 'too_many_requests'],
  },
  'DELETE /v2/api_key/:id': {
    access: 'person',
    tag: 'api keys',
    summary: 'Delete an API key',
    params: contract.apiKeyParams,
    response: done,
    errors: ['not_found'],
  },
});
