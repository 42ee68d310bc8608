/**
 * A command entry in an aligned buffer of our own: fields are read as array elements, wherever in a Redis reply the
 * bytes came from. Offsets are in bytes and multiples of 8 for commands.
 */
import { entryHeaderLength, journalVersion, shardCodes } from '@pelican/shared/engine/journal.ts';

export class EntryReader {
  bytes: Uint8Array;
  i32: Int32Array;
  f64: Float64Array;
  length = 0;

  constructor() {
    this.bytes = new Uint8Array(1 << 16);
    this.i32 = new Int32Array(this.bytes.buffer);
    this.f64 = new Float64Array(this.bytes.buffer);
  }

  /** Takes an entry in; false when it is not an entry of this journal at all. */
  load(bytes: Uint8Array): boolean {
    if (bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes);
    this.length = bytes.length;
    return bytes.length >= entryHeaderLength && ((this.i32[0] as number) & 0xffff) === entryMark;
  }

  get sender(): number {
    return (this.i32[1] as number) >>> 0;
  }

  get counter(): number {
    return this.f64[1] as number;
  }

  get commandCount(): number {
    return (this.i32[0] as number) >>> 16;
  }

  /** The length of the command that starts at `at`, or 0 when no whole command stands there. */
  commandLength(at: number): number {
    if (at + 8 > this.length) return 0;
    const byteLength = (this.i32[at >> 2] as number) & 0xffff;
    return byteLength >= 8 && (byteLength & 7) === 0 && at + byteLength <= this.length ? byteLength : 0;
  }

  private grow(byteCount: number): void {
    this.bytes = new Uint8Array(2 ** Math.ceil(Math.log2(byteCount)));
    this.i32 = new Int32Array(this.bytes.buffer);
    this.f64 = new Float64Array(this.bytes.buffer);
  }
}

const entryMark = journalVersion | (shardCodes.spot << 8);
