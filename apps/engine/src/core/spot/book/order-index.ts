/**
 * From an order's id to its record. Ids grow by one, so a ring of records by the id's low bits holds the recent ones
 * without any hashing: placing orders walks it in order. An order that is still open when the ring comes round to its
 * place again moves, once, to a map. The ring is at least four times as long as there are open orders: one that is too
 * short is replaced by one of twice the length, into which each further order moves a slice, so that no command waits for
 * the whole move. An order is in one place only: a ring, or the map.
 */
import type { Memory } from '../arena/memory.ts';

/** How many places each added order moves while the ring grows. */
const placesPerMove = 64;
const noPlaces = new Int32Array(0);

export class OrderIndex {
  ring: Int32Array;
  /** The ring before the last growth, as long as not all of it is moved; empty otherwise. */
  older: Int32Array = noPlaces;
  /** How many places of the older ring are moved: they are 0. */
  emptied = 0;
  readonly moved = new Map<number, number>();

  constructor(capacity: number) {
    this.ring = new Int32Array(capacity);
  }
}

/** The record of an open order, or 0; any number may be asked for. */
export function findOrder(index: OrderIndex, memory: Memory, id: number): number {
  const order = index.ring[id & (index.ring.length - 1)] as number;
  if (order !== 0 && memory.f64[order * 4] === id) return order;
  if (index.older.length !== 0) {
    const unmoved = index.older[id & (index.older.length - 1)] as number;
    if (unmoved !== 0 && memory.f64[unmoved * 4] === id) return unmoved;
  }
  return index.moved.size === 0 ? 0 : (index.moved.get(id) ?? 0);
}

/** Enters an order, whose record already bears its id. `live` is the number of open orders. */
export function addToIndex(index: OrderIndex, memory: Memory, order: number, live: number): void {
  if (live * 4 > index.ring.length) startGrowth(index);
  if (index.older.length !== 0) moveSlice(index, memory);
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
  else if (!removeUnmoved(index.older, id, order)) index.moved.delete(id);
}

function removeUnmoved(older: Int32Array, id: number, order: number): boolean {
  if (older.length === 0) return false;
  const place = id & (older.length - 1);
  if (older[place] !== order) return false;
  older[place] = 0;
  return true;
}

/** How many orders the index holds. */
export function indexedCount(index: OrderIndex): number {
  return index.moved.size + filledPlaces(index.ring) + filledPlaces(index.older);
}

function filledPlaces(ring: Int32Array): number {
  return ring.reduce((count, order) => count + (order === 0 ? 0 : 1), 0);
}

/** @throws Error while the last growth is not complete: orders that are not moved yet would be lost */
function startGrowth(index: OrderIndex): void {
  if (index.older.length > 0) throw new Error('the ring of open orders grows before its last growth is complete');
  index.older = index.ring;
  index.emptied = 0;
  index.ring = new Int32Array(index.older.length * 2);
}

function moveSlice(index: OrderIndex, memory: Memory): void {
  const { older } = index;
  const end = Math.min(index.emptied + placesPerMove, older.length);
  for (let place = index.emptied; place < end; place++) {
    const order = older[place] as number;
    older[place] = 0;
    if (order !== 0) enter(index, memory, order);
  }
  index.emptied = end;
  if (end === older.length) index.older = noPlaces;
}
