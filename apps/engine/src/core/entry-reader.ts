/**
 * A command entry in an aligned buffer of our own: fields are read as array elements, wherever in a Redis reply the
 * bytes came from. Offsets are in bytes and multiples of 8 for commands.
 */
import { entryHeaderLength, journalVersion, shardCodes } from '@pelican/shared/engine/commands.ts';

export class EntryReader {
  bytes = new Uint8Array(1 << 16);
  u16 = new Uint16Array(this.bytes.buffer);
  u32 = new Uint32Array(this.bytes.buffer);
  f64 = new Float64Array(this.bytes.buffer);
  length = 0;

  /** Takes an entry in; false when it is not an entry of this journal at all. */
  load(bytes: Uint8Array): boolean {
    if (bytes.length > this.bytes.length) this.grow(bytes.length);
    this.bytes.set(bytes);
    this.length = bytes.length;
    return bytes.length >= entryHeaderLength && this.u16[0] === (journalVersion | (shardCodes.spot << 8));
  }

  /** The length of the command that starts at `at`, or 0 when no whole command stands there. */
  commandLength(at: number): number {
    if (at + 8 > this.length) return 0;
    const byteLength = this.u16[at >> 1] as number;
    return byteLength >= 8 && (byteLength & 7) === 0 && at + byteLength <= this.length ? byteLength : 0;
  }

  private grow(byteCount: number): void {
    const capacity = 2 ** Math.ceil(Math.log2(byteCount));
    this.bytes = new Uint8Array(capacity);
    this.u16 = new Uint16Array(this.bytes.buffer);
    this.u32 = new Uint32Array(this.bytes.buffer);
    this.f64 = new Float64Array(this.bytes.buffer);
  }
}
