/**
 * The rolling digest of a shard: 64 bits that depend on every event entry since the first. An entry's digest is the hash
 * of all its words with the digest of the entry before it in the digest's own place, so equal digests at one position
 * mean equal events up to there. An entry without commands carries the digest before it. It finds divergence and damage;
 * it is no protection against forgery.
 */
import { readEventHeader } from './event-entry.ts';

/** Where the digest is in an event entry, in bytes. */
export const digestAt = 24;
const digestWord = digestAt / 4;
const digestLength = 8;
export const digestStart = '0000000000000000';

/** Replaces the digest of the entry before, in its place in `words`, by the entry's own. The count of words is even. */
export function rollDigest(words: Int32Array, wordCount: number): void {
  // Four lanes, because a processor multiplies faster than one lane's steps can follow each other.
  let a = 0x243f6a88 ^ wordCount;
  let b = 0x05a308d3;
  let c = 0x13198a2e;
  let d = 0x03707344;
  const whole = wordCount & ~3;
  for (let i = 0; i < whole; i += 4) {
    a = Math.imul(a ^ (words[i] as number), 0x01000193);
    b = Math.imul(b ^ (words[i + 1] as number), 0x01000193);
    c = Math.imul(c ^ (words[i + 2] as number), 0x01000193);
    d = Math.imul(d ^ (words[i + 3] as number), 0x01000193);
    a ^= a >>> 15;
    b ^= b >>> 15;
    c ^= c >>> 15;
    d ^= d >>> 15;
  }
  if (whole !== wordCount) {
    a = Math.imul(a ^ (words[whole] as number), 0x01000193);
    b = Math.imul(b ^ (words[whole + 1] as number), 0x01000193);
    a ^= a >>> 15;
    b ^= b >>> 15;
  }
  words[digestWord] = mix(mix(mix(a, b), c), d);
  words[digestWord + 1] = mix(mix(mix(d ^ 0x2545f491, c), b), a);
}

function mix(a: number, b: number): number {
  const product = Math.imul(a ^ (a >>> 16), 0x7feb352d) ^ b;
  return Math.imul(product ^ (product >>> 15), 0x846ca68b);
}

/** The digest that an event entry carries, as 16 hexadecimal digits. */
export function digestOf(entry: Uint8Array): string {
  return digestText(entry, digestAt);
}

/** The digest that starts at a byte. */
export function digestText(bytes: Uint8Array, at: number): string {
  let text = '';
  for (let i = at; i < at + digestLength; i++) text += (bytes[i] as number).toString(16).padStart(2, '0');
  return text;
}

/** The digest that an entry must carry when the one before it has the digest `previous`. */
export function digestAfter(previous: string, entry: Uint8Array): string {
  if (readEventHeader(entry).commandCount === 0) return previous;
  // Not `slice`, which for a Buffer is a view of the same memory.
  const bytes = Uint8Array.from(entry);
  for (let i = 0; i < digestLength; i++) bytes[digestAt + i] = Number.parseInt(previous.slice(2 * i, 2 * i + 2), 16);
  rollDigest(new Int32Array(bytes.buffer), bytes.length / 4);
  return digestOf(bytes);
}
