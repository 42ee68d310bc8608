/**
 * Writes one event entry (see packages/shared/src/engine/event-entry.ts), record by record. `reserve` appends as any
 * ByteWriter does; the hot path instead makes room, starts a record and writes every word of it through `f64` and `i32`,
 * so nothing has to be cleared first. The machine is little-endian.
 *
 * `start` makes a record, and the caller that has the values writes them: numbers passed through a call would be boxed.
 */
import { ByteWriter, eventHeaderLength, journalVersion, rollDigest } from '@pelican/shared/engine';

if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1) throw new Error('the engine needs a little-endian machine');

export class EventWriter extends ByteWriter {
  f64: Float64Array;
  i32: Int32Array;

  constructor(capacityBytes = 4096) {
    super(wholeWords(capacityBytes));
    this.f64 = new Float64Array(this.bytes.buffer);
    this.i32 = new Int32Array(this.bytes.buffer);
  }

  /** Starts an entry; the writer's earlier content is dropped. */
  begin(): void {
    this.reset();
    this.reserve(eventHeaderLength);
  }

  /** Writes the header of the entry, which has all its records, and rolls `digest` on to it. */
  finish(
    shardId: number,
    commandCount: number,
    sender: number,
    counter: number,
    firstSeq: number,
    digest: Int32Array,
  ): void {
    this.i32[0] = journalVersion | (shardId << 8) | (commandCount << 16);
    this.i32[1] = sender;
    this.f64[1] = counter;
    this.f64[2] = firstSeq;
    this.i32[6] = digest[0] as number;
    this.i32[7] = digest[1] as number;
    // An entry without commands changes nothing.
    if (commandCount > 0) rollDigest(this.i32, this.length >> 2);
    digest[0] = this.i32[6] as number;
    digest[1] = this.i32[7] as number;
  }

  /** Makes sure that `byteCount` more bytes fit; `start` relies on it. */
  room(byteCount: number): void {
    if (this.length + byteCount > this.bytes.length) this.grow(this.length + byteCount);
  }

  /** Starts a record, for which `room` was made; returns its first word of 8 bytes. */
  start(byteLength: number, kind: number, flags: number, user: number): number {
    const at = this.length >> 3;
    this.length += byteLength;
    this.i32[at * 2] = byteLength | (kind << 16) | (flags << 24);
    this.i32[at * 2 + 1] = user;
    return at;
  }

  protected override grow(byteCountMin: number): void {
    super.grow(wholeWords(byteCountMin));
    this.f64 = new Float64Array(this.bytes.buffer);
    this.i32 = new Int32Array(this.bytes.buffer);
  }
}

function wholeWords(byteCount: number): number {
  return (byteCount + 7) & ~7;
}
