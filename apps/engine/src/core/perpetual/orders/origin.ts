/**
 * Where an order came from: its client id and its source. They are kept as UTF-8 in words, not as strings, which would be
 * made, measured, copied and collected once or more an order:
 *
 *   i32 lengths in bytes (client id | source << 16) | client id | source, each from a whole word on and padded with zeros
 */
import { decodeText, encodeText } from '@pelican/shared/engine';
import type { EntryReader } from '../../kernel/entry-reader.ts';
import type { EventWriter } from '../../kernel/event-writer.ts';
import { clientIdLengthMax, sourceLengthMax } from '../../kernel/limits.ts';
import { firstBytes } from '../../kernel/packed-text.ts';

// A character of UTF-16 takes up to three bytes.
const clientIdAt = 1;
const sourceAt = clientIdAt + Math.ceil((clientIdLengthMax * 3) / 4);
const idMax = clientIdLengthMax;
const sourceMax = sourceLengthMax;
export const originWords = sourceAt + Math.ceil((sourceLengthMax * 3) / 4);
/** In the place of the lengths: the client id or the source is too long. */
const tooLong = -1;

export type Origin = Int32Array;

/** No client id, no source. */
export const noOrigin: Readonly<Origin> = new Int32Array(originWords);

export function isOriginRight(origin: Origin): boolean {
  return origin[0] !== tooLong;
}

export function clientIdLengthOf(origin: Readonly<Origin>): number {
  return (origin[0] as number) & 0xffff;
}

function sourceLengthOf(origin: Readonly<Origin>): number {
  return (origin[0] as number) >>> 16;
}

/** The words of the client id begin at this index. */
export const originClientIdAt = clientIdAt;

/** Both texts together, without their lengths. */
export function originByteLength(origin: Readonly<Origin>): number {
  return clientIdLengthOf(origin) + sourceLengthOf(origin);
}

export function clientIdOf(origin: Readonly<Origin>): string {
  return textOf(origin, clientIdAt, clientIdLengthOf(origin));
}

export function sourceOf(origin: Readonly<Origin>): string {
  return textOf(origin, sourceAt, sourceLengthOf(origin));
}

function textOf(origin: Readonly<Origin>, word: number, length: number): string {
  return decodeText(new Uint8Array(origin.buffer), origin.byteOffset + word * 4, length);
}

/** A new origin. */
export function originOf(clientId: string, source: string): Origin {
  const origin = new Int32Array(originWords);
  setOrigin(origin, clientId, source);
  return origin;
}

/** Sets an origin to two texts; one that is too long leaves it as `isOriginRight` says. */
export function setOrigin(origin: Origin, clientId: string, source: string): void {
  if (clientId.length > idMax || source.length > sourceMax) {
    origin[0] = tooLong;
    return;
  }
  origin[0] = setText(origin, clientIdAt, clientId) | (setText(origin, sourceAt, source) << 16);
}

function setText(origin: Origin, word: number, text: string): number {
  const encoded = encodeText(text);
  origin.fill(0, word, word + ((encoded.length + 3) >> 2));
  new Uint8Array(origin.buffer, origin.byteOffset + word * 4).set(encoded);
  return encoded.length;
}

/** As `setOrigin`, of texts of `idLength` and `sourceLength` bytes in a command; the client id begins at a whole word. */
export function readOrigin(
  origin: Origin,
  input: EntryReader,
  idAt: number,
  idLength: number,
  fromSource: number,
  sourceLength: number,
): void {
  const isShort = idLength <= idMax && sourceLength <= sourceMax;
  if (
    isShort &&
    copyAscii(origin, input.i32, idAt >> 2, idLength) &&
    packAscii(origin, input, fromSource, sourceLength)
  )
    origin[0] = idLength | (sourceLength << 16);
  else setOrigin(origin, decodeText(input.bytes, idAt, idLength), decodeText(input.bytes, fromSource, sourceLength));
}

/** Copies the client id; false when not all of it is ASCII. */
function copyAscii(origin: Origin, words: Int32Array, from: number, length: number): boolean {
  const whole = length >> 2;
  let bits = 0;
  for (let i = 0; i < whole; i++) {
    const word = words[from + i] as number;
    bits |= word;
    origin[clientIdAt + i] = word;
  }
  const rest = length & 3;
  if (rest > 0) {
    const word = firstBytes(words[from + whole] as number, rest);
    bits |= word;
    origin[clientIdAt + whole] = word;
  }
  return (bits & 0x80808080) === 0;
}

/** Copies the source, which may begin at any byte; false when not all of it is ASCII. */
function packAscii(origin: Origin, { bytes }: EntryReader, from: number, length: number): boolean {
  let bits = 0;
  for (let at = 0; at < length; at += 4) {
    let word = 0;
    for (let i = Math.min(4, length - at) - 1; i >= 0; i--) word = (word << 8) | (bytes[from + at + i] as number);
    bits |= word;
    origin[sourceAt + (at >> 2)] = word;
  }
  return (bits & 0x80808080) === 0;
}

export function copyOrigin(to: Origin, from: Readonly<Origin>): void {
  to[0] = from[0] as number;
  copyWords(to, from, clientIdAt, clientIdLengthOf(from));
  copyWords(to, from, sourceAt, sourceLengthOf(from));
}

function copyWords(to: Origin, from: Readonly<Origin>, word: number, length: number): void {
  const end = word + ((length + 3) >> 2);
  for (let at = word; at < end; at++) to[at] = from[at] as number;
}

/** Writes both texts, each behind its length, as they stand at the end of a record. */
export function putOrigin(out: EventWriter, at: number, origin: Readonly<Origin>): void {
  const idLength = clientIdLengthOf(origin);
  const sourceLength = sourceLengthOf(origin);
  putText(out, at, origin, clientIdAt, idLength);
  putText(out, at + 2 + idLength, origin, sourceAt, sourceLength);
}

function putText({ view }: EventWriter, at: number, origin: Readonly<Origin>, word: number, length: number): void {
  view.setUint16(at, length, true);
  const whole = length >> 2;
  for (let i = 0; i < whole; i++) view.setInt32(at + 2 + i * 4, origin[word + i] as number, true);
  for (let i = whole * 4; i < length; i++) view.setUint8(at + 2 + i, (origin[word + whole] as number) >> (8 * (i & 3)));
}
