/** Deletion of one's own account over HTTP. */
import { deletionEndpoints } from '@pelican/shared/contracts/deletion';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import type { DeletionService } from './service.ts';

export interface DeletionRoutesDeps {
  deletion: DeletionService;
  guards: Guards;
}

export function deletionRoutes(app: HttpServer, { deletion, guards }: DeletionRoutesDeps): void {
  serve(app, guards, deletionEndpoints, {
    'GET /v2/settings/deletion': ({ principal }) => deletion.state(principal.userId),
    'POST /v2/deleteUserApi': ({ principal, body, request }) =>
      deletion.request(sessionCallerOf(principal, request), body),
    'DELETE /v2/settings/deletion': ({ principal }) => deletion.withdraw(principal.userId),
  });
}
