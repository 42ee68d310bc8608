/** Figures of invoices. Free of schemas. */
export const invoicesPageSize = 30;
export const invoiceHoursMax = 720;
