/** Invoices: calls and shapes. */
export { invoicesEndpoints } from './endpoints.ts';
export {
  type FiatPayment,
  type Invoice,
  type InvoiceConfirmation,
  type NewInvoice,
  newInvoice,
  type OwnInvoice,
} from './schemas.ts';
export { invoiceHoursMax, invoicesPageSize } from './terms.ts';
