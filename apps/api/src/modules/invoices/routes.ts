/** Invoices over HTTP. */
import { invoicesEndpoints } from '@pelican/shared/contracts/invoices';
import type { FastifyRequest } from 'fastify';
import {
  type CsrfTokens,
  type Guards,
  type HttpServer,
  type Principal,
  type PrivateReads,
  serve,
} from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import { findOwnInvoices } from './repository.ts';
import type { InvoiceService } from './service.ts';

export interface InvoiceRoutesDeps {
  invoices: InvoiceService;
  csrf: Pick<CsrfTokens, 'demand'>;
  privateReads: PrivateReads;
  guards: Guards;
}

interface BeginCall {
  principal: Principal;
  params: { id: string };
  request: FastifyRequest;
}

export function invoiceRoutes(app: HttpServer, { invoices, csrf, privateReads, guards }: InvoiceRoutesDeps): void {
  const sendCode = ({ principal, params, request }: BeginCall) =>
    invoices.sendCode(principal, sessionCallerOf(principal, request), params.id);
  const sendCodeByGet = (call: BeginCall) => {
    csrf.demand(call.request.headers['x-csrf-token'], call.principal.sessionId ?? '');
    return sendCode(call);
  };

  serve(app, guards, invoicesEndpoints, {
    'POST /v3/invoices': ({ principal, body, headers, request }) =>
      invoices.create(principal, sessionCallerOf(principal, request), body, headers['idempotency-key']),
    'GET /v3/invoices': ({ principal, query }) =>
      privateReads.queue.run(principal, async () => ({
        ...(await findOwnInvoices(privateReads.pool, { userId: principal.userId, ...query })),
        offset: query.offset,
        limit: query.limit,
      })),
    'DELETE /v3/invoices/:id': async ({ principal, params }) => {
      await invoices.cancel(principal.userId, params.id);
      return { status: 'success' as const };
    },
    'GET /invoice/:id': ({ params }) => invoices.view(params.id),
    'GET /confirminvoice/:hash': async ({ params }) => ({ status: (await invoices.view(params.hash)).status }),
    'POST /makeinnerinvoice/:id': sendCode,
    'GET /makeinnerinvoice/:id': sendCodeByGet,
    'POST /resendInnerInvoiceCode/:id': sendCode,
    'GET /resendInnerInvoiceCode/:id': sendCodeByGet,
    'POST /confirminnerinvoice/:id': ({ principal, params, body, request }) =>
      invoices.pay(principal, sessionCallerOf(principal, request), params.id, body),
    'POST /makefiatpayment': ({ principal, body, headers, request }) =>
      invoices.payByProvider(principal, sessionCallerOf(principal, request), body, headers['idempotency-key']),
  });
}
