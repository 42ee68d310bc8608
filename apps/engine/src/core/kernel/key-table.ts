/**
 * Idempotency keys in typed memory: entries of 64 bytes, found by (owner, 128 bits of key), and listed in the order of
 * their arrival. Entries are in blocks and never move. The index is many small hash tables of (tag, entry) that grow one
 * by one, so that no growth holds the engine up. A tag is a hash of owner and key: a search for a key that is not there
 * reads no entry, and growing a table reads none either, so both cost a cache line of the index.
 *
 *   i32 x 4 key | i32 x 3 content | u32 owner | f64 value | f64 timeMs | i32 older | i32 newer | i32 queueNext | i32 0
 *
 * What content and value mean, and `queueNext`, which links the entries of one owner, is up to the kind of key.
 *
 * Where an entry lies never matters to an answer. An owner who could foresee it would choose keys that all want one
 * place, and make every lookup there slow; so the tags of a table depend on a seed that is made of all its keys whenever
 * it grows. A table of some thousand keys keeps its seed: making new tags reads every entry.
 */
import { KeyHasher } from './key-hasher.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';

const entryWords = 16;
/** So many of them are state; the others are links. */
const stateWords = 12;
/** Offsets among an entry's 32-bit words; of value and time among its doubles. */
export const EntryField = { content: 4, owner: 7, older: 12, newer: 13, queueNext: 14 } as const;
export const EntryNumber = { value: 4, timeMs: 5 } as const;

const {
  content: fieldContent,
  newer: fieldNewer,
  older: fieldOlder,
  owner: fieldOwner,
  queueNext: fieldQueueNext,
} = EntryField;

const blockBits = 12;
const blockMask = (1 << blockBits) - 1;
const tableBits = 6;
const slotsMin = 16;
/** So many slots, and the table's seed stays as it is. */
const slotsOfKeptSeed = 4096;

export class KeyTable {
  /** Ends of the list of arrival; 0: none. */
  oldest = 0;
  newest = 0;
  /** Entries in use. */
  count = 0;
  private readonly words: Int32Array[] = [];
  private readonly numbers: Float64Array[] = [];
  /** Entry 0 is never given out. */
  private used = 1;
  /** The first of the free entries, which are linked by `newer`. */
  private free = 0;
  /** Pairs of (tag, entry), entry 0 where there is none. */
  private readonly tables = Array.from({ length: 1 << tableBits }, () => new Int32Array(slotsMin * 2));
  private readonly tableCounts = new Int32Array(1 << tableBits);
  private readonly seeds = new Int32Array(1 << tableBits);

  /** The entry of a key, or 0. */
  find(owner: number, key: KeyHasher): number {
    const number = tableOf(owner, key.h0, key.h1);
    const tag = tagOf(this.seeds[number] as number, owner, key.h0, key.h1, key.h2, key.h3);
    const table = this.tables[number] as Int32Array;
    const mask = table.length - 1;
    for (let at = (tag << 1) & mask; ; at = (at + 2) & mask) {
      const entry = table[at + 1] as number;
      if (entry === 0 || (table[at] === tag && this.isKey(entry, owner, key))) return entry;
    }
  }

  /** Adds an entry without content for a key that has none; it is not yet in the list of arrival. */
  add(owner: number, key: KeyHasher): number {
    const entry = this.allocate();
    const words = this.words[entry >>> blockBits] as Int32Array;
    const at = (entry & blockMask) * entryWords;
    words[at] = key.h0;
    words[at + 1] = key.h1;
    words[at + 2] = key.h2;
    words[at + 3] = key.h3;
    words[at + fieldContent] = 0;
    words[at + fieldContent + 1] = 0;
    words[at + fieldContent + 2] = 0;
    words[at + fieldOwner] = owner;
    words[at + fieldQueueNext] = 0;
    this.index(entry);
    return entry;
  }

