/** Figures of withdrawals. Free of schemas: pages may show them. */

/** How long a withdrawal waits for the confirmation of its user. */
export const confirmMinutes = 30;
/** Rows of a page of the list. */
export const withdrawalsPageSize = 30;
/** How long a new saved address waits where withdrawals go to saved addresses alone, and how long that rule stays after it was switched off. */
export const savedAddressHours = 24;
/** Saved addresses of a user. */
export const savedAddressesMax = 100;
