/** The rows of transfers. */
import type { ErrorCode } from '@pelican/shared/contracts';
import type { Shard } from '@pelican/shared/engine';
import type { Transaction } from '../../platform/database/index.ts';

export interface RefusedTransfer {
  transferId: number;
  out: boolean;
  code: ErrorCode;
}

/** The code of a transfer whose id the engine knows with other content: it is examined by hand. */
export const mismatch: ErrorCode = 'transfer_mismatch';

export interface TransferRow {
  id: number;
  userId: number;
  assetId: number;
  amount: string;
  status: 'pending' | 'completed' | 'rejected';
  /** The shard that it leaves; null for the main wallet. */
  fromShardId: number | null;
  /** The shard that it enters; null for the main wallet. */
  to: Shard | null;
  /** Decimals of the asset. */
  scale: number;
  /** Written by settlement itself: see adopt-transfers.ts. */
  adopted: boolean;
}

export async function lockTransfers(tx: Transaction, ids: number[]): Promise<Map<number, TransferRow>> {
  const { rows } = await tx.query<Omit<TransferRow, 'id' | 'userId'> & { id: string; userId: string }>({
    name: 'settle-lock-transfers',
    text: `SELECT transfers.id, user_id AS "userId", asset_id AS "assetId", amount, status, from_shard_id AS "fromShardId", scale,
        adopted, CASE WHEN shards.id IS NOT NULL THEN to_jsonb(shards) END AS "to"
      FROM transfers JOIN assets ON assets.id = asset_id LEFT JOIN shards ON shards.id = to_shard_id
      WHERE transfers.id = ANY ($1::bigint[]) ORDER BY transfers.id FOR UPDATE OF transfers`,
    values: [ids],
  });
  return new Map(rows.map((row) => [Number(row.id), { ...row, id: Number(row.id), userId: Number(row.userId) }]));
}

/** True for a transfer from one shard to another, as it was requested. */
export function isBetweenShards({ fromShardId, to, adopted }: TransferRow): boolean {
  return fromShardId !== null && to !== null && !adopted;
}

export async function completeTransfers(tx: Transaction, ids: number[]): Promise<void> {
  await tx.query({
    name: 'settle-transfers-completed',
    text: `UPDATE transfers SET status = 'completed', reject_code = NULL, completed_at = now()
      WHERE id = ANY ($1::bigint[]) AND status <> 'completed'`,
    values: [ids],
  });
}

/** A transfer that has to be examined by hand stays pending with its code: `npm run ops -- status` reports it. */
export async function rejectTransfers(tx: Transaction, refused: RefusedTransfer[]): Promise<void> {
  if (refused.length === 0) return;
  await tx.query({
    name: 'settle-transfers-rejected',
    text: `UPDATE transfers SET reject_code = refusal.code,
        status = CASE WHEN refusal.code = $3 THEN transfers.status ELSE 'rejected' END,
        completed_at = CASE WHEN refusal.code = $3 THEN NULL ELSE now() END
      FROM unnest($1::bigint[], $2::text[]) AS refusal(id, code)
      WHERE transfers.id = refusal.id AND transfers.status = 'pending'`,
    values: [refused.map(({ transferId }) => transferId), refused.map(({ code }) => code), mismatch],
  });
}
