/** Bank accounts in India over HTTP. */
import { inrEndpoints } from '@pelican/shared/contracts/inr';
import type { FastifyRequest } from 'fastify';
import { recentMinutes, type StepUps } from '../../identity/index.ts';
import { type Guards, type HttpServer, type Principal, type PrivateReads, serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import { findBanks } from './banks/ifsc.ts';
import type { InrBankService } from './banks/service.ts';
import type { InrDepositService } from './deposits/service.ts';

export interface InrRoutesDeps {
  banks: InrBankService;
  deposits: InrDepositService;
  stepUps: Pick<StepUps, 'demandFactor'>;
  privateReads: PrivateReads;
  guards: Guards;
}

export function inrRoutes(app: HttpServer, { banks, deposits, stepUps, privateReads, guards }: InrRoutesDeps): void {
  const ownOf = ({ principal, params }: { principal: Principal; params: { id: number } }) => ({
    userId: principal.userId,
    id: params.id,
  });

  /** @throws DomainError sign_in_again with a challenge */
  function demandFactor(principal: Principal, { method, url, rawBody, headers }: FastifyRequest): Promise<void> {
    const action = { purpose: `${method} ${url}`, content: rawBody };
    return stepUps.demandFactor(principal, recentMinutes, action, headers['x-step-up']);
  }

  serve(app, guards, inrEndpoints, {
    'GET /v3/inr-banks': ({ principal, query }) =>
      privateReads.queue.run(principal, () => banks.list(privateReads.pool, { userId: principal.userId, ...query })),
    'GET /v3/inr-banks/:id': (call) => banks.find(ownOf(call)),
    'POST /v3/inr-banks': async ({ principal, body, request }) => {
      await banks.demandAddable(principal.userId, body);
      await demandFactor(principal, request);
      return banks.add(sessionCallerOf(principal, request), body);
    },
    'POST /v3/inr-bank-validate/:id': async (call) => ({ status: await banks.validate(ownOf(call)) }),
    'DELETE /v3/inr-banks/:id': async (call) => {
      await banks.remove(ownOf(call));
      return { status: 'success' as const };
    },
    'GET /v3/inr-bank-trx-count/:id': (call) => banks.transactions(ownOf(call)),
    'GET /v3/inr-requisites/:id': (call) => deposits.requisites(ownOf(call)),
    'POST /v3/balance/deposit-:ticker/INR': ({ principal, params: { ticker }, body, request }) =>
      deposits.report(principal, sessionCallerOf(principal, request), ticker, body),
    'GET /v3/inr-deposits': ({ principal, query }) =>
      privateReads.queue.run(principal, () => deposits.list(privateReads.pool, { userId: principal.userId, ...query })),
    'GET /v3/balance/atom-bank-list': ({ query: { search, offset, limit } }) => {
      const found = findBanks(search);
      return { result: found.slice(offset, offset + limit), total: found.length, offset, limit };
    },
    'GET /v3/inr-ifsc/:code': ({ params }) => banks.bankOfIfsc(params.code),
  });
}
