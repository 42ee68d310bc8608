/** Signed transactions of a network whose payouts are on their way. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { Queryable } from '../../../platform/database/index.ts';
import { isBatchEnded } from '../../signer/index.ts';
import { isFollowed, type SentProblem } from '../../withdrawals/index.ts';

const followedAtOnce = 100;

export interface SentPayout {
  id: number;
  /** Among the receivers of its transaction. */
  place: number;
  /** As operators see it. */
  problem: SentProblem | null;
}

/** The payouts of one transaction. */
export interface Batch {
  nonce: number;
  /** Of all that it pays, those included that are finished. */
  size: number;
  /** Operators have ended one that it pays: its money went back, or was paid in another way. */
  isEnded: boolean;
  payouts: readonly [SentPayout, ...SentPayout[]];
}

interface SentRow extends Pick<Batch, 'size' | 'isEnded'>, Pick<SentPayout, 'place' | 'problem'> {
  nonce: string;
  id: string;
}

/** In the order in which they were signed. */
export async function findBatches(db: Queryable, networkId: number): Promise<Batch[]> {
  const { rows } = await db.query<SentRow>(
    `SELECT signed.nonce, withdrawal_id AS id, batch_place AS place, payout_problem AS problem,
        ${isBatchEnded('signed')} AS "isEnded",
        (SELECT count(*)::int FROM signed_payouts same WHERE same.network_id = $1 AND same.nonce = signed.nonce) AS size
      FROM signed_payouts signed JOIN withdrawals withdrawal ON withdrawal.id = withdrawal_id
      WHERE status = ${paymentStatus.sent} AND ${isFollowed} AND network_id = $1
        AND nonce IN (SELECT DISTINCT nonce FROM signed_payouts waiting JOIN withdrawals ON withdrawals.id = waiting.withdrawal_id
          WHERE waiting.network_id = $1 AND status = ${paymentStatus.sent} ORDER BY nonce LIMIT ${followedAtOnce})
      ORDER BY signed.nonce, batch_place`,
    [networkId],
  );
  const byNonce = Map.groupBy(rows, ({ nonce }) => nonce);
  return [...byNonce.values()].flatMap((those) => {
    const [first, ...rest] = those.map(({ id, place, problem }) => ({ id: Number(id), place, problem }));
    const { size = 1, isEnded = false } = those[0] ?? {};
    return first ? [{ nonce: Number(those[0]?.nonce), size, isEnded, payouts: [first, ...rest] as const }] : [];
  });
}
