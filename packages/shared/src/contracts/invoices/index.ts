/** Invoices: calls and shapes. */
export { invoicesEndpoints } from './endpoints.ts';
export { type InvoiceCase, type InvoiceDetail, invoicesOperatorEndpoints } from './operator-endpoints.ts';
export {
  confirmation,
  type FiatPayment,
  type Invoice,
  type InvoiceConfirmation,
  type NewInvoice,
  newInvoice,
  type OwnInvoice,
} from './schemas.ts';
export {
  type InvoiceState,
  invoiceDescriptionMax,
  invoiceStates,
  invoicesPageSize,
} from './terms.ts';
