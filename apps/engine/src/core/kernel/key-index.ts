/**
 * Finds entries by keys: many small hash tables that grow one by one, so that no growth holds the engine up.
 *
 * A table is buckets of 64 bytes: eight tags, then the eight entries that they are of, used from the first on. A tag is
 * a hash of owner and key with the top bit set; 0 where there is none. An entry is in the bucket that its tag asks for,
 * or, as long as those are full, in one of the next. So a search for a new key reads one bucket, compares all its tags
 * without a branch, and nearly always finds it neither full nor with that tag: the processor predicts both branches and
 * does not wait for the memory.
 *
 * Answers do not depend on where an entry is. Tags depend on a seed that only this process knows, so that keys that
 * collide cost a sender far more to find than they cost the engine (docs/decisions/0038).
 */
import { emptyTables } from './empty-tables.ts';
import { KeyHasher } from './key-hasher.ts';
import { placementSeed } from './placement-seed.ts';

/** What the index asks of the entries that it finds. */
export interface KeyEntries {
  isKey(entry: number, owner: number, key: KeyHasher): boolean;
  ownerOf(entry: number): number;
  /** The four words of an entry's key. */
  readKey(entry: number, key: KeyHasher): void;
}

const tableBits = 6;
const bucketSlots = 8;
const bucketWords = 2 * bucketSlots;
const bucketBits = 4;
const bucketsMin = 2;
const usedBit = 1 << 31;

export class KeyIndex {
  readonly #tables = emptyTables(1 << tableBits, bucketsMin * bucketWords);
  readonly #counts = new Int32Array(1 << tableBits);
  readonly #seed0: number;
  readonly #seed1: number;
  readonly #entries: KeyEntries;
  /** The hash of the current entry. */
  readonly #key = new KeyHasher();

  constructor(entries: KeyEntries) {
    this.#entries = entries;
    const [seed0 = 0, seed1 = 0] = placementSeed;
    this.#seed0 = seed0;
    this.#seed1 = seed1;
  }

  /** The entry of a key, or 0. */
  find(owner: number, key: KeyHasher): number {
    const tag = this.tagOf(owner, key);
    const table = this.#tables[tableOf(tag)] as Int32Array;
    const mask = table.length - 1;
    for (let at = homeOf(tag, mask); ; at = (at + bucketWords) & mask) {
      if (hasTag(table, at, tag)) {
        const entry = this.#entryIn(table, at, tag, owner, key);
        if (entry !== 0) return entry;
      }
      if (!isFull(table, at)) return 0;
    }
  }