  /** Frees an entry, which must not be in the list of arrival. */
  remove(entry: number): void {
    this.unindex(entry);
    this.setWord(entry, fieldNewer, this.free);
    this.free = entry;
    this.count--;
  }

  /** Puts an entry at the newest end of the list of arrival. */
  append(entry: number): void {
    this.setWord(entry, fieldOlder, this.newest);
    this.setWord(entry, fieldNewer, 0);
    if (this.newest === 0) this.oldest = entry;
    else this.setWord(this.newest, fieldNewer, entry);
    this.newest = entry;
  }

  /** Takes an entry out of the list of arrival. */
  unlink(entry: number): void {
    const older = this.word(entry, fieldOlder);
    const newer = this.word(entry, fieldNewer);
    if (older === 0) this.oldest = newer;
    else this.setWord(older, fieldNewer, newer);
    if (newer === 0) this.newest = older;
    else this.setWord(newer, fieldOlder, older);
  }

  /** Writes the list of arrival. */
  encode(writer: SnapshotWriter): void {
    let length = 0;
    for (let entry = this.oldest; entry !== 0; entry = this.newerOf(entry)) length++;
    writer.number(length);
    for (let entry = this.oldest; entry !== 0; entry = this.newerOf(entry)) {
      writer.words(this.words[entry >>> blockBits] as Int32Array, (entry & blockMask) * entryWords, stateWords);
    }
  }

  /** Restores the list of arrival; calls `restored` with each entry. */
  decode(reader: SnapshotReader, restored: (entry: number) => void): void {
    const words = new Int32Array(stateWords);
    const key = new KeyHasher();
    reader.list(() => {
      reader.words(words);
      [key.h0, key.h1, key.h2, key.h3] = words as unknown as [number, number, number, number];
      const entry = this.add(words[fieldOwner] as number, key);
      (this.words[entry >>> blockBits] as Int32Array).set(words, (entry & blockMask) * entryWords);
      this.append(entry);
      restored(entry);
    });
  }

  /** The entry that arrived after this one, or 0. */
  newerOf(entry: number): number {
    return this.word(entry, fieldNewer);
  }

  /** The owner of an entry, as a signed word. */
  ownerOf(entry: number): number {
    return this.word(entry, fieldOwner);
  }

  word(entry: number, field: number): number {
    return (this.words[entry >>> blockBits] as Int32Array)[(entry & blockMask) * entryWords + field] as number;
  }

  setWord(entry: number, field: number, value: number): void {
    (this.words[entry >>> blockBits] as Int32Array)[(entry & blockMask) * entryWords + field] = value;
  }

  number(entry: number, field: number): number {
    const at = (entry & blockMask) * (entryWords / 2) + field;
    return (this.numbers[entry >>> blockBits] as Float64Array)[at] as number;
  }

  setNumber(entry: number, field: number, value: number): void {
    (this.numbers[entry >>> blockBits] as Float64Array)[(entry & blockMask) * (entryWords / 2) + field] = value;
  }

  private isKey(entry: number, owner: number, key: KeyHasher): boolean {
    const words = this.words[entry >>> blockBits] as Int32Array;
    const at = (entry & blockMask) * entryWords;
    return (
      words[at] === key.h0 &&
      words[at + 1] === key.h1 &&
      words[at + 2] === key.h2 &&
      words[at + 3] === key.h3 &&
      words[at + fieldOwner] === (owner | 0)
    );
  }

  private allocate(): number {
    this.count++;
    const { free } = this;
    if (free !== 0) {
      this.free = this.word(free, fieldNewer);
      return free;
    }
    const entry = this.used++;
    if (entry >>> blockBits === this.words.length) {
      const numbers = new Float64Array((1 << blockBits) * (entryWords / 2));
      this.numbers.push(numbers);
      this.words.push(new Int32Array(numbers.buffer));
    }
    return entry;
  }

  private tableOf(entry: number): number {
    return tableOf(this.ownerOf(entry), this.word(entry, 0), this.word(entry, 1));
  }

