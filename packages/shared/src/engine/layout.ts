/**
 * The one little-endian byte writer and reader behind the journal and the event stream.
 * Records are padded to 8 bytes and carry their own length first, so a reader can skip what it does not know.
 */

const ascii = new TextDecoder('utf-8', { fatal: false });
const utf8 = new TextEncoder();

/** A growable byte buffer with a cursor. Reused between batches: call `reset` and write again. */
export class ByteWriter {
  bytes: Uint8Array;
  view: DataView;
  length = 0;

  constructor(capacityBytes = 4096) {
    this.bytes = new Uint8Array(capacityBytes);
    this.view = new DataView(this.bytes.buffer);
  }

  reset(): void {
    this.length = 0;
  }

  /** Makes room for `byteCount` more bytes and returns the offset at which they start; the bytes are zero. */
  reserve(byteCount: number): number {
    const start = this.length;
    const end = start + byteCount;
    if (end > this.bytes.length) this.grow(end);
    this.bytes.fill(0, start, end);
    this.length = end;
    return start;
  }

  /** A copy of what was written, safe to keep after the next `reset`. */
  copy(): Uint8Array {
    return this.bytes.slice(0, this.length);
  }

  protected grow(byteCountMin: number): void {
    const bytes = new Uint8Array(Math.max(byteCountMin, this.bytes.length * 2));
    bytes.set(this.bytes.subarray(0, this.length));
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer);
  }
}

/** The length of a record whose fixed part and tail take `byteCount` bytes, padded to 8. */
export function paddedLength(byteCount: number): number {
  return (byteCount + 7) & ~7;
}

export function encodeText(text: string): Uint8Array {
  return utf8.encode(text);
}

/** How many bytes of UTF-8 a text takes. */
export function textByteLength(text: string): number {
  return isAscii(text) ? text.length : utf8.encode(text).length;
}

/** Writes a text as UTF-8 into room that was reserved for it. */
export function putText(bytes: Uint8Array, at: number, text: string): void {
  if (!isAscii(text)) {
    utf8.encodeInto(text, bytes.subarray(at));
    return;
  }
  // Client ids and origins are short and plain: an encoder costs more than they do.
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
}

function isAscii(text: string): boolean {
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) > 0x7f) return false;
  return true;
}

export function decodeText(bytes: Uint8Array, start: number, length: number): string {
  if (length === 0) return '';
  return ascii.decode(bytes.subarray(start, start + length));
}