  /** Adds the entry of a key that has none. */
  add(owner: number, key: KeyHasher, entry: number): void {
    const tag = this.tagOf(owner, key);
    const number = tableOf(tag);
    const count = (this.#counts[number] as number) + 1;
    this.#counts[number] = count;
    const slots = (this.#tables[number] as Int32Array).length / 2;
    // At most five eighths of the slots are taken.
    if (count * 8 > slots * 5) this.#growTable(number);
    enter(this.#tables[number] as Int32Array, tag, entry);
  }

  /** A word of the bucket that a search for this tag reads first. */
  wordAhead(tag: number): number {
    const table = this.#tables[tableOf(tag)] as Int32Array;
    return table[homeOf(tag, table.length - 1)] as number;
  }

  /** Removes an entry whose key is still known. */
  remove(entry: number): void {
    this.#entries.readKey(entry, this.#key);
    const tag = this.tagOf(this.#entries.ownerOf(entry), this.#key);
    const number = tableOf(tag);
    this.#counts[number] = (this.#counts[number] as number) - 1;
    const table = this.#tables[number] as Int32Array;
    const mask = table.length - 1;
    let at = homeOf(tag, mask);
    for (;;) {
      for (let slot = at; slot < at + bucketSlots; slot++) {
        if (table[slot + bucketSlots] === entry) {
          empty(table, at, slot);
          return;
        }
      }
      at = (at + bucketWords) & mask;
    }
  }

  #entryIn(table: Int32Array, at: number, tag: number, owner: number, key: KeyHasher): number {
    for (let slot = at; slot < at + bucketSlots; slot++) {
      const entry = table[slot + bucketSlots] as number;
      if (table[slot] === tag && this.#entries.isKey(entry, owner, key)) return entry;
    }
    return 0;
  }

  #growTable(number: number): void {
    const table = this.#tables[number] as Int32Array;
    const longer = new Int32Array(table.length * 2);
    for (let at = 0; at < table.length; at += bucketWords) {
      for (let slot = at; slot < at + bucketSlots && table[slot] !== 0; slot++) {
        enter(longer, table[slot] as number, table[slot + bucketSlots] as number);
      }
    }
    this.#tables[number] = longer;
  }

  /** A hash of owner and key. The low bits select the bucket, the six below the top bit the table. */
  tagOf(owner: number, key: KeyHasher): number {
    let left = Math.imul(key.h0 ^ this.#seed0, 0x9e3779b1);
    let right = Math.imul(key.h2 ^ owner ^ this.#seed1, 0x85ebca6b);
    left = Math.imul((left ^ (left >>> 15)) + key.h1, 0xc2b2ae35);
    right = Math.imul((right ^ (right >>> 13)) + Math.imul(key.h3, this.#seed0 | 1), 0x27d4eb2f);
    const tag = Math.imul(left ^ (left >>> 16) ^ ((right << 11) | (right >>> 21)), 0x165667b1);
    return (tag ^ (tag >>> 15)) | usedBit;
  }
}

/** The first word of the bucket that a tag asks for. */
function homeOf(tag: number, mask: number): number {
  return (tag << bucketBits) & mask;
}

/** True when one of the bucket's tags is this one. */
function hasTag(table: Int32Array, at: number, tag: number): boolean {
  const found =
    topBitIfZero((table[at] as number) ^ tag) |
    topBitIfZero((table[at + 1] as number) ^ tag) |
    topBitIfZero((table[at + 2] as number) ^ tag) |
    topBitIfZero((table[at + 3] as number) ^ tag) |
    topBitIfZero((table[at + 4] as number) ^ tag) |
    topBitIfZero((table[at + 5] as number) ^ tag) |
    topBitIfZero((table[at + 6] as number) ^ tag) |
    topBitIfZero((table[at + 7] as number) ^ tag);
  return found < 0;
}

/** Negative if and only if the word is 0. */
function topBitIfZero(word: number): number {
  return (word - 1) & ~word;
}

function isFull(table: Int32Array, at: number): boolean {
  return table[at + bucketSlots - 1] !== 0;
}

/** How many slots of a bucket are used: all tags have the top bit set. */
function usedSlots(table: Int32Array, at: number): number {
  let count = 0;
  for (let slot = at; slot < at + bucketSlots; slot++) count += (table[slot] as number) >>> 31;
  return count;
}

function enter(table: Int32Array, tag: number, entry: number): void {
  const mask = table.length - 1;
  let at = homeOf(tag, mask);
  while (isFull(table, at)) at = (at + bucketWords) & mask;
  const slot = at + usedSlots(table, at);
  table[slot] = tag;
  table[slot + bucketSlots] = entry;
}

/** Empties a slot of a bucket. One that was full takes back an entry that had to pass it by, which empties another slot. */
function empty(table: Int32Array, firstBucket: number, firstSlot: number): void {
  let bucket = firstBucket;
  let slot = firstSlot;
  for (;;) {
    const wasFull = isFull(table, bucket);
    const last = bucket + usedSlots(table, bucket) - 1;
    move(table, last, slot);
    const passed = wasFull ? findPassed(table, bucket) : -1;
    if (passed < 0) return;
    table[last] = table[passed] as number;
    table[last + bucketSlots] = table[passed + bucketSlots] as number;
    bucket = passed & -bucketWords;
    slot = passed;
  }
}

/** A slot whose entry had to pass by the bucket at `at`, which was full, or -1. */
function findPassed(table: Int32Array, at: number): number {
  const mask = table.length - 1;
  for (let from = (at + bucketWords) & mask; ; from = (from + bucketWords) & mask) {
    const passed = passedBy(table, at, from);
    if (passed >= 0 || !isFull(table, from)) return passed;
  }
}

/** Fills a slot from another, which may be the same, and empties that. */
function move(table: Int32Array, from: number, to: number): void {
  table[to] = table[from] as number;
  table[to + bucketSlots] = table[from + bucketSlots] as number;
  table[from] = 0;
  table[from + bucketSlots] = 0;
}

/** A slot of the bucket at `from` whose entry would as well be in the one at `at`, or -1. */
function passedBy(table: Int32Array, at: number, from: number): number {
  const mask = table.length - 1;
  for (let slot = from; slot < from + bucketSlots && table[slot] !== 0; slot++) {
    const home = homeOf(table[slot] as number, mask);
    if (((from - home) & mask) >= ((from - at) & mask)) return slot;
  }
  return -1;
}

/** The number of the table that a tag belongs to. */
function tableOf(tag: number): number {
  return (tag << 1) >>> (32 - tableBits);
}
