/** Figures of transfer codes. Free of schemas: the page of visitors shows them. */

/** Rows of a page of the lists. */
export const codesPageSize = 30;
/** Letters and digits of a code, five bits each. */
export const transferCodeLength = 32;
