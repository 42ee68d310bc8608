/** Figures of bank accounts in India. Free of schemas: pages of visitors may show them. */

/** Accounts of a user that are active or wait for their verification. */
export const inrBanksMax = 3;
/** Rows of a page of the list. */
export const inrBanksPageSize = 20;
