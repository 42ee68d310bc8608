/**
 * A command entry in an aligned buffer of its own: fields are read as array elements, wherever in a Redis reply the
 * bytes came from. Offsets are in bytes and multiples of 8 for commands.
 */
import { commandHeadLength, entryHeaderLength, journalVersion } from '@pelican/shared/engine';

export class EntryReader {
  bytes = new Uint8Array(1 << 16);
  i32 = new Int32Array(this.bytes.buffer);
  f64 = new Float64Array(this.bytes.buffer);
  view = new DataView(this.bytes.buffer);
  length = 0;
  /** The first two bytes of an entry: version and shard. */
  readonly #mark: number;

  constructor(shardId: number) {
    this.#mark = journalVersion | (shardId << 8);
  }

  /** Copies an entry in; false when the bytes are not an entry of this shard's journal. */
  load(bytes: Uint8Array): boolean {
    if (bytes.length > this.bytes.length) this.#grow(bytes.length);
    this.bytes.set(bytes);
    this.length = bytes.length;
    return bytes.length >= entryHeaderLength && ((this.i32[0] as number) & 0xffff) === this.#mark;
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

  /** The length of the command that starts at `at`, or 0 when no whole command starts there. */
  commandLength(at: number): number {
    if (at + commandHeadLength > this.length) return 0;
    const byteLength = (this.i32[at >> 2] as number) & 0xffff;
    const isWhole = byteLength >= commandHeadLength && (byteLength & 7) === 0 && at + byteLength <= this.length;
    return isWhole ? byteLength : 0;
  }

  /** The op of the command at `at`. */
  opAt(at: number): number {
    return ((this.i32[at >> 2] as number) >>> 16) & 0xff;
  }

  /** The user of the command at `at`, as a signed word. */
  userAt(at: number): number {
    return this.i32[(at >> 2) + 1] as number;
  }

  #grow(byteCount: number): void {
    this.bytes = new Uint8Array(2 ** Math.ceil(Math.log2(byteCount)));
    this.i32 = new Int32Array(this.bytes.buffer);
    this.f64 = new Float64Array(this.bytes.buffer);
    this.view = new DataView(this.bytes.buffer);
  }
}
