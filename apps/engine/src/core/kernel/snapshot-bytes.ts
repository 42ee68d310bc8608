/** The few shapes a snapshot is made of: numbers of 8 bytes, texts padded to 8, lists led by their length. */
import { ByteWriter, decodeText, encodeText, paddedLength } from '@pelican/shared/engine';

export class SnapshotWriter {
  private readonly writer = new ByteWriter(1 << 16);

  number(value: number): void {
    const at = this.writer.reserve(8);
    this.writer.view.setFloat64(at, value, true);
  }

  /** A signed amount of money, 64 bits. @throws RangeError beyond them */
  money(value: bigint): void {
    if (BigInt.asIntN(64, value) !== value) throw new RangeError(`${value} does not fit 64 bits`);
    const at = this.writer.reserve(8);
    this.writer.view.setBigInt64(at, value, true);
  }

  text(text: string): void {
    const bytes = encodeText(text);
    this.number(bytes.length);
    const at = this.writer.reserve(paddedLength(bytes.length));
    this.writer.bytes.set(bytes, at);
  }

  /** An even count of 32-bit words. */
  words(words: Int32Array, from: number, count: number): void {
    const at = this.writer.reserve(count * 4);
    for (let i = 0; i < count; i++) this.writer.view.setInt32(at + i * 4, words[from + i] as number, true);
  }

  list<Item>(items: readonly Item[], write: (item: Item) => void): void {
    this.number(items.length);
    for (const item of items) write(item);
  }

  finish(): Uint8Array {
    return this.writer.copy();
  }
}

export class SnapshotReader {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private at = 0;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  number(): number {
    const value = this.view.getFloat64(this.at, true);
    this.at += 8;
    return value;
  }

  money(): bigint {
    const value = this.view.getBigInt64(this.at, true);
    this.at += 8;
    return value;
  }

  text(): string {
    const length = this.number();
    const text = decodeText(this.bytes, this.at, length);
    this.at += paddedLength(length);
    return text;
  }

  /** Fills `words`, of an even length. */
  words(words: Int32Array): void {
    for (let i = 0; i < words.length; i++) words[i] = this.view.getInt32(this.at + i * 4, true);
    this.at += words.length * 4;
  }

  /** Calls `read` once for each item of a list. */
  list(read: () => void): void {
    const length = this.number();
    for (let i = 0; i < length; i++) read();
  }

  get isAtEnd(): boolean {
    return this.at === this.bytes.length;
  }
}

/** Version (8), length of the checksum (8), checksum (16). */
const headLength = 32;

/** The bytes of a snapshot: version, checksum, content. */
export function sealSnapshot(version: number, content: Uint8Array): Uint8Array {
  const head = new SnapshotWriter();
  head.number(version);
  head.text(hashOfBytes(content));
  const bytes = new Uint8Array(headLength + content.length);
  bytes.set(head.finish());
  bytes.set(content, headLength);
  return bytes;
}

/** A snapshot that is whole and that another release has written. */
export class OtherSnapshotVersion extends Error {}

/** The content of a sealed snapshot. @throws OtherSnapshotVersion; Error when it is damaged */
export function openSnapshot(version: number, bytes: Uint8Array): SnapshotReader {
  if (bytes.length < headLength) throw new Error(`a snapshot cannot have ${bytes.length} bytes`);
  const head = new SnapshotReader(bytes);
  const found = head.number();
  if (found !== version)
    throw new OtherSnapshotVersion(
      `the snapshot is of version ${found}, this release reads version ${version}: it belongs to another release (docs/operations.md, Upgrade)`,
    );
  const expected = head.text();
  const content = bytes.subarray(headLength);
  const actual = hashOfBytes(content);
  if (actual !== expected) throw new Error(`snapshot damaged: its checksum is ${expected}, its bytes give ${actual}`);
  return new SnapshotReader(content);
}

/** Two 32-bit hashes over the bytes, as 16 hex digits: against torn and altered snapshots, not against forgers. */
export function hashOfBytes(bytes: Uint8Array): string {
  const whole = bytes.length & ~3;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let a = 0x811c9dc5 ^ bytes.length;
  let b = 0x9e3779b9;
  for (let at = 0; at < whole; at += 4) {
    const word = view.getInt32(at, true);
    a = Math.imul(a ^ word, 0x01000193);
    a ^= a >>> 15;
    b = Math.imul((b << 5) ^ (b >>> 27) ^ word, 0x85ebca6b);
  }
  for (let at = whole; at < bytes.length; at++) a = Math.imul(a ^ view.getUint8(at), 0x01000193);
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, '0')).join('');
}
