/**
 * Writes one event entry into a ByteWriter, 8 bytes at a time. Every word of a record is written, so nothing has to be
 * cleared first. Layouts are those of packages/shared/src/engine/events.ts; the machine is little-endian.
 */
import { journalVersion, shardCodes } from '@pelican/shared/engine/commands.ts';
import { EventKind, eventHeaderLength, recordLength } from '@pelican/shared/engine/events.ts';
import type { ByteWriter } from '@pelican/shared/engine/layout.ts';

if (new Uint8Array(new Uint16Array([1]).buffer)[0] !== 1) throw new Error('the engine needs a little-endian machine');

export class EventWriter {
  f64: Float64Array = new Float64Array(0);
  u32: Uint32Array = new Uint32Array(0);
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
    const u32 = this.u32;
    u32[0] = journalVersion | (shardCodes.spot << 8) | (commandCount << 16);
    u32[1] = sender;
    this.f64[1] = counter;
    this.f64[2] = firstSeq;
    u32[6] = this.at * 8;
    u32[7] = 0;
    (this.out as ByteWriter).length = this.at * 8;
  }

  /** Makes sure that `byteCount` more bytes fit. */
  room(byteCount: number): void {
    if (this.at * 8 + byteCount > this.f64.length * 8) this.grow(byteCount);
  }

  /** Starts a record of a fixed length; returns its first word. */
  private start(byteLength: number, kind: number, flags: number, user: number): number {
    this.room(byteLength);
    const at = this.at;
    this.at = at + byteLength / 8;
    this.u32[at * 2] = byteLength | (kind << 16) | (flags << 24);
    this.u32[at * 2 + 1] = user;
    return at;
  }

  commandDone(
    user: number,
    index: number,
    op: number,
    code: number,
    repeated: boolean,
    orderId: number,
    required: number,
    available: number,
  ): void {
    const at = this.start(recordLength.commandDone, EventKind.commandDone, 0, user);
    this.u32[at * 2 + 2] = index | (code << 16);
    this.u32[at * 2 + 3] = (repeated ? 1 : 0) | (op << 8);
    this.f64[at + 2] = orderId;
    this.f64[at + 3] = required;
    this.f64[at + 4] = available;
  }

  /** The texts are `textLength` bytes (client id, then source) from `textStart` of `source`. */
  orderPlaced(
    user: number,
    market: number,
    flags: number,
    orderId: number,
    priceTicks: number,
    amount: number,
    makerFeePpm: number,
    takerFeePpm: number,
    clientIdLength: number,
    sourceLength: number,
    texts: Uint8Array,
    textStart: number,
  ): void {
    const textLength = clientIdLength + sourceLength;
    const byteLength = (recordLength.orderPlaced + textLength + 7) & ~7;
    const at = this.start(byteLength, EventKind.orderPlaced, flags, user);
    this.u32[at * 2 + 2] = market | (clientIdLength << 16) | (sourceLength << 24);
    this.u32[at * 2 + 3] = 0;
    this.f64[at + 2] = orderId;
    this.f64[at + 3] = priceTicks;
    this.f64[at + 4] = amount;
    this.u32[at * 2 + 10] = makerFeePpm;
    this.u32[at * 2 + 11] = takerFeePpm;
    if (textLength > 0) this.copyText(at + 6, texts, textStart, textLength);
  }

  orderRested(user: number, market: number, orderId: number): void {
    const at = this.start(recordLength.orderRested, EventKind.orderRested, 0, user);
    this.u32[at * 2 + 2] = market;
    this.u32[at * 2 + 3] = 0;
    this.f64[at + 2] = orderId;
  }

  orderClosed(user: number, market: number, orderId: number, reason: number, remaining: number): void {
    const at = this.start(recordLength.orderClosed, EventKind.orderClosed, reason, user);
    this.u32[at * 2 + 2] = market;
    this.u32[at * 2 + 3] = 0;
    this.f64[at + 2] = orderId;
    this.f64[at + 3] = remaining;
  }

  balanceChanged(
    user: number,
    asset: number,
    availableLow: number,
    availableHigh: number,
    frozenLow: number,
    frozenHigh: number,
  ): void {
    const at = this.start(recordLength.balanceChanged, EventKind.balanceChanged, 0, user);
    this.u32[at * 2 + 2] = asset;
    this.u32[at * 2 + 3] = 0;
    this.f64[at + 2] = availableLow;
    this.f64[at + 3] = availableHigh;
    this.f64[at + 4] = frozenLow;
    this.f64[at + 5] = frozenHigh;
  }

  /** Starts an orderFilled record; the match writes its fields. Returns its first word. */
  orderFilled(takerUser: number, takerSells: boolean): number {
    return this.start(recordLength.orderFilled, EventKind.orderFilled, takerSells ? 1 : 0, takerUser);
  }

  transferApplied(user: number, asset: number, transferId: number, amount: number, isOut: boolean): void {
    const at = this.start(recordLength.transferApplied, EventKind.transferApplied, isOut ? 1 : 0, user);
    this.u32[at * 2 + 2] = asset;
    this.u32[at * 2 + 3] = 0;
    this.f64[at + 2] = transferId;
    this.f64[at + 3] = amount;
  }

  settingsChanged(user: number, texts: Uint8Array, textStart: number, textLength: number): void {
    const byteLength = (recordLength.settingsChanged + textLength + 7) & ~7;
    const at = this.start(byteLength, EventKind.settingsChanged, 0, user);
    this.u32[at * 2 + 2] = textLength;
    this.u32[at * 2 + 3] = 0;
    if (textLength > 0) this.copyText(at + 2, texts, textStart, textLength);
  }

  private copyText(word: number, texts: Uint8Array, start: number, length: number): void {
    this.f64.fill(0, word, this.at);
    const bytes = (this.out as ByteWriter).bytes;
    for (let i = 0; i < length; i++) bytes[word * 8 + i] = texts[start + i] as number;
  }

  private bind(out: ByteWriter): void {
    this.out = out;
    const words = out.bytes.length >>> 3;
    this.f64 = new Float64Array(out.bytes.buffer, 0, words);
    this.u32 = new Uint32Array(out.bytes.buffer, 0, words * 2);
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
