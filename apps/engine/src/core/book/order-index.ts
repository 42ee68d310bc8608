/**
 * From an order's id to its slot: open addressing with linear probing. Ids grow by one, so sixteen neighbours share a
 * run of entries: placing orders walks the table's memory in order, and only the runs are scattered by the hash.
 * An entry is [low 32 bits of the id, slot + 1]; 0 in the second place means empty. Removal shifts back, so there are
 * no tombstones to collect.
 */
import type { OrderPool } from './order-pool.ts';

export class OrderIndex {
  entries: Int32Array;
  mask: number;
  size = 0;

  constructor(capacity: number) {
    this.entries = new Int32Array(capacity * 2);
    this.mask = capacity - 1;
  }
}

function homeOf(idLow: number, mask: number): number {
  const run = Math.imul(idLow >>> 4, 0x9e3779b1);
  return (((run ^ (run >>> 15)) << 4) | (idLow & 15)) & mask;
}

/** The slot of an open order, or -1; any number may be asked for. */
export function findOrder(index: OrderIndex, orders: OrderPool, id: number): number {
  const entries = index.entries;
  const mask = index.mask;
  const idLow = id | 0;
  let at = homeOf(idLow, mask);
  for (;;) {
    const order = (entries[at * 2 + 1] as number) - 1;
    if (order < 0) return -1;
    if (entries[at * 2] === idLow && orders.f64[order * 8] === id) return order;
    at = (at + 1) & mask;
  }
}

export function addToIndex(index: OrderIndex, id: number, order: number): void {
  if (index.size * 2 > index.mask) grow(index);
  index.size++;
  enter(index, id | 0, order + 1);
}

function enter(index: OrderIndex, idLow: number, stored: number): void {
  const entries = index.entries;
  const mask = index.mask;
  let at = homeOf(idLow, mask);
  while (entries[at * 2 + 1] !== 0) at = (at + 1) & mask;
  entries[at * 2] = idLow;
  entries[at * 2 + 1] = stored;
}

/** Removes an order that is in the index. */
export function removeFromIndex(index: OrderIndex, id: number, order: number): void {
  const entries = index.entries;
  const mask = index.mask;
  index.size--;
  let hole = homeOf(id | 0, mask);
  while (entries[hole * 2 + 1] !== order + 1) hole = (hole + 1) & mask;
  for (let at = (hole + 1) & mask; entries[at * 2 + 1] !== 0; at = (at + 1) & mask) {
    const home = homeOf(entries[at * 2] as number, mask);
    // An entry may move into the hole only if its home does not lie after the hole.
    if (((at - home) & mask) < ((at - hole) & mask)) continue;
    entries[hole * 2] = entries[at * 2] as number;
    entries[hole * 2 + 1] = entries[at * 2 + 1] as number;
    hole = at;
  }
  entries[hole * 2 + 1] = 0;
}

function grow(index: OrderIndex): void {
  const old = index.entries;
  index.entries = new Int32Array(old.length * 2);
  index.mask = index.entries.length / 2 - 1;
  for (let at = 0; at < old.length; at += 2) {
    const stored = old[at + 1] as number;
    if (stored !== 0) enter(index, old[at] as number, stored);
  }
}
