/** Invoices: money that a user asks of the person who has the id. */
export { invoicesAudit } from './audit.ts';
export { invoiceOperatorRoutes } from './operator-routes.ts';
export { invoiceRoutes } from './routes.ts';
export { createInvoiceService } from './service.ts';
