/** Figures of invoices. Free of schemas. */
export const invoicesPageSize = 30;
export const invoiceHoursMax = 720;
export const invoiceDescriptionMax = 200;
/** Where an invoice can stand: the time of an expired one is over. */
export const invoiceStates = ['open', 'paid', 'expired', 'canceled'] as const;
export type InvoiceState = (typeof invoiceStates)[number];
