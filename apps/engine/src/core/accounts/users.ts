/**
 * Users: 32 bytes each, found by a hash that never deletes.
 *
 *   f64 orderCount | u32 user | i32 openOrders | i32 openOrdersMax | i32 firstOrder | i32 lastOrder | i32 flags
 *
 * firstOrder and lastOrder are the ends of the list of the user's open orders, oldest first.
 */
import { openOrdersMaxDefault } from '../limits.ts';

export const UserField = { user: 2, openOrders: 3, openOrdersMax: 4, firstOrder: 5, lastOrder: 6, flags: 7 } as const;
export const UserFlag = { customFee: 1, taxable: 2 } as const;

export interface UserFee {
  market: number;
  makerFeePpm: number;
  takerFeePpm: number;
}

export class Users {
  f64: Float64Array;
  i32: Int32Array;
  count = 0;
  table: Int32Array;
  /** A user's own fee rates, sorted by market; only of users who have some. */
  readonly fees = new Map<number, UserFee[]>();

  constructor(capacity: number) {
    this.f64 = new Float64Array(capacity * 4);
    this.i32 = new Int32Array(this.f64.buffer);
    this.table = new Int32Array(capacity * 2);
  }
}

function hashOf(user: number): number {
  const mixed = Math.imul(user, 0x9e3779b1);
  return mixed ^ (mixed >>> 15);
}

/** The slot of a user, or -1. */
export function findUser(users: Users, user: number): number {
  const mask = users.table.length - 1;
  let at = hashOf(user) & mask;
  for (;;) {
    const slot = (users.table[at] as number) - 1;
    if (slot < 0) return -1;
    if (userOfSlot(users, slot) === user) return slot;
    at = (at + 1) & mask;
  }
}

/** The slot of a user, created with the default settings when there is none. */
export function userFor(users: Users, user: number): number {
  const found = findUser(users, user);
  if (found >= 0) return found;
  if (users.count * 4 >= users.f64.length) grow(users);
  const slot = users.count++;
  const at = slot * 8;
  users.i32[at + UserField.user] = user;
  users.i32[at + UserField.openOrdersMax] = openOrdersMaxDefault;
  users.i32[at + UserField.firstOrder] = -1;
  users.i32[at + UserField.lastOrder] = -1;
  enter(users, slot);
  return slot;
}

function enter(users: Users, slot: number): void {
  const mask = users.table.length - 1;
  let at = hashOf(users.i32[slot * 8 + UserField.user] as number) & mask;
  while (users.table[at] !== 0) at = (at + 1) & mask;
  users.table[at] = slot + 1;
}

function grow(users: Users): void {
  const f64 = new Float64Array(users.f64.length * 2);
  f64.set(users.f64);
  users.f64 = f64;
  users.i32 = new Int32Array(f64.buffer);
  users.table = new Int32Array(users.table.length * 2);
  for (let slot = 0; slot < users.count; slot++) enter(users, slot);
}

export function userOfSlot(users: Users, slot: number): number {
  return (users.i32[slot * 8 + UserField.user] as number) >>> 0;
}

/** A user's own rates, by market. */
export function ownFeesOf(users: Users, user: number): UserFee[] {
  return users.fees.get(user) ?? [];
}

/** The rates of a user's own that apply on a market (its own line first, then the line of every market), if any. */
export function ownFeeOf(users: Users, user: number, market: number): UserFee | undefined {
  const fees = users.fees.get(user);
  return fees?.find((fee) => fee.market === market) ?? fees?.find((fee) => fee.market === 0);
}
