/**
 * What became of each transfer: applied, or refused for good. Remembered by (transferId, direction) for seven days of the
 * journal's clock, so that a command that is sent again gets the first one's answer.
 */
import type { RejectCode } from '@pelican/shared/engine/spot/reject-codes.ts';
import { transferMemoryMs } from '../limits.ts';

export interface TransferOutcome {
  timeMs: number;
  code: RejectCode;
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

export function isRemembered(timeMs: number, nowMs: number): boolean {
  return nowMs - timeMs < transferMemoryMs;
}
