/**
 * A queue of entries for each owner, in typed memory: the two ends and the length, 16 bytes, found by the owner. The
 * links between entries are the entries' own.
 *
 *   i32 owner | i32 oldest | i32 newest | i32 length; a length of 0: no queue here
 *
 * Ids of owners follow one another: four neighbours share a cache line. Many small tables grow one by one, so that no
 * growth holds the engine up.
 */

const slotWords = 4;
const [ownerField, oldestField, newestField, lengthField] = [0, 1, 2, 3];
const tableBits = 4;
const slotsMin = 16;

export class OwnerQueues {
  private readonly tables = Array.from({ length: 1 << tableBits }, () => new Int32Array(slotsMin * slotWords));
  private readonly counts = new Int32Array(1 << tableBits);

  /** How many entries wait in the queue of an owner. */
  lengthOf(owner: number): number {
    const table = this.tableOf(owner);
    return table[placeOf(table, owner) + lengthField] as number;
  }

  /** The oldest entry of an owner who has a queue. */
  oldestOf(owner: number): number {
    const table = this.tableOf(owner);
    return table[placeOf(table, owner) + oldestField] as number;
  }

  /** Puts an entry last; returns the one before it, or 0. */
  push(owner: number, entry: number): number {
    let table = this.tableOf(owner);
    let at = placeOf(table, owner);
    const length = table[at + lengthField] as number;
    if (length === 0) {
      table = this.withRoom(owner);
      at = placeOf(table, owner);
      table[at + ownerField] = owner;
      table[at + oldestField] = entry;
    }
    const newest = table[at + newestField] as number;
    table[at + newestField] = entry;
    table[at + lengthField] = length + 1;
    return length === 0 ? 0 : newest;
  }

  /** Takes the oldest entry of an owner out; `next` is the one behind it, if any. */
  shift(owner: number, next: number): void {
    const table = this.tableOf(owner);
    const at = placeOf(table, owner);
    const length = (table[at + lengthField] as number) - 1;
    table[at + oldestField] = next;
    table[at + lengthField] = length;
    if (length > 0) return;
    closeGap(table, at);
    const number = numberOf(owner);
    this.counts[number] = (this.counts[number] as number) - 1;
  }

  private tableOf(owner: number): Int32Array {
    return this.tables[numberOf(owner)] as Int32Array;
  }

  /** The table in which an owner without a queue gets one. */
  private withRoom(owner: number): Int32Array {
    const number = numberOf(owner);
    const table = this.tables[number] as Int32Array;
    const count = (this.counts[number] as number) + 1;
    this.counts[number] = count;
    if (count * slotWords * 2 <= table.length) return table;
    const longer = new Int32Array(table.length * 2);
    for (let at = 0; at < table.length; at += slotWords) if (table[at + lengthField] !== 0) move(table, at, longer);
    this.tables[number] = longer;
    return longer;
  }
}

function move(from: Int32Array, at: number, to: Int32Array): void {
  const place = placeOf(to, from[at + ownerField] as number);
  for (let field = 0; field < slotWords; field++) to[place + field] = from[at + field] as number;
}

/** Empties a place so that no search ends too early. */
function closeGap(table: Int32Array, emptied: number): void {
  const mask = table.length - 1;
  let gap = emptied;
  for (let at = (gap + slotWords) & mask; table[at + lengthField] !== 0; at = (at + slotWords) & mask) {
    const home = homeOf(table, table[at + ownerField] as number);
    // It may fill the gap unless its home lies behind the gap.
    if (((at - home) & mask) < ((at - gap) & mask)) continue;
    table.copyWithin(gap, at, at + slotWords);
    gap = at;
  }
  table[gap + lengthField] = 0;
}

/** The place of an owner's queue, or the free one where it belongs. */
function placeOf(table: Int32Array, owner: number): number {
  const mask = table.length - 1;
  const wanted = owner | 0;
  let at = homeOf(table, owner);
  while (table[at + lengthField] !== 0 && table[at + ownerField] !== wanted) at = (at + slotWords) & mask;
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
