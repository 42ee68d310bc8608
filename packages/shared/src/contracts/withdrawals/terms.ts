/** Figures of withdrawals. Free of schemas: pages may show them. */

/** How long a withdrawal waits for the confirmation of its user. */
export const confirmMinutes = 30;
/** The length that every network with memos takes. */
export const memoLengthMax = 64;
/** Rows of a page of the list. */
export const withdrawalsPageSize = 30;
