/**
 * What became of each transfer: applied, or refused for good. Remembered by (transferId, direction) for seven days of the
 * journal's clock, so that a command that is sent again gets the first one's answer.
 */
import { transferMemoryMs } from './limits.ts';
import type { SnapshotReader, SnapshotWriter } from './snapshot-bytes.ts';

export interface TransferOutcome {
  timeMs: number;
  /** The shard's reject code; 0: applied. */
  code: number;
}

export class TransferKeys {
  /** By transferId, in the order of arrival, which is the order of time. */
  readonly in = new Map<number, TransferOutcome>();
  readonly out = new Map<number, TransferOutcome>();

  /** What became of the transfer of this key within the memory's span. */
  find(transferId: number, isOut: boolean, nowMs: number): TransferOutcome | undefined {
    const keys = isOut ? this.out : this.in;
    forgetOlder(keys, nowMs);
    return keys.get(transferId);
  }

  add(transferId: number, isOut: boolean, outcome: TransferOutcome): void {
    (isOut ? this.out : this.in).set(transferId, outcome);
  }
}

function forgetOlder(keys: Map<number, TransferOutcome>, nowMs: number): void {
  for (const [transferId, { timeMs }] of keys) {
    if (isRemembered(timeMs, nowMs)) return;
    keys.delete(transferId);
  }
}

/** Writes what is still remembered at `nowMs`. */
export function encodeTransferKeys(writer: SnapshotWriter, transfers: TransferKeys, nowMs: number): void {
  for (const keys of [transfers.in, transfers.out]) {
    const remembered = [...keys].filter(([, { timeMs }]) => isRemembered(timeMs, nowMs));
    writer.list(remembered, ([transferId, { timeMs, code }]) => {
      writer.number(transferId);
      writer.number(timeMs);
      writer.number(code);
    });
  }
}

export function decodeTransferKeys(reader: SnapshotReader, transfers: TransferKeys): void {
  for (const keys of [transfers.in, transfers.out])
    reader.list(() => keys.set(reader.number(), { timeMs: reader.number(), code: reader.number() }));
}

function isRemembered(timeMs: number, nowMs: number): boolean {
  return nowMs - timeMs < transferMemoryMs;
}
