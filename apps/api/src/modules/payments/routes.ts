/** Payment methods over HTTP. */
import { paymentsEndpoints } from '@pelican/shared/contracts/payments';
import type { Guards, HttpServer } from '../../platform/http/index.ts';
import { serve } from '../../platform/http/index.ts';
import type { PaymentsService } from './service.ts';
import { viewCurrencyFee } from './view.ts';

export interface PaymentsRoutesDeps {
  payments: PaymentsService;
  guards: Guards;
}

export function paymentsRoutes(app: HttpServer, { payments, guards }: PaymentsRoutesDeps): void {
  serve(app, guards, paymentsEndpoints, {
    'GET /v3/profile/depositdata/:ticker': ({ principal, params }) =>
      payments.ownMethodsOf(principal.userId, params.ticker, 'deposit'),
    'GET /v3/profile/withdrawaldata/:ticker': ({ principal, params }) =>
      payments.ownMethodsOf(principal.userId, params.ticker, 'withdraw'),
    'GET /v2/currency-fee/:ticker': async ({ params, query }) => {
      const { terms } = await payments.method(params.ticker, query.transaction_method, query.type);
      return viewCurrencyFee(terms);
    },
    'POST /v3/balance/calcfee-:ticker/:paymentKey': ({ params, body }) =>
      payments.fee({ ticker: params.ticker, key: params.paymentKey, ...body }),
    'GET /v2/fee-schedule': async ({ query: { offset, limit, search } }) => {
      const rows = await payments.feeTable(search);
      return { result: rows.slice(offset, offset + limit), total: rows.length, offset, limit };
    },
  });
}
