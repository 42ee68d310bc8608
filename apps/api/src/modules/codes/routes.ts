/** Transfer codes over HTTP. */
import { codesEndpoints } from '@pelican/shared/contracts/codes';
import type { Queryable } from '../../platform/database/index.ts';
import { type Guards, type HttpServer, type Principal, type PrivateReads, serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import { findEvents, findOpenCodes, type Wanted } from './repository.ts';
import type { CodeService } from './service.ts';

export interface CodeRoutesDeps {
  codes: CodeService;
  privateReads: PrivateReads;
  guards: Guards;
}

interface ListCall {
  principal: Principal;
  query: { offset: number; limit: number };
  /** Without a ticker for the codes of all currencies. */
  params?: { ticker?: string } | undefined;
}

export function codeRoutes(app: HttpServer, { codes, privateReads, guards }: CodeRoutesDeps): void {
  const listBy =
    <Page extends object>(find: (db: Queryable, wanted: Wanted) => Promise<Page>) =>
    async ({ principal, query, params }: ListCall) => {
      const { userId } = principal;
      const asset = params?.ticker === undefined ? undefined : await codes.assetOf(params.ticker, userId);
      const wanted = { userId, assetId: asset?.id, ...query };
      return privateReads.queue.run(principal, async () => ({ ...(await find(privateReads.pool, wanted)), ...query }));
    };
  const own = listBy(findOpenCodes);
  const history = listBy(findEvents);

  serve(app, guards, codesEndpoints, {
    'GET /v2/profile/codes/my': own,
    'GET /v2/profile/codes/my/:ticker': own,
    'GET /v2/profile/codes/history': history,
    'GET /v2/profile/codes/history/:ticker': history,
    'POST /v2/profile/code/create': ({ principal, body, headers, request }) =>
      codes.create(principal, sessionCallerOf(principal, request), body, headers['idempotency-key']),
    'POST /v2/profile/code/confirmation': ({ principal, body, request }) =>
      codes.sendConfirmation(principal, sessionCallerOf(principal, request), body),
    'POST /v2/profile/code/apply': ({ principal, body, request }) =>
      codes.apply(principal, sessionCallerOf(principal, request), body.code),
    'POST /v2/profile/code/delete': async ({ principal, body }) => {
      await codes.remove(principal.userId, body.id);
      return { status: 'success' as const };
    },
  });
}
