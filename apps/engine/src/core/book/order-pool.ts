/**
 * Open orders: 64 bytes each, one cache line, reused through a free list.
 *
 *   f64 id | f64 remainingLots | f64 frozen | f64 amountLots |
 *   i32 next | i32 previous | i32 seat | i32 level | i32 terms | i32 userNext | i32 userPrevious | i32 flags
 *
 * next and previous queue the orders of one price; userNext and userPrevious list those of one user, both oldest first.
 * frozen is what the order holds: base units for a sell, quote units for a buy.
 */

export const OrderField64 = { id: 0, remaining: 1, frozen: 2, amount: 3 } as const;
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

export class OrderPool {
  f64: Float64Array;
  i32: Int32Array;
  /** Slots ever used; above it the pool is untouched. */
  used = 0;
  firstFree = -1;
  live = 0;

  constructor(capacity: number) {
    this.f64 = new Float64Array(capacity * 8);
    this.i32 = new Int32Array(this.f64.buffer);
  }
}

export function allocateOrder(orders: OrderPool): number {
  orders.live++;
  const free = orders.firstFree;
  if (free >= 0) {
    orders.firstFree = orders.i32[free * 16 + OrderField.next] as number;
    return free;
  }
  if (orders.used * 8 >= orders.f64.length) grow(orders);
  return orders.used++;
}

export function freeOrder(orders: OrderPool, order: number): void {
  orders.live--;
  orders.i32[order * 16 + OrderField.next] = orders.firstFree;
  orders.firstFree = order;
}

function grow(orders: OrderPool): void {
  const f64 = new Float64Array(orders.f64.length * 2);
  f64.set(orders.f64);
  orders.f64 = f64;
  orders.i32 = new Int32Array(f64.buffer);
}
