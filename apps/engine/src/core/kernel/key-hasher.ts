/**
 * Hashes that distinguish keys of one owner, and contents of one key. They are only ever compared for equality: every
 * step maps a lane one to one for a given word and a word one to one for a given lane, so a difference in one word always
 * shows. They are no secret and need none, because a key is always looked up together with its owner: see `KeyTable`.
 */

import { firstBytes } from './packed-text.ts';

const start0 = 0x243f6a88;
const start1 = 0x05a308d3;
const start2 = 0x13198a2e;
const start3 = 0x03707344;
const factor0 = 0x9e3779b1;
const factor1 = 0x85ebca77;
const factor2 = 0xc2b2ae3d;
const factor3 = 0x27d4eb2f;

/** A key of 128 bits. */
export class KeyHasher {
  h0 = 0;
  h1 = 0;
  h2 = 0;
  h3 = 0;

  /**
   * Sets the key to the hash of `byteLength` bytes from the word `from` on. Words in turn go into one of two pairs of
   * lanes, 64 bits each: the four lanes do not wait for each other.
   */
  text(words: Int32Array, from: number, byteLength: number): void {
    let h0 = start0 ^ byteLength;
    let h1 = start1;
    let h2 = start2 ^ byteLength;
    let h3 = start3;
    const rest = byteLength & 7;
    const end = from + ((byteLength - rest) >> 2);
    let at = from;
    for (; at < end; at += 2) {
      const even = words[at] as number;
      const odd = words[at + 1] as number;
      h0 = Math.imul(rotated(h0 ^ even), factor0);
      h1 = Math.imul(rotated(h1 + even), factor1);
      h2 = Math.imul(rotated(h2 ^ odd), factor2);
      h3 = Math.imul(rotated(h3 + odd), factor3);
    }
    if (rest > 0) {
      const even = firstBytes(words[at] as number, rest);
      h0 = Math.imul(rotated(h0 ^ even), factor0);
      h1 = Math.imul(rotated(h1 + even), factor1);
    }
    if (rest > 4) {
      const odd = firstBytes(words[at + 1] as number, rest - 4);
      h2 = Math.imul(rotated(h2 ^ odd), factor2);
      h3 = Math.imul(rotated(h3 + odd), factor3);
    }
    this.h0 = h0;
    this.h1 = h1;
    this.h2 = h2;
    this.h3 = h3;
  }
}

/** Numbers for `ContentHasher.numbers`. */
const numbers = new Float64Array(16);
const numberWords = new Int32Array(numbers.buffer);

/** A content of 64 bits. */
export class ContentHasher {
  h0 = 0;
  h1 = 0;

  start(): void {
    this.h0 = start0;
    this.h1 = start1;
  }

  /** Adds 32 bits. */
  word(word: number): void {
    this.h0 = Math.imul(rotated(this.h0 ^ word), factor0);
    this.h1 = Math.imul(rotated(this.h1 + word), factor1);
  }

  /** Adds a double by its bits; 0 and -0 are the same. */
  number(value: number): void {
    numbers[0] = value;
    this.numbers(1);
  }

  /** Where the caller puts up to 16 doubles for `numbers`: each would be boxed in a call of its own that is not inlined. */
  get input(): Float64Array {
    return numbers;
  }

  /** Adds the first `count` doubles of `input`, as `number` does. */
  numbers(count: number): void {
    let { h0, h1 } = this;
    for (let at = 0; at < count; at++) {
      numbers[at] = (numbers[at] as number) + 0;
      const low = numberWords[at * 2] as number;
      const high = numberWords[at * 2 + 1] as number;
      h0 = Math.imul(rotated(Math.imul(rotated(h0 ^ low), factor0) ^ high), factor0);
      h1 = Math.imul(rotated(Math.imul(rotated(h1 + low), factor1) + high), factor1);
    }
    this.h0 = h0;
    this.h1 = h1;
  }
}

function rotated(h: number): number {
  return (h << 13) | (h >>> 19);
}
