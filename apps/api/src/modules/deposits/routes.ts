/** Deposits from networks over HTTP, and in a demo the explorer of its network. */
import { depositsEndpoints } from '@pelican/shared/contracts/deposits';
import * as z from 'zod/mini';
import { createRateLimit, type Guards, type HttpServer, pagePolicy, serve } from '../../platform/http/index.ts';
import type { DepositsService } from './service.ts';

/** New addresses and test coins of one user. */
const perMinute = 20;

export interface DepositsRoutesDeps {
  deposits: DepositsService;
  guards: Guards;
}

export function depositsRoutes(app: HttpServer, { deposits, guards }: DepositsRoutesDeps): void {
  const writes = createRateLimit<number>(perMinute / 60, perMinute);

  serve(app, guards, depositsEndpoints, {
    'GET /v2/profile/address/:ticker': ({ principal, params, query }) =>
      deposits.address(principal, { ...params, ...query }, { isNew: false }),
    'GET /v2/edr/address': ({ principal, query }) =>
      deposits.address(principal, { ticker: 'EDR', ...query }, { isNew: false }),
    'POST /v2/profile/address': ({ principal, body }) => {
      writes.take(principal.userId);
      return deposits.address(principal, body, { isNew: true });
    },
    'GET /v2/balance/deposit-:ticker': ({ principal, params }) => deposits.data(principal.userId, params.ticker),
    'GET /v2/balance/deposit-:ticker/:paymentKey': ({ principal, params }) =>
      deposits.data(principal.userId, params.ticker, params.paymentKey),
    'GET /v2/blockHeight/:ticker': ({ params, query }) => deposits.blockHeight({ ...params, ...query }),
    'GET /v2/profile/deposits/:ticker': async ({ principal, params }) => ({
      result: await deposits.recent(principal.userId, params.ticker),
    }),
    'POST /v2/sandbox/faucet': ({ principal, body }) => {
      writes.take(principal.userId);
      return deposits.faucet(principal, body);
    },
  });
}

const explorerTimeoutMs = 5_000;
const name = z.string().check(z.regex(/^[a-z0-9]{1,80}$/));

/** Hands on the pages of the sandbox chain, which listens on this machine alone. */
export function sandboxExplorerRoutes(app: HttpServer, sandboxChainUrl: string): void {
  const pageOf = async (path: string) => {
    const answer = await fetch(new URL(path, sandboxChainUrl), { signal: AbortSignal.timeout(explorerTimeoutMs) });
    return { status: answer.status, html: await answer.text() };
  };
  app.get('/sandbox', { schema: { hide: true } }, async (_request, reply) => {
    const { status, html } = await pageOf('/sandbox');
    return reply.code(status).header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html);
  });
  const params = z.object({ kind: z.enum(['transactions', 'addresses']), name });
  app.get('/sandbox/:kind/:name', { schema: { hide: true, params } }, async (request, reply) => {
    const { status, html } = await pageOf(`/sandbox/${request.params.kind}/${request.params.name}`);
    return reply.code(status).header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html);
  });
}
