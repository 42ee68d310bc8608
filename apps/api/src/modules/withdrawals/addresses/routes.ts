/** Saved addresses over HTTP. */
import { savedAddressesEndpoints } from '@pelican/shared/contracts/saved-addresses';
import type { FastifyRequest } from 'fastify';
import { recentMinutes, type StepUps } from '../../../identity/index.ts';
import { type KnownAsset, requireAsset } from '../../../live/index.ts';
import {
  type Call,
  type CsrfTokens,
  type Guards,
  type HttpServer,
  type Principal,
  type PrivateReads,
  serve,
} from '../../../platform/http/index.ts';
import { sessionCallerOf } from '../../auth/index.ts';
import type { SavedAddressService } from './service.ts';

export interface SavedAddressRoutesDeps {
  addresses: SavedAddressService;
  knownAsset: KnownAsset;
  stepUps: Pick<StepUps, 'demandFactor'>;
  csrf: CsrfTokens;
  privateReads: PrivateReads;
  guards: Guards;
}

type Removal = Pick<
  Call<(typeof savedAddressesEndpoints)['DELETE /v3/profile/delete-addresses-management/:id']>,
  'principal' | 'request' | 'params'
>;

export function savedAddressRoutes(app: HttpServer, deps: SavedAddressRoutesDeps): void {
  const { addresses, knownAsset, stepUps, csrf, privateReads, guards } = deps;

  /** @throws DomainError sign_in_again with a challenge */
  function demandFactor(principal: Principal, { method, url, rawBody, headers }: FastifyRequest): Promise<void> {
    const action = { purpose: `${method} ${url}`, content: rawBody };
    return stepUps.demandFactor(principal, recentMinutes, action, headers['x-step-up']);
  }

  async function remove({ principal, request, params }: Removal) {
    await demandFactor(principal, request);
    await addresses.remove(sessionCallerOf(principal, request), params.id);
    return { status: 'success' as const };
  }

  serve(app, guards, savedAddressesEndpoints, {
    'GET /v3/profile/addresses-management': async ({ principal, query }) => {
      const { ticker, payment_method: methodKey, offset, limit } = query;
      const { userId } = principal;
      const asset = ticker === undefined ? undefined : await requireAsset(knownAsset, ticker, userId);
      const wanted = { userId, assetId: asset?.id, methodKey, offset, limit };
      return privateReads.queue.run(principal, () => addresses.list(privateReads.pool, wanted));
    },
    'POST /v3/profile/add-addresses-management': async ({ principal, request, body }) => {
      // Before the factor, which is used up.
      await addresses.demandSavable(principal.userId, body);
      await demandFactor(principal, request);
      return addresses.add(sessionCallerOf(principal, request), body);
    },
    'GET /v3/profile/delete-addresses-management/:id': (call) => {
      csrf.demand(call.request.headers['x-csrf-token'], call.principal.sessionId ?? '');
      return remove(call);
    },
    'DELETE /v3/profile/delete-addresses-management/:id': remove,
    'POST /v3/profile/addresses-management/allow-list': async ({ principal, request, body }) => {
      await demandFactor(principal, request);
      return addresses.switchAllowList(sessionCallerOf(principal, request), body.enabled);
    },
  });
}
