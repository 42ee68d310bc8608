/**
 * The bench's command stream: 32 bytes a record, little-endian, so that any engine can be timed on the same commands.
 * u8 op | u8 side | u8 phase | u8 0 | u32 user | u32 id | u32 priceTicks | u32 lots | 12 bytes ignored
 */

export const recordLength = 32;
export const RecordOp = { limit: 0, cancel: 1, immediateOrCancel: 2, market: 3 } as const;
export type RecordOp = (typeof RecordOp)[keyof typeof RecordOp];
/** Building the book is not timed. */
export const Phase = { build: 0, timed: 1 } as const;

export interface BenchRecord {
  op: number;
  side: number;
  phase: number;
  user: number;
  id: number;
  priceTicks: number;
  lots: number;
}

export class RecordStream {
  readonly count: number;
  private readonly view: DataView;

  constructor(bytes: Uint8Array) {
    if (bytes.length === 0 || bytes.length % recordLength !== 0) {
      throw new Error(`a command stream is whole records of ${recordLength} bytes, not ${bytes.length} bytes`);
    }
    this.count = bytes.length / recordLength;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  read(index: number): BenchRecord {
    const at = index * recordLength;
    return {
      op: this.view.getUint8(at),
      side: this.view.getUint8(at + 1),
      phase: this.view.getUint8(at + 2),
      user: this.view.getUint32(at + 4, true),
      id: this.view.getUint32(at + 8, true),
      priceTicks: this.view.getUint32(at + 12, true),
      lots: this.view.getUint32(at + 16, true),
    };
  }

  /** How many records are timed. */
  timedCount(): number {
    let count = 0;
    for (let i = 0; i < this.count; i++) count += this.view.getUint8(i * recordLength + 2) === Phase.timed ? 1 : 0;
    return count;
  }
}

/** Collects records into the bytes of a stream. */
export class RecordWriter {
  private bytes: Uint8Array;
  private view: DataView;
  private length = 0;

  constructor(countExpected: number) {
    this.bytes = new Uint8Array(countExpected * recordLength);
    this.view = new DataView(this.bytes.buffer);
  }

  write(record: BenchRecord): void {
    const at = this.length;
    this.length += recordLength;
    this.view.setUint8(at, record.op);
    this.view.setUint8(at + 1, record.side);
    this.view.setUint8(at + 2, record.phase);
    this.view.setUint32(at + 4, record.user, true);
    this.view.setUint32(at + 8, record.id, true);
    this.view.setUint32(at + 12, record.priceTicks, true);
    this.view.setUint32(at + 16, record.lots, true);
  }

  finish(): Uint8Array {
    return this.bytes.subarray(0, this.length);
  }
}
