/** Invoices in the operator console. Each look at one is an audit record, written before it is answered. */
import { invoicesOperatorEndpoints } from '@pelican/shared/contracts/invoices';
import type { OperatorConsole } from '../../identity/index.ts';
import { type HttpServer, serve } from '../../platform/http/index.ts';
import { listInvoiceCases, viewInvoiceCase } from './operator-view.ts';

export function invoiceOperatorRoutes(app: HttpServer, operators: OperatorConsole): void {
  const { pool, guards } = operators;
  serve(app, guards, invoicesOperatorEndpoints, {
    'GET /v2/ops/invoices': async ({ query }) => ({
      ...(await listInvoiceCases(pool, query)),
      offset: query.offset,
      limit: query.limit,
    }),
    'GET /v2/ops/invoices/:id': async ({ principal, params: { id } }) => {
      const shown = await viewInvoiceCase(pool, id);
      await operators.recordLook(principal, {
        action: 'invoice.looked_at',
        subject: `user:${shown.owner.id}`,
        details: { invoice: id },
      });
      return shown;
    },
  });
}
