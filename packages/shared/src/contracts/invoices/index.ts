/** Invoices: calls and shapes. */
export { invoicesEndpoints } from './endpoints.ts';
export type { FiatPayment, Invoice, InvoiceConfirmation, NewInvoice, OwnInvoice } from './schemas.ts';
