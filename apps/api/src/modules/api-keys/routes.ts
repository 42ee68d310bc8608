/** A person's API keys over HTTP. */
import { apiKeysEndpoints } from '@pelican/shared/contracts/api-keys';
import type { Guards, HttpServer, PrivateReads } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import type { ApiKeyService } from './service.ts';

export interface ApiKeyRoutesDeps {
  apiKeys: ApiKeyService;
  privateReads: PrivateReads;
  guards: Guards;
}

const success = { status: 'success' } as const;

export function apiKeyRoutes(app: HttpServer, { apiKeys, privateReads, guards }: ApiKeyRoutesDeps): void {
  serve(app, guards, apiKeysEndpoints, {
    'GET /v2/api_key': ({ principal, query }) =>
      privateReads.queue.run(principal, () => apiKeys.list(privateReads.pool, principal.userId, query)),
    'POST /v2/api_key': ({ principal, body, request }) => apiKeys.create(sessionCallerOf(principal, request), body),
    'POST /v2/api_key/:id': ({ principal, params, body, request }) =>
      apiKeys.toggle(sessionCallerOf(principal, request), params.id, body),
    'DELETE /v2/api_key/:id': async ({ principal, params }) => {
      await apiKeys.remove(principal.userId, params.id);
      return success;
    },
  });
}
