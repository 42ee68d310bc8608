/**
 * Transfers between two shards whose arrival is settled before their departure, as may happen after a restore, when both
 * settlements go through their journals at once. Neither waits for the other: two transfers that cross each other would hold up both
 * for good. What arrives early is `unexplained`, which the audit reports, until the departure is settled and returns it there.
 */
import type { Transaction } from '../../platform/database/index.ts';

/** Kind of the ledger entry of an arrival, or of a refused one, before its departure. */
export const earlyKind = 'transfer_arrived_early';

/** Ledger keys of a transfer's steps between shards. */
export const leftKey = (transferId: number): string => `transfer:${transferId}:left`;
export const settledKey = (transferId: number): string => `transfer:${transferId}:settled`;
export const refusedKey = (transferId: number): string => `transfer:${transferId}:refused`;

export interface PostedSteps {
  /** Transfers whose departure is posted: their money waits in transit. */
  left: ReadonlySet<number>;
  /** Transfers whose end was posted before it. */
  endedEarly: ReadonlySet<number>;
}

/**
 * What is posted of transfers between two shards; the rows of the transfers are locked, so the other settlement posts nothing
 * of them meanwhile.
 */
export async function readPostedSteps(tx: Transaction, transferIds: readonly number[]): Promise<PostedSteps> {
  const left = new Set<number>();
  const endedEarly = new Set<number>();
  if (transferIds.length === 0) return { left, endedEarly };
  const { rows } = await tx.query<{ key: string; kind: string }>({
    name: 'settle-posted-steps',
    text: 'SELECT idempotency_key AS key, kind FROM ledger_entries WHERE idempotency_key = ANY ($1::text[])',
    values: [transferIds.flatMap((id) => [leftKey(id), settledKey(id), refusedKey(id)])],
  });
  const kinds = new Map(rows.map(({ key, kind }) => [key, kind]));
  for (const id of transferIds) {
    if (kinds.has(leftKey(id))) left.add(id);
    if ([settledKey(id), refusedKey(id)].some((key) => kinds.get(key) === earlyKind)) endedEarly.add(id);
  }
  return { left, endedEarly };
}
