/**
 * Records of the journal and the event stream described once: the same definition writes and reads. Fields of a record
 * stand in the order of their sizes, largest first, then the texts, each behind its length.
 *
 * The spot shard's records are written by hand, word by word, because they are its hot path; for everything else this is
 * fast enough and cannot disagree with itself.
 */
import { writeHead } from './journal.ts';
import { type ByteWriter, decodeText, putText, textByteLength } from './layout.ts';

type Width = 'u8' | 'u16' | 'u32' | 'number' | 'money' | 'flag' | 'text';

/** A field of a record; `Value` is what it holds in TypeScript. */
export interface Field<Value> {
  width: Width;
  /** Only for the type. */
  value?: Value;
}

export const u8 = <Value extends number = number>(): Field<Value> => ({ width: 'u8' });
export const u16 = <Value extends number = number>(): Field<Value> => ({ width: 'u16' });
export const u32 = (): Field<number> => ({ width: 'u32' });
/** A safe integer, as a double. */
export const integer = (): Field<number> => ({ width: 'number' });
/** A signed amount of money in its smallest unit, 64 bits. */
export const money = (): Field<bigint> => ({ width: 'money' });
export const flag = (): Field<boolean> => ({ width: 'flag' });
/** UTF-8, up to 65,535 bytes. */
export const text = (): Field<string> => ({ width: 'text' });

type Fields = Record<string, Field<unknown>>;
export type ValuesOf<F extends Fields> = { [Name in keyof F]: F[Name] extends Field<infer Value> ? Value : never };
/** A record as an object: its kind (a command's op), whose it is, and its fields. */
export type RecordOf<Type> =
  Type extends RecordType<infer Kind, infer F> ? { kind: Kind; user: number } & ValuesOf<F> : never;

/** What a writer may give: money as a number too, while that is a safe integer. */
type WritableOf<F extends Fields> = {
  [Name in keyof F]: ValuesOf<F>[Name] extends bigint ? number | bigint : ValuesOf<F>[Name];
};

const byteLengths: Record<Width, number> = { number: 8, money: 8, u32: 4, u16: 2, u8: 1, flag: 1, text: 0 };
const headLength = 8;
const moneyMax = 2n ** 63n - 1n;

export class RecordType<const Kind extends number, const F extends Fields> {
  readonly kind: Kind;
  /** Where each field of a fixed width stands in the record, in bytes: for a hot path that writes or reads by hand. */
  readonly offsets: Readonly<Record<keyof F, number>>;
  /** Length of head and fixed fields, where the texts begin. */
  readonly fixedLength: number;
  readonly #fixed: { name: string; width: Width; offset: number }[];
  readonly #texts: string[];

  constructor(kind: Kind, fields: F) {
    this.kind = kind;
    const names = Object.keys(fields);
    const widthOf = (name: string) => (fields[name] as Field<unknown>).width;
    this.#texts = names.filter((name) => widthOf(name) === 'text');
    const fixed = names.filter((name) => widthOf(name) !== 'text');
    fixed.sort((a, b) => byteLengths[widthOf(b)] - byteLengths[widthOf(a)]);
    let offset = headLength;
    this.#fixed = fixed.map((name) => {
      const field = { name, width: widthOf(name), offset };
      offset += byteLengths[field.width];
      return field;
    });
    this.fixedLength = offset;
    this.offsets = Object.fromEntries(this.#fixed.map((field) => [field.name, field.offset])) as Record<
      keyof F,
      number
    >;
  }

  /** Appends the record. @throws RangeError for an amount beyond 64 bits or a text beyond 65,535 bytes */
  write(writer: ByteWriter, user: number, values: WritableOf<F>): void {
    const content = values as Record<string, unknown>;
    let byteCount = this.fixedLength;
    for (const name of this.#texts) byteCount += 2 + textByteLength(content[name] as string);
    if (byteCount > 0xfff8) throw new RangeError(`a record of ${byteCount} bytes is too long`);
    const at = writeHead(writer, byteCount, this.kind, 0, user);
    for (const { name, width, offset } of this.#fixed) writeFixed(writer.view, at + offset, width, content[name]);
    let tail = at + this.fixedLength;
    for (const name of this.#texts) {
      const text = content[name] as string;
      const length = textByteLength(text);
      writer.view.setUint16(tail, length, true);
      putText(writer.bytes, tail + 2, text);
      tail += 2 + length;
    }
  }

  /** Reads the record at `at`, which must be of this kind. @throws RangeError when it is too short to be whole */
  read(view: DataView, at: number): { kind: Kind; user: number } & ValuesOf<F> {
    const byteLength = view.getUint16(at, true);
    if (byteLength < this.fixedLength) throw new RangeError(`a record of kind ${this.kind} is torn`);
    const record: Record<string, unknown> = { kind: this.kind, user: view.getUint32(at + 4, true) };
    for (const { name, width, offset } of this.#fixed) record[name] = readFixed(view, at + offset, width);
    let tail = at + this.fixedLength;
    if (this.#texts.length === 0) return record as { kind: Kind; user: number } & ValuesOf<F>;
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
    for (const name of this.#texts) {
      if (tail + 2 > at + byteLength) throw new RangeError(`a record of kind ${this.kind} is torn`);
      const length = view.getUint16(tail, true);
      if (tail + 2 + length > at + byteLength) throw new RangeError(`a record of kind ${this.kind} is torn`);
      record[name] = decodeText(bytes, tail + 2, length);
      tail += 2 + length;
    }
    return record as { kind: Kind; user: number } & ValuesOf<F>;
  }
}

function writeFixed(view: DataView, at: number, width: Width, value: unknown): void {
  switch (width) {
    case 'number':
      view.setFloat64(at, value as number, true);
      return;
    case 'money': {
      const amount = value as number | bigint;
      if (amount > moneyMax || amount < -moneyMax) throw new RangeError(`${amount} does not fit 64 bits`);
      view.setBigInt64(at, BigInt(amount), true);
      return;
    }
    case 'u32':
      view.setUint32(at, value as number, true);
      return;
    case 'u16':
      view.setUint16(at, value as number, true);
      return;
    case 'u8':
    case 'flag':
      view.setUint8(at, Number(value));
      return;
    case 'text':
      throw new TypeError('a text has no fixed place');
  }
}

function readFixed(view: DataView, at: number, width: Width): unknown {
  switch (width) {
    case 'number':
      return view.getFloat64(at, true);
    case 'money':
      return view.getBigInt64(at, true);
    case 'u32':
      return view.getUint32(at, true);
    case 'u16':
      return view.getUint16(at, true);
    case 'flag':
      return view.getUint8(at) === 1;
    case 'u8':
      return view.getUint8(at);
    case 'text':
      throw new TypeError('a text has no fixed place');
  }
}
