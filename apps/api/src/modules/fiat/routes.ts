/** Payment providers over HTTP: deposits, and what providers report. */
import { fiatEndpoints } from '@pelican/shared/contracts/fiat';
import { type Guards, type HttpServer, serve } from '../../platform/http/index.ts';
import { sessionCallerOf } from '../auth/index.ts';
import type { FiatService } from './service.ts';

export function fiatRoutes(app: HttpServer, { fiat, guards }: { fiat: FiatService; guards: Guards }): void {
  serve(app, guards, fiatEndpoints, {
    'POST /v3/balance/deposit-:ticker/:paymentKey': ({ principal, params, headers, body, request }) =>
      fiat.deposit(principal, sessionCallerOf(principal, request), {
        ...params,
        form: body,
        idempotencyKey: headers['idempotency-key'],
      }),
    'POST /v3/balance/verify-transaction': ({ principal, body }) => fiat.verify(principal.userId, body.id),
    'GET /v3/merchant/:hash': ({ params }) => fiat.page(params.hash),
    'POST /v2/payout-callbacks/:provider': ({ params, request: { headers, rawBody } }) =>
      fiat.reportPayout(params.provider, { headers, rawBody }),
    'POST /v2/payment-callbacks/:provider': ({ params, request: { headers, rawBody } }) =>
      fiat.report(params.provider, { headers, rawBody }),
  });
}
