/**
 * Open orders: two neighbouring records (one cache line) each, reused through a free list.
 *
 *   f64 id | f64 remainingLots | f64 frozen | f64 amountLots |
 *   i32 next | i32 previous | i32 seat | i32 level | i32 terms | i32 userNext | i32 userPrevious | i32 flags
 *
 * next and previous queue the orders of one price; userNext and userPrevious list those of one user, both oldest first.
 * frozen is what the order holds: base units for a sell, quote units for a buy. An order is named by its first record.
 */
import { allocateBlock, type Memory } from '../arena/memory.ts';

// A module's own constants are folded into the code; properties of a shared object are looked up.

/** Offsets of 64-bit words. */
export const OrderAmount = { id: 0, remaining: 1, frozen: 2, amount: 3 } as const;
/** Offsets of 32-bit words. */
export const OrderField = {
  next: 8,
  previous: 9,
  seat: 10,
  level: 11,
  terms: 12,
  userNext: 13,
  userPrevious: 14,
  flags: 15,
} as const;
const { next: orderNext } = OrderField;

export class OrderPool {
  firstFree = 0;
  live = 0;
}

export function allocateOrder(pool: OrderPool, memory: Memory): number {
  pool.live++;
  const free = pool.firstFree;
  if (free !== 0) {
    pool.firstFree = memory.i32[free * 8 + orderNext] as number;
    return free;
  }
  const block = allocateBlock(memory);
  pool.firstFree = block + 2;
  return block;
}

export function freeOrder(pool: OrderPool, memory: Memory, order: number): void {
  pool.live--;
  memory.i32[order * 8 + orderNext] = pool.firstFree;
  pool.firstFree = order;
}
