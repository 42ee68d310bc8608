/**
 * A seat is a user's standing on one market: where its balances are and under which terms it trades. One lookup by
 * (user, market) answers everything that placing an order needs. Seats are derived from users and markets: they are
 * not part of a snapshot, and settings that change are carried into them at once.
 *
 *   u32 user | i32 market | i32 userSlot | i32 baseCell | i32 quoteCell | i32 terms | i32 flags | i32 0
 */

export const SeatField = { user: 0, market: 1, userSlot: 2, baseCell: 3, quoteCell: 4, terms: 5, flags: 6 } as const;
/** The user pays fees in the service token. */
export const SeatFlag = { customFee: 1 } as const;

export class Seats {
  i32: Int32Array;
  count = 0;
  table: Int32Array;

  constructor(capacity: number) {
    this.i32 = new Int32Array(capacity * 8);
    this.table = new Int32Array(capacity * 2);
  }
}

function hashOf(user: number, market: number): number {
  const mixed = Math.imul(user, 0x9e3779b1) ^ Math.imul(market, 0xc2b2ae35);
  return mixed ^ (mixed >>> 15);
}

/** The seat of (user, market), or -1. */
export function findSeat(seats: Seats, user: number, market: number): number {
  const table = seats.table;
  const i32 = seats.i32;
  const mask = table.length - 1;
  const userSigned = user | 0;
  let at = hashOf(user, market) & mask;
  for (;;) {
    const seat = (table[at] as number) - 1;
    if (seat < 0) return -1;
    if (i32[seat * 8] === userSigned && i32[seat * 8 + SeatField.market] === market) return seat;
    at = (at + 1) & mask;
  }
}

/** Adds a seat that does not exist yet; the caller fills in its cells and terms. */
export function addSeat(seats: Seats, user: number, market: number): number {
  if (seats.count * 8 >= seats.i32.length) grow(seats);
  const seat = seats.count++;
  seats.i32[seat * 8 + SeatField.user] = user;
  seats.i32[seat * 8 + SeatField.market] = market;
  enter(seats, seat);
  return seat;
}

function enter(seats: Seats, seat: number): void {
  const table = seats.table;
  const mask = table.length - 1;
  let at = hashOf(seats.i32[seat * 8] as number, seats.i32[seat * 8 + SeatField.market] as number) & mask;
  while (table[at] !== 0) at = (at + 1) & mask;
  table[at] = seat + 1;
}

function grow(seats: Seats): void {
  const i32 = new Int32Array(seats.i32.length * 2);
  i32.set(seats.i32);
  seats.i32 = i32;
  seats.table = new Int32Array(seats.table.length * 2);
  for (let seat = 0; seat < seats.count; seat++) enter(seats, seat);
}

export function userOfSeat(seats: Seats, seat: number): number {
  return (seats.i32[seat * 8] as number) >>> 0;
}
