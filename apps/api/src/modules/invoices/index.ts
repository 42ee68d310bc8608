/** Invoices: money that a user asks of whoever has the link. */
export { invoicesAudit } from './audit.ts';
export { invoiceRoutes } from './routes.ts';
export { createInvoiceService } from './service.ts';
