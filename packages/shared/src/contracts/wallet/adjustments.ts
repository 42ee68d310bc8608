/** What operators adjust in a main wallet. Free of schemas: forms show them. */

/** debit: undoes a credit, out of the exchange; take and give: between the user and the house. */
export const adjustmentKinds = ['debit', 'take', 'give'] as const;
export type AdjustmentKind = (typeof adjustmentKinds)[number];
