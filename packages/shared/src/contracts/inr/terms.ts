/** Figures of bank accounts in India. Free of schemas: pages of visitors may show them. */

/** Accounts of a user that are active or wait for their verification. */
export const inrBanksMax = 3;
/** A bank transfer is worked on around the clock: it usually takes from so many minutes to so many hours. */
export const bankMinutes = 30;
export const bankHours = 4;
/** Rows of a page of the list. */
export const inrBanksPageSize = 20;
