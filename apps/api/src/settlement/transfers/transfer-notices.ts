/** Notices of the transfers that ended in a batch. */
import { type NewNotice, writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

interface EndedTransfer {
  id: number | string;
  userId: number | string;
  amount: string;
  ticker: string;
  from: string;
  to: string;
  isRefused: boolean;
}

/**
 * Writes a notice of each of these transfers that has ended, once. A transfer between shards within one wallet causes none,
 * because the user placed an order and did not ask for a transfer.
 */
export async function writeTransferNotices(tx: Transaction, ids: readonly number[]): Promise<void> {
  const { rows } = await tx.query<EndedTransfer>({
    name: 'settle-ended-transfers',
    text: `SELECT transfers.id, user_id AS "userId", trim_scale(amount)::text AS amount, ticker, from_wallet AS "from",
        to_wallet AS "to", transfers.status = 'rejected' AS "isRefused"
      FROM transfers JOIN assets ON assets.id = asset_id
      WHERE transfers.id = ANY ($1::bigint[]) AND transfers.status <> 'pending' AND from_wallet <> to_wallet
      ORDER BY transfers.id`,
    values: [ids],
  });
  await writeNotices(tx, rows.map(endedTransferNotice));
}

/** Of a transfer that has ended; one that is written before by its key is not written again. */
export function endedTransferNotice({ id, userId, isRefused, ...payload }: EndedTransfer): NewNotice {
  const { amount, ticker, from, to } = payload;
  return {
    userId: Number(userId),
    kind: isRefused ? 'transfer_refused' : 'transfer_completed',
    payload: { amount, ticker, from, to },
    key: `transfer:${id}`,
  };
}
