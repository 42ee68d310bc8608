/**
 * From an order's id to its record. Ids grow by one, so a ring of records by the id's low bits holds the recent ones
 * without any hashing: placing orders walks it in order. An order that is still open when the ring comes round to its
 * place again moves, once, to a map. The ring is at least four times as long as there are open orders.
 */
import type { Memory } from '../arena/memory.ts';

export class OrderIndex {
  ring: Int32Array;
  readonly moved = new Map<number, number>();

  constructor(capacity: number) {
    this.ring = new Int32Array(capacity);
  }
}

/** The record of an open order, or 0; any number may be asked for. */
export function findOrder(index: OrderIndex, memory: Memory, id: number): number {
  const order = index.ring[id & (index.ring.length - 1)] as number;
  if (order !== 0 && memory.f64[order * 4] === id) return order;
  return index.moved.size === 0 ? 0 : (index.moved.get(id) ?? 0);
}

/** Enters an order, whose record already bears its id. `live` is the number of open orders. */
export function addToIndex(index: OrderIndex, memory: Memory, order: number, live: number): void {
  if (live * 4 > index.ring.length) growRing(index, memory);
  enter(index, memory, order);
}

function enter(index: OrderIndex, memory: Memory, order: number): void {
  const place = (memory.f64[order * 4] as number) & (index.ring.length - 1);
  const older = index.ring[place] as number;
  if (older !== 0) index.moved.set(memory.f64[older * 4] as number, older);
  index.ring[place] = order;
}

/** Removes an order that is in the index. */
export function removeFromIndex(index: OrderIndex, memory: Memory, order: number): void {
  const id = memory.f64[order * 4] as number;
  const place = id & (index.ring.length - 1);
  if (index.ring[place] === order) index.ring[place] = 0;
  else index.moved.delete(id);
}

/** How many orders the index holds. */
export function indexedCount(index: OrderIndex): number {
  return index.moved.size + index.ring.reduce((count, order) => count + (order === 0 ? 0 : 1), 0);
}

function growRing(index: OrderIndex, memory: Memory): void {
  const old = index.ring;
  index.ring = new Int32Array(old.length * 2);
  for (const order of old) if (order !== 0) enter(index, memory, order);
}
