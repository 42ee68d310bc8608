/** Figures of saved addresses. Free of schemas: pages may show them. */

/** Of a user. */
export const savedAddressesMax = 100;
/** Rows of a page of the list. */
export const savedAddressesPageSize = 30;