  private tagOf(seed: number, entry: number): number {
    const words = this.words[entry >>> blockBits] as Int32Array;
    const at = (entry & blockMask) * entryWords;
    return tagOf(
      seed,
      words[at + fieldOwner] as number,
      words[at] as number,
      words[at + 1] as number,
      words[at + 2] as number,
      words[at + 3] as number,
    );
  }

  private index(entry: number): void {
    const number = this.tableOf(entry);
    const count = (this.tableCounts[number] as number) + 1;
    this.tableCounts[number] = count;
    const { length } = this.tables[number] as Int32Array;
    // At most 5 of 8 slots are taken.
    if (count * 16 > length * 5) this.growTable(number);
    enter(this.tables[number] as Int32Array, this.tagOf(this.seeds[number] as number, entry), entry);
  }

  private growTable(number: number): void {
    const table = this.tables[number] as Int32Array;
    if (table.length < slotsOfKeptSeed * 2) this.renewSeed(number);
    const longer = new Int32Array(table.length * 2);
    for (let at = 0; at < table.length; at += 2) {
      const entry = table[at + 1] as number;
      if (entry !== 0) enter(longer, table[at] as number, entry);
    }
    this.tables[number] = longer;
  }

  /** Gives a table, which is about to be written anew, a new seed and the tags that follow from it. */
  private renewSeed(number: number): void {
    const table = this.tables[number] as Int32Array;
    let seed = this.seeds[number] as number;
    for (let at = 1; at < table.length; at += 2) if (table[at] !== 0) seed = this.tagOf(seed, table[at] as number);
    this.seeds[number] = seed;
    for (let at = 1; at < table.length; at += 2) {
      if (table[at] !== 0) table[at - 1] = this.tagOf(seed, table[at] as number);
    }
  }

  /** Takes an entry out of its table and closes the gap, so that no search ends too early. */
  private unindex(entry: number): void {
    const number = this.tableOf(entry);
    const table = this.tables[number] as Int32Array;
    const mask = table.length - 1;
    let gap = (this.tagOf(this.seeds[number] as number, entry) << 1) & mask;
    while (table[gap + 1] !== entry) gap = (gap + 2) & mask;
    for (let at = (gap + 2) & mask; table[at + 1] !== 0; at = (at + 2) & mask) {
      const itsTag = table[at] as number;
      // It may fill the gap unless its home lies behind the gap.
      if (((at - (itsTag << 1)) & mask) < ((at - gap) & mask)) continue;
      table[gap] = itsTag;
      table[gap + 1] = table[at + 1] as number;
      gap = at;
    }
    table[gap + 1] = 0;
    this.tableCounts[number] = (this.tableCounts[number] as number) - 1;
  }
}

function enter(table: Int32Array, tag: number, entry: number): void {
  const mask = table.length - 1;
  let at = (tag << 1) & mask;
  while (table[at + 1] !== 0) at = (at + 2) & mask;
  table[at] = tag;
  table[at + 1] = entry;
}

/** The table of a key. The words need not be a hash's. */
function tableOf(owner: number, h0: number, h1: number): number {
  return Math.imul(h0 ^ h1 ^ owner, 0x9e3779b1) >>> (32 - tableBits);
}

/** A hash of owner and key. Its low bits are the place in a table. */
function tagOf(seed: number, owner: number, h0: number, h1: number, h2: number, h3: number): number {
  let left = Math.imul(h0 ^ seed, 0x9e3779b1);
  let right = Math.imul(h2 ^ owner, 0x85ebca6b);
  left = Math.imul((left ^ (left >>> 15)) + h1, 0xc2b2ae35);
  right = Math.imul((right ^ (right >>> 13) ^ seed) + h3, 0x27d4eb2f);
  const tag = Math.imul(left ^ (left >>> 16) ^ ((right << 11) | (right >>> 21)), 0x165667b1);
  return tag ^ (tag >>> 15);
}
