/**
 * The outcome of each transfer between a shard and the ledger: applied, or refused for good. It is remembered by
 * (transferId, direction) for seven days of the journal's clock, so that a command that is sent again gets the first
 * one's answer. The same key with other content is not a repetition but an error of the caller: it is refused.
 */
import { KernelRejectCode } from '@pelican/shared/engine';
import { KeyHasher } from './key-hasher.ts';
import { EntryField, EntryNumber, KeyTable } from './key-table.ts';
import { transferMemoryMs } from './limits.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';

export interface TransferContent {
  transferId: number;
  isOut: boolean;
  user: number;
  asset: number;
  /** In the asset's smallest unit, below 2^63. */
  amount: bigint;
}

const { content: amountLow } = EntryField;
const amountHigh = amountLow + 1;
/** Asset + code x 65536. */
const assetAndCode = amountLow + 2;
const { timeMs: timeNumber, value: userNumber } = EntryNumber;
const sweptAtOnce = 2;

export class TransferKeys {
  readonly #table = new KeyTable();
  /** Not a hash but the key itself. */
  readonly #key = new KeyHasher();
  readonly #scratch = new BigInt64Array(2);
  readonly #words = new Int32Array(this.#scratch.buffer);
  readonly #numbers = new Float64Array(this.#scratch.buffer);

  /** The code that the transfer was answered with, or `transferMismatch`; undefined when its key is not known. */
  find(transfer: TransferContent, nowMs: number): number | undefined {
    const table = this.#table;
    this.#read(transfer);
    const entry = table.find(0, this.#key);
    if (entry === 0 || this.#isExpired(entry, nowMs)) return undefined;
    const isSame =
      table.word(entry, amountLow) === this.#words[2] &&
      table.word(entry, amountHigh) === this.#words[3] &&
      table.number(entry, userNumber) === transfer.user &&
      (table.word(entry, assetAndCode) & 0xffff) === transfer.asset;
    return isSame ? table.word(entry, assetAndCode) >>> 16 : KernelRejectCode.transferMismatch;
  }

  /** Remembers the answer to a transfer whose key is not known. */
  add(transfer: TransferContent, code: number, nowMs: number): void {
    const table = this.#table;
    this.#read(transfer);
    const expired = table.find(0, this.#key);
    if (expired !== 0) table.remove(expired);
    for (let i = 0; i < sweptAtOnce; i++)
      if (table.oldest !== 0 && this.#isExpired(table.oldest, nowMs)) table.remove(table.oldest);
    const entry = table.add(0, this.#key);
    table.setWord(entry, amountLow, this.#words[2] as number);
    table.setWord(entry, amountHigh, this.#words[3] as number);
    table.setWord(entry, assetAndCode, transfer.asset | (code << 16));
    table.setNumber(entry, userNumber, transfer.user);
    table.setNumber(entry, timeNumber, nowMs);
  }

  encode(writer: SnapshotWriter): void {
    this.#table.encode(writer);
  }

  /** Reads what `encode` wrote into an empty memory. */
  decode(reader: SnapshotReader): void {
    this.#table.decode(reader, () => undefined);
  }

  /** Sets the key, and the amount as two words of the scratch. */
  #read({ transferId, isOut, amount }: TransferContent): void {
    this.#numbers[0] = transferId;
    this.#scratch[1] = amount;
    const key = this.#key;
    key.h0 = this.#words[0] as number;
    key.h1 = this.#words[1] as number;
    key.h2 = isOut ? 1 : 0;
  }

  #isExpired(entry: number, nowMs: number): boolean {
    return nowMs - this.#table.number(entry, timeNumber) >= transferMemoryMs;
  }
}
