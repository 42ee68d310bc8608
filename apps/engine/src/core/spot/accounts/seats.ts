/**
 * A seat is a user's standing on one market: where its balances are and under which terms it trades. One lookup by
 * (user, market) answers everything that placing an order needs. Seats are derived from users and markets: they are
 * not part of a snapshot, and settings that change are carried into them at once. A seat lies beside the balance of the
 * market's base asset (see `arena/directory.ts`).
 *
 *   i32 userRecord | i32 baseCell | i32 quoteCell | i32 terms | i32 flags | i32 0 | i32 user | i32 tag
 */

export const SeatField = { userRecord: 0, baseCell: 1, quoteCell: 2, terms: 3, flags: 4, user: 6, tag: 7 } as const;
/** The user pays fees in the service token. */
export const SeatFlag = { customFee: 1 } as const;
