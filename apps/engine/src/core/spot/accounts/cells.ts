/**
 * Balances: one record for each (user, asset).
 *
 *   f64 availableLow | f64 frozenLow | u16 availableHigh | u16 frozenHigh | i32 mark | i32 user | i32 tag
 *
 * A balance is high x 2^48 + low; below 2^48, which is the rule, only the low part is touched.
 */
import { limb, safeMax } from '../../kernel/limits.ts';
import { addCell, type Directory, findRecord, Kind } from '../arena/directory.ts';
import type { Memory } from '../arena/memory.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.
const { cell: tagCell } = Kind;
const limbOwn = limb;
const safeMaxOwn = safeMax;

/** Offsets of the highs among a record's 16-bit words, and of the mark among its 32-bit words. */
export const CellField = { availableHigh: 8, frozenHigh: 9, mark: 5 } as const;
const { availableHigh: cellAvailableHigh, frozenHigh: cellFrozenHigh } = CellField;

/** The cell of (user, asset), or 0. */
export function findCell(directory: Directory, memory: Memory, user: number, asset: number): number {
  return findRecord(directory, memory, user, tagCell | asset);
}

/** The cell of (user, asset), created empty when there is none. The user's own record exists. */
export function cellFor(directory: Directory, memory: Memory, user: number, asset: number): number {
  const found = findRecord(directory, memory, user, tagCell | asset);
  return found === 0 ? addCell(directory, memory, user, asset) : found;
}

/** True when at least `amount` (a safe integer) is available. */
export function hasAvailable(memory: Memory, cell: number, amount: number): boolean {
  const low = memory.f64[cell * 4] as number;
  return low >= amount || (memory.u16[cell * 16 + cellAvailableHigh] as number) * limbOwn + low >= amount;
}

/** What is available, or 2^53 - 1 when it is more. */
export function availableSaturated(memory: Memory, cell: number): number {
  const high = memory.u16[cell * 16 + cellAvailableHigh] as number;
  return Math.min(safeMaxOwn, high * limbOwn + (memory.f64[cell * 4] as number));
}

export function addAvailable(memory: Memory, cell: number, amount: number): void {
  const low = (memory.f64[cell * 4] as number) + amount;
  if (low < limbOwn) memory.f64[cell * 4] = low;
  else addCarrying(memory, cell * 4, cell * 16 + cellAvailableHigh, amount);
}

/** The caller has checked that there is enough; anything else is a bug and throws. */
export function subtractAvailable(memory: Memory, cell: number, amount: number): void {
  const low = (memory.f64[cell * 4] as number) - amount;
  if (low >= 0) memory.f64[cell * 4] = low;
  else subtractBorrowing(memory, cell * 4, cell * 16 + cellAvailableHigh, low);
}

export function addFrozen(memory: Memory, cell: number, amount: number): void {
  const low = (memory.f64[cell * 4 + 1] as number) + amount;
  if (low < limbOwn) memory.f64[cell * 4 + 1] = low;
  else addCarrying(memory, cell * 4 + 1, cell * 16 + cellFrozenHigh, amount);
}

export function subtractFrozen(memory: Memory, cell: number, amount: number): void {
  const low = (memory.f64[cell * 4 + 1] as number) - amount;
  if (low >= 0) memory.f64[cell * 4 + 1] = low;
  else subtractBorrowing(memory, cell * 4 + 1, cell * 16 + cellFrozenHigh, low);
}

function addCarrying(memory: Memory, lowAt: number, highAt: number, amount: number): void {
  let carry = Math.floor(amount / limbOwn);
  let low = (memory.f64[lowAt] as number) + (amount - carry * limbOwn);
  if (low >= limbOwn) {
    low -= limbOwn;
    carry += 1;
  }
  const high = (memory.u16[highAt] as number) + carry;
  if (high > 0xffff) throw new Error(`a balance left its range: high limbOwn ${high}`);
  memory.f64[lowAt] = low;
  memory.u16[highAt] = high;
}

/** `low` is the negative low limbOwn that the subtraction left. */
function subtractBorrowing(memory: Memory, lowAt: number, highAt: number, low: number): void {
  const borrowed = Math.ceil(-low / limbOwn);
  const high = (memory.u16[highAt] as number) - borrowed;
  if (high < 0) throw new Error(`a balance would fall below zero: limbs ${high}, ${low + borrowed * limbOwn}`);
  memory.f64[lowAt] = low + borrowed * limbOwn;
  memory.u16[highAt] = high;
}
