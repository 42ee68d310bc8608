/** Signed transactions of a network whose payouts are on their way. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../../platform/database/index.ts';

const followedAtOnce = 100;

export interface SentPayout {
  id: number;
  /** Among the receivers of its transaction. */
  place: number;
  /** False once operators see that the network refuses it. */
  isTaken: boolean;
}

/** The payouts of one transaction. */
export interface Batch {
  nonce: number;
  /** Of all that it pays, those included that are finished. */
  size: number;
  payouts: readonly [SentPayout, ...SentPayout[]];
}

/** In the order in which they were signed. */
export async function findBatches(db: Queryable, networkId: number): Promise<Batch[]> {
  const { rows } = await db.query<{ nonce: string; size: number; id: string; place: number; isTaken: boolean }>(
    `SELECT signed.nonce, withdrawal_id AS id, batch_place AS place, payout_problem IS NULL AS "isTaken",
        (SELECT count(*)::int FROM signed_payouts same WHERE same.network_id = $1 AND same.nonce = signed.nonce) AS size
      FROM signed_payouts signed JOIN withdrawals withdrawal ON withdrawal.id = withdrawal_id
      WHERE status = ${paymentStatus.sent} AND coalesce(payout_problem, 'not_taken') = 'not_taken' AND network_id = $1
        AND nonce IN (SELECT DISTINCT nonce FROM signed_payouts waiting JOIN withdrawals ON withdrawals.id = waiting.withdrawal_id
          WHERE waiting.network_id = $1 AND status = ${paymentStatus.sent} ORDER BY nonce LIMIT ${followedAtOnce})
      ORDER BY signed.nonce, batch_place`,
    [networkId],
  );
  const byNonce = Map.groupBy(rows, ({ nonce }) => nonce);
  return [...byNonce.values()].flatMap((those) => {
    const [first, ...rest] = those.map(({ id, place, isTaken }) => ({ id: Number(id), place, isTaken }));
    return first
      ? [{ nonce: Number(those[0]?.nonce), size: those[0]?.size ?? 1, payouts: [first, ...rest] as const }]
      : [];
  });
}
