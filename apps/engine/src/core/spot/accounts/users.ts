/**
 * Users: one record each.
 *
 *   f64 0 | i32 openOrders | i32 openOrdersMax + flags x 2^24 | i32 firstOrder | i32 lastOrder | i32 user | i32 tag
 *
 * firstOrder and lastOrder are the ends of the list of the user's open orders, oldest first.
 */
import { openOrdersMaxDefault } from '../../kernel/limits.ts';
import { addUser, type Directory, findRecord, Kind } from '../arena/directory.ts';
import type { Memory } from '../arena/memory.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { user: tagUser } = Kind;

export const UserField = { openOrders: 2, limits: 3, firstOrder: 4, lastOrder: 5 } as const;
const { limits: userLimits } = UserField;
export const UserFlag = { customFee: 1, taxable: 2 } as const;

const flagShift = 24;

export interface UserFee {
  market: number;
  makerFeePpm: number;
  takerFeePpm: number;
}

/** Users' own fee rates, sorted by market; only of users who have some. */
export type UserFees = Map<number, UserFee[]>;

/** The record of a user, or 0. */
export function findUser(directory: Directory, memory: Memory, user: number): number {
  return findRecord(directory, memory, user, tagUser);
}

/** The record of a user, created with the default settings when there is none. */
export function userFor(directory: Directory, memory: Memory, user: number): number {
  const found = findUser(directory, memory, user);
  if (found !== 0) return found;
  const record = addUser(directory, memory, user);
  setUserLimits(memory, record, openOrdersMaxDefault, 0);
  return record;
}

export function setUserLimits(memory: Memory, record: number, openOrdersMax: number, flags: number): void {
  memory.i32[record * 8 + userLimits] = openOrdersMax | (flags << flagShift);
}

export function openOrdersMaxOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + userLimits] as number) & ((1 << flagShift) - 1);
}

export function userFlagsOf(memory: Memory, record: number): number {
  return (memory.i32[record * 8 + userLimits] as number) >>> flagShift;
}

/** A user's own rates, by market. */
export function ownFeesOf(fees: UserFees, user: number): UserFee[] {
  return fees.get(user) ?? [];
}

/** The rates of a user's own that apply on a market (its own line first, then the line of every market), if any. */
export function ownFeeOf(fees: UserFees, user: number, market: number): UserFee | undefined {
  const own = fees.get(user);
  return own?.find((fee) => fee.market === market) ?? own?.find((fee) => fee.market === 0);
}
