/**
 * Idempotency keys in typed memory: entries of 64 bytes, found by (owner, 128 bits of key), and listed in the order of
 * their arrival. Entries are in blocks and never move. The index (`KeyIndex`) finds an entry by a tag, which is a hash
 * of owner and key: neither a search for a key that is not there nor the growth of a table reads an entry.
 *
 *   i32 x 4 key | i32 x 3 content | u32 owner | f64 value | f64 timeMs | i32 older | i32 newer | i32 queueLink | i32 0
 *
 * What content and value mean, and `queueLink`, which links the entries of one owner, is up to the kind of key.
 */
import { KeyHasher } from './key-hasher.ts';
import { type KeyEntries, KeyIndex } from './key-index.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';

const entryWords = 16;
/** So many of them are state; the others are links. */
const stateWords = 12;
/** Offsets among an entry's 32-bit words; of value and time among its doubles. */
export const EntryField = { content: 4, owner: 7, older: 12, newer: 13, queueLink: 14 } as const;
export const EntryNumber = { value: 4, timeMs: 5 } as const;

const { newer: fieldNewer, older: fieldOlder, owner: fieldOwner } = EntryField;

const blockBits = 12;
const blockMask = (1 << blockBits) - 1;

export class KeyTable implements KeyEntries {
  /** Ends of the list of arrival; 0: none. */
  oldest = 0;
  newest = 0;
  private readonly words: Int32Array[] = [];
  private readonly numbers: Float64Array[] = [];
  /** Entry 0 is never given out. */
  private used = 1;
  /** The first of the free entries, which are linked by `newer`. */
  private free = 0;
  private readonly keyIndex = new KeyIndex(this);

  /** The entry of a key, or 0. */
  find(owner: number, key: KeyHasher): number {
    return this.keyIndex.find(owner, key);
  }

  /** Adds an entry for a key that has none, at the newest end of the list of arrival; the caller writes its content. */
  add(owner: number, key: KeyHasher): number {
    const entry = this.allocate();
    const words = this.words[entry >>> blockBits] as Int32Array;
    const at = (entry & blockMask) * entryWords;
    words[at] = key.h0;
    words[at + 1] = key.h1;
    words[at + 2] = key.h2;
    words[at + 3] = key.h3;
    words[at + fieldOwner] = owner;
    this.append(entry);
    this.keyIndex.add(owner, key, entry);
    return entry;
  }

  /** Takes an entry out of the list of arrival and frees it. */
  remove(entry: number): void {
    this.unlink(entry);
    this.keyIndex.remove(entry);
    this.setWord(entry, fieldNewer, this.free);
    this.free = entry;
  }

  /** Puts an entry at the newest end of the list of arrival. */
  renew(entry: number): void {
    this.unlink(entry);
    this.append(entry);
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
      restored(entry);
    });
  }

  /** See `KeyIndex.tagOf`. */
  tagOf(owner: number, key: KeyHasher): number {
    return this.keyIndex.tagOf(owner, key);
  }

  /** See `KeyIndex.wordAhead`. */
  wordAhead(tag: number): number {
    return this.keyIndex.wordAhead(tag);
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

  isKey(entry: number, owner: number, key: KeyHasher): boolean {
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

  readKey(entry: number, key: KeyHasher): void {
    key.h0 = this.word(entry, 0);
    key.h1 = this.word(entry, 1);
    key.h2 = this.word(entry, 2);
    key.h3 = this.word(entry, 3);
  }

  private newerOf(entry: number): number {
    return this.word(entry, fieldNewer);
  }

  private append(entry: number): void {
    this.setWord(entry, fieldOlder, this.newest);
    this.setWord(entry, fieldNewer, 0);
    if (this.newest === 0) this.oldest = entry;
    else this.setWord(this.newest, fieldNewer, entry);
    this.newest = entry;
  }

  private unlink(entry: number): void {
    const older = this.word(entry, fieldOlder);
    const newer = this.word(entry, fieldNewer);
    if (older === 0) this.oldest = newer;
    else this.setWord(older, fieldNewer, newer);
    if (newer === 0) this.newest = older;
    else this.setWord(newer, fieldOlder, older);
  }

  private allocate(): number {
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
}
