/**
 * A queue of entries for each owner, in typed memory: 16 bytes, found by the owner. The links between entries are the
 * entries' own.
 *
 *   i32 owner | i32 oldest | i32 newest | u16 inOrder, u16 behind; both counts 0: no queue here
 *
 * An entry that is pushed is linked to the one before it, so that pushing writes nothing but the new entry and the
 * queue: the entry before it would be a cache miss. The other way round, from the oldest on, the links lead only
 * through the `inOrder` oldest entries. The `behind` newest are still linked backwards; their links are reversed when the
 * oldest is read and none is in order, or when there are 1,024 of them (behindMax), so that no command reverses more.
 *
 * A queue has at most 65,535 entries. Ids of owners follow one another: four neighbours share a cache line. Many small
 * tables grow one by one, so that no growth holds the engine up.
 */
import { emptyTables } from './empty-tables.ts';
import { EntryField, type KeyTable } from './key-table.ts';

const { queueLink } = EntryField;
const slotWords = 4;
const [ownerField, oldestField, newestField, countsField] = [0, 1, 2, 3];
const oneBehind = 1 << 16;
const behindMax = 1024;
const tableBits = 4;
const slotsMin = 16;

export class OwnerQueues {
  readonly #tables = emptyTables(1 << tableBits, slotsMin * slotWords);
  readonly #counts = new Int32Array(1 << tableBits);
  readonly #entries: KeyTable;

  constructor(entries: KeyTable) {
    this.#entries = entries;
  }

  /** How many entries wait in the queue of an owner. */
  lengthOf(owner: number): number {
    const table = this.#tableOf(owner);
    return lengthOf(table[placeOf(table, owner) + countsField] as number);
  }

  /** A word of the place that a search for this owner reads first. */
  wordAhead(owner: number): number {
    const table = this.#tableOf(owner);
    return table[homeOf(table, owner)] as number;
  }

  /** The oldest entry of an owner who has a queue. */
  oldestOf(owner: number): number {
    const table = this.#tableOf(owner);
    const at = placeOf(table, owner);
    if (((table[at + countsField] as number) & 0xffff) === 0) this.#reverseBehind(table, at);
    return table[at + oldestField] as number;
  }

  /** Puts an entry last; returns the length of the queue with it. */
  push(owner: number, entry: number): number {
    let table = this.#tableOf(owner);
    let at = placeOf(table, owner);
    if (table[at + countsField] === 0) {
      table = this.#withRoom(owner);
      at = placeOf(table, owner);
      table[at + ownerField] = owner;
    }
    this.#entries.setWord(entry, queueLink, table[at + newestField] as number);
    table[at + newestField] = entry;
    const counts = (table[at + countsField] as number) + oneBehind;
    table[at + countsField] = counts;
    if (counts >>> 16 === behindMax) this.#reverseBehind(table, at);
    return lengthOf(counts);
  }

  /** Takes the oldest entry of an owner out of the queue. Its link is read, so the entry must not have been freed yet. */
  shift(owner: number): void {
    const table = this.#tableOf(owner);
    const at = placeOf(table, owner);
    const counts = table[at + countsField] as number;
    if ((counts & 0xffff) === 0) table[at + countsField] = counts - oneBehind;
    else {
      table[at + countsField] = counts - 1;
      table[at + oldestField] = this.#entries.word(table[at + oldestField] as number, queueLink);
    }
    if (table[at + countsField] !== 0) return;
    closeGap(table, at);
    const number = numberOf(owner);
    this.#counts[number] = (this.#counts[number] as number) - 1;
  }

  /** Links the entries behind from the oldest on, and to the end of those in order. */
  #reverseBehind(table: Int32Array, at: number): void {
    const entries = this.#entries;
    const counts = table[at + countsField] as number;
    const inOrder = counts & 0xffff;
    const behind = counts >>> 16;
    let entry = table[at + newestField] as number;
    let newer = 0;
    for (let i = 0; i < behind; i++) {
      const older = entries.word(entry, queueLink);
      entries.setWord(entry, queueLink, newer);
      newer = entry;
      entry = older;
    }
    // The oldest of them was linked to the last in order.
    if (inOrder === 0) table[at + oldestField] = newer;
    else entries.setWord(entry, queueLink, newer);
    table[at + countsField] = inOrder + behind;
  }

  #tableOf(owner: number): Int32Array {
    return this.#tables[numberOf(owner)] as Int32Array;
  }

  /** The table in which an owner without a queue gets one. */
  #withRoom(owner: number): Int32Array {
    const number = numberOf(owner);
    const table = this.#tables[number] as Int32Array;
    const count = (this.#counts[number] as number) + 1;
    this.#counts[number] = count;
    if (count * slotWords * 2 <= table.length) return table;
    const longer = new Int32Array(table.length * 2);
    for (let at = 0; at < table.length; at += slotWords) if (table[at + countsField] !== 0) move(table, at, longer);
    this.#tables[number] = longer;
    return longer;
  }
}

function lengthOf(counts: number): number {
  return (counts & 0xffff) + (counts >>> 16);
}

function move(from: Int32Array, at: number, to: Int32Array): void {
  const place = placeOf(to, from[at + ownerField] as number);
  for (let field = 0; field < slotWords; field++) to[place + field] = from[at + field] as number;
}

/** Empties a place so that no search ends too early. */
function closeGap(table: Int32Array, emptied: number): void {
  const mask = table.length - 1;
  let gap = emptied;
  for (let at = (gap + slotWords) & mask; table[at + countsField] !== 0; at = (at + slotWords) & mask) {
    const home = homeOf(table, table[at + ownerField] as number);
    // It may fill the gap unless its home lies behind the gap.
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    table.copyWithin(gap, at, at + slotWords);
    gap = at;
  }
  table[gap + countsField] = 0;
}

/** The place of an owner's queue, or the free one where it belongs. */
function placeOf(table: Int32Array, owner: number): number {
  const mask = table.length - 1;
  const wanted = owner | 0;
  let at = homeOf(table, owner);
  while (table[at + countsField] !== 0 && table[at + ownerField] !== wanted) at = (at + slotWords) & mask;
  return at;
}

function homeOf(table: Int32Array, owner: number): number {
  const line = mixed(owner);
  return (((line << 2) | (owner & 3)) * slotWords) & (table.length - 1);
}

function numberOf(owner: number): number {
  return mixed(owner) >>> (32 - tableBits);
}

function mixed(owner: number): number {
  const line = Math.imul(owner >>> 2, 0x9e3779b1);
  return line ^ (line >>> 15);
}
