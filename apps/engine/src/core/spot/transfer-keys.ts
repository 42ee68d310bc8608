/** The keys of applied transfers: (transferId, direction), remembered for seven days of the journal's clock. */
import { transferMemoryMs } from '../limits.ts';

export class TransferKeys {
  /** transferId -> time of application, in the order of application, which is the order of time. */
  readonly in = new Map<number, number>();
  readonly out = new Map<number, number>();

  /** True when a transfer of this key was applied within the memory's span. */
  has(transferId: number, isOut: boolean, nowMs: number): boolean {
    const keys = isOut ? this.out : this.in;
    forgetOlder(keys, nowMs);
    return keys.has(transferId);
  }

  add(transferId: number, isOut: boolean, nowMs: number): void {
    (isOut ? this.out : this.in).set(transferId, nowMs);
  }
}

function forgetOlder(keys: Map<number, number>, nowMs: number): void {
  for (const [transferId, timeMs] of keys) {
    if (isRemembered(timeMs, nowMs)) return;
    keys.delete(transferId);
  }
}

export function isRemembered(timeMs: number, nowMs: number): boolean {
  return nowMs - timeMs < transferMemoryMs;
}
