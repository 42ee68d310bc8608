/**
 * Writes one event entry into a ByteWriter, 8 bytes at a time. Every word of a record is written, so nothing has to be
 * cleared first. Layouts are those of packages/shared/src/engine/spot/events.ts; the machine is little-endian.
 *
 * `start` makes a record, and whoever has the values writes them: numbers handed through a call would be boxed.
 */

import { eventHeaderLength } from '@pelican/shared/engine/event-entry.ts';
import { journalVersion, shardCodes } from '@pelican/shared/engine/journal.ts';
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';

if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1) throw new Error('the engine needs a little-endian machine');

export class EventWriter {
  f64: Float64Array = new Float64Array(0);
  i32: Int32Array = new Int32Array(0);
  /** Where the next record starts, in words of 8 bytes. */
  at = 0;
  private out: ByteWriter | undefined;

  /** Starts an entry in `out`, whose earlier content is dropped. */
  begin(out: ByteWriter): void {
    if (this.out !== out || this.f64.buffer !== out.bytes.buffer) this.bind(out);
    this.at = 0;
    this.room(eventHeaderLength);
    this.at = eventHeaderLength / 8;
  }

  /** Writes the header and sets the length of `out`. */
  finish(commandCount: number, sender: number, counter: number, firstSeq: number): void {
    this.i32[0] = journalVersion | (shardCodes.spot << 8) | (commandCount << 16);
    this.i32[1] = sender;
    this.f64[1] = counter;
    this.f64[2] = firstSeq;
    this.i32[6] = this.at * 8;
    this.i32[7] = 0;
    (this.out as ByteWriter).length = this.at * 8;
  }

  /** Makes sure that `byteCount` more bytes fit; `start` relies on it. */
  room(byteCount: number): void {
    if (this.at * 8 + byteCount > this.f64.length * 8) this.grow(byteCount);
  }

  /** Starts a record, for which `room` was made; returns its first word of 8 bytes. */
  start(byteLength: number, kind: number, flags: number, user: number): number {
    const at = this.at;
    this.at = at + (byteLength >> 3);
    this.i32[at * 2] = byteLength | (kind << 16) | (flags << 24);
    this.i32[at * 2 + 1] = user;
    return at;
  }

  /** Writes `length` bytes of `texts` from the word `word` to the record's end, padded with zeros. */
  copyText(word: number, texts: Uint8Array, start: number, length: number): void {
    this.f64.fill(0, word, this.at);
    const bytes = (this.out as ByteWriter).bytes;
    for (let i = 0; i < length; i++) bytes[word * 8 + i] = texts[start + i] as number;
  }

  private bind(out: ByteWriter): void {
    this.out = out;
    const words = out.bytes.length >>> 3;
    this.f64 = new Float64Array(out.bytes.buffer, 0, words);
    this.i32 = new Int32Array(out.bytes.buffer, 0, words * 2);
  }

  private grow(byteCount: number): void {
    const out = this.out as ByteWriter;
    out.length = this.at * 8;
    // Seven bytes more than asked for, because only whole words of the buffer are used.
    out.reserve(byteCount + 7);
    out.length = this.at * 8;
    this.bind(out);
  }
}
