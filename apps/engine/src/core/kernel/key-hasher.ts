/**
 * A hash of 128 bits, as four lanes that each mix every word with constants of their own (the round of xxHash32, the
 * final mixing of MurmurHash3). It tells the keys of one owner apart; it is no secret and needs none, because a key is
 * always looked up together with its owner: see `KeyTable`.
 */

/** One lane: two multipliers and a start. */
const lanes = [
  [0x9e3779b1, 0x85ebca77, 0x243f6a88],
  [0xc2b2ae3d, 0x27d4eb2f, 0x85a308d3],
  [0x165667b1, 0xcc9e2d51, 0x13198a2e],
  [0x1b873593, 0x9e3779b9, 0x03707344],
] as const;
const [[a0, b0, start0], [a1, b1, start1], [a2, b2, start2], [a3, b3, start3]] = lanes;

const scratch = new Float64Array(1);
const scratchWords = new Int32Array(scratch.buffer);

export class KeyHasher {
  h0 = 0;
  h1 = 0;
  h2 = 0;
  h3 = 0;

  start(): void {
    this.h0 = start0 | 0;
    this.h1 = start1 | 0;
    this.h2 = start2 | 0;
    this.h3 = start3 | 0;
  }

  /** Adds 32 bits. */
  word(word: number): void {
    this.h0 = Math.imul(rotated(this.h0 + Math.imul(word, b0)), a0);
    this.h1 = Math.imul(rotated(this.h1 + Math.imul(word, b1)), a1);
    this.h2 = Math.imul(rotated(this.h2 + Math.imul(word, b2)), a2);
    this.h3 = Math.imul(rotated(this.h3 + Math.imul(word, b3)), a3);
  }

  /** Adds a double by its bits; 0 and -0 are the same. */
  number(value: number): void {
    scratch[0] = value + 0;
    this.word(scratchWords[0] as number);
    this.word(scratchWords[1] as number);
  }

  /** Adds bytes, padded to whole words, behind their length. */
  bytes(bytes: Uint8Array, start: number, length: number): void {
    this.word(length);
    const end = start + length;
    let { h0, h1, h2, h3 } = this;
    for (let at = start; at < end; at += 4) {
      const word = wordAt(bytes, at, end);
      h0 = Math.imul(rotated(h0 + Math.imul(word, b0)), a0);
      h1 = Math.imul(rotated(h1 + Math.imul(word, b1)), a1);
      h2 = Math.imul(rotated(h2 + Math.imul(word, b2)), a2);
      h3 = Math.imul(rotated(h3 + Math.imul(word, b3)), a3);
    }
    this.h0 = h0;
    this.h1 = h1;
    this.h2 = h2;
    this.h3 = h3;
  }

  /** Ends the hash: every bit of the content has a part in every bit of the lanes. */
  finish(): void {
    this.mixLanes();
    this.h0 = avalanched(this.h0);
    this.h1 = avalanched(this.h1);
    this.h2 = avalanched(this.h2);
    this.h3 = avalanched(this.h3);
    this.mixLanes();
  }

  private mixLanes(): void {
    this.h0 = (this.h0 + this.h1 + this.h2 + this.h3) | 0;
    this.h1 = (this.h1 + this.h0) | 0;
    this.h2 = (this.h2 + this.h0) | 0;
    this.h3 = (this.h3 + this.h0) | 0;
  }
}

function rotated(h: number): number {
  return (h << 13) | (h >>> 19);
}

/** The finalizer of MurmurHash3. */
function avalanched(h: number): number {
  let mixed = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35);
  return mixed ^ (mixed >>> 16);
}

/** Up to four bytes; the last word of a text may be shorter. */
function wordAt(bytes: Uint8Array, at: number, end: number): number {
  let word = bytes[at] as number;
  if (at + 1 < end) word |= (bytes[at + 1] as number) << 8;
  if (at + 2 < end) word |= (bytes[at + 2] as number) << 16;
  if (at + 3 < end) word |= (bytes[at + 3] as number) << 24;
  return word;
}
