/**
 * Balances: one cell of 32 bytes for each (user, asset), found by an open-addressing hash that never deletes.
 *
 *   f64 availableLow | f64 frozenLow | u32 user | u32 mark | u16 availableHigh | u16 frozenHigh | u16 asset | u16 0
 *
 * A balance is high x 2^48 + low; below 2^48, which is the rule, only the low part is touched.
 */
import { limb, safeMax } from '../limits.ts';

export class Cells {
  f64: Float64Array;
  u32: Uint32Array;
  u16: Uint16Array;
  count = 0;
  table: Int32Array;

  constructor(capacity: number) {
    const buffer = new ArrayBuffer(capacity * 32);
    this.f64 = new Float64Array(buffer);
    this.u32 = new Uint32Array(buffer);
    this.u16 = new Uint16Array(buffer);
    this.table = new Int32Array(capacity * 2);
  }
}

function hashOf(user: number, asset: number): number {
  const mixed = Math.imul(user, 0x9e3779b1) ^ Math.imul(asset, 0x85ebca6b);
  return mixed ^ (mixed >>> 15);
}

/** The cell of (user, asset), or -1. */
export function findCell(cells: Cells, user: number, asset: number): number {
  const table = cells.table;
  const mask = table.length - 1;
  let at = hashOf(user, asset) & mask;
  for (;;) {
    const cell = (table[at] as number) - 1;
    if (cell < 0) return -1;
    if (cells.u32[cell * 8 + 4] === user && cells.u16[cell * 16 + 14] === asset) return cell;
    at = (at + 1) & mask;
  }
}

/** The cell of (user, asset), created empty when there is none. */
export function cellFor(cells: Cells, user: number, asset: number): number {
  const found = findCell(cells, user, asset);
  if (found >= 0) return found;
  if (cells.count * 32 >= cells.f64.byteLength) grow(cells);
  const cell = cells.count++;
  cells.u32[cell * 8 + 4] = user;
  cells.u16[cell * 16 + 14] = asset;
  enter(cells, cell);
  return cell;
}

function enter(cells: Cells, cell: number): void {
  const table = cells.table;
  const mask = table.length - 1;
  let at = hashOf(cells.u32[cell * 8 + 4] as number, cells.u16[cell * 16 + 14] as number) & mask;
  while (table[at] !== 0) at = (at + 1) & mask;
  table[at] = cell + 1;
}

function grow(cells: Cells): void {
  const buffer = new ArrayBuffer(cells.f64.byteLength * 2);
  const f64 = new Float64Array(buffer);
  f64.set(cells.f64);
  cells.f64 = f64;
  cells.u32 = new Uint32Array(buffer);
  cells.u16 = new Uint16Array(buffer);
  cells.table = new Int32Array(cells.table.length * 2);
  for (let cell = 0; cell < cells.count; cell++) enter(cells, cell);
}

export function userOfCell(cells: Cells, cell: number): number {
  return cells.u32[cell * 8 + 4] as number;
}

export function assetOfCell(cells: Cells, cell: number): number {
  return cells.u16[cell * 16 + 14] as number;
}

/** True when at least `amount` (a safe integer) is available. */
export function hasAvailable(cells: Cells, cell: number, amount: number): boolean {
  const low = cells.f64[cell * 4] as number;
  return low >= amount || (cells.u16[cell * 16 + 12] as number) * limb + low >= amount;
}

/** What is available, or 2^53 - 1 when it is more. */
export function availableSaturated(cells: Cells, cell: number): number {
  return Math.min(safeMax, (cells.u16[cell * 16 + 12] as number) * limb + (cells.f64[cell * 4] as number));
}

export function addAvailable(cells: Cells, cell: number, amount: number): void {
  const low = (cells.f64[cell * 4] as number) + amount;
  if (low < limb) cells.f64[cell * 4] = low;
  else addCarrying(cells, cell * 4, cell * 16 + 12, amount);
}

/** The caller has checked that there is enough; anything else is a bug and throws. */
export function subtractAvailable(cells: Cells, cell: number, amount: number): void {
  const low = (cells.f64[cell * 4] as number) - amount;
  if (low >= 0) cells.f64[cell * 4] = low;
  else subtractBorrowing(cells, cell * 4, cell * 16 + 12, low);
}

export function addFrozen(cells: Cells, cell: number, amount: number): void {
  const low = (cells.f64[cell * 4 + 1] as number) + amount;
  if (low < limb) cells.f64[cell * 4 + 1] = low;
  else addCarrying(cells, cell * 4 + 1, cell * 16 + 13, amount);
}

export function subtractFrozen(cells: Cells, cell: number, amount: number): void {
  const low = (cells.f64[cell * 4 + 1] as number) - amount;
  if (low >= 0) cells.f64[cell * 4 + 1] = low;
  else subtractBorrowing(cells, cell * 4 + 1, cell * 16 + 13, low);
}

function addCarrying(cells: Cells, lowAt: number, highAt: number, amount: number): void {
  let carry = Math.floor(amount / limb);
  let low = (cells.f64[lowAt] as number) + (amount - carry * limb);
  if (low >= limb) {
    low -= limb;
    carry += 1;
  }
  const high = (cells.u16[highAt] as number) + carry;
  if (high > 0xffff) throw new Error(`a balance left its range: high limb ${high}`);
  cells.f64[lowAt] = low;
  cells.u16[highAt] = high;
}

/** `low` is the negative low limb that the subtraction left. */
function subtractBorrowing(cells: Cells, lowAt: number, highAt: number, low: number): void {
  const borrowed = Math.ceil(-low / limb);
  const high = (cells.u16[highAt] as number) - borrowed;
  if (high < 0) throw new Error(`a balance would fall below zero: limbs ${high}, ${low + borrowed * limb}`);
  cells.f64[lowAt] = low + borrowed * limb;
  cells.u16[highAt] = high;
}
