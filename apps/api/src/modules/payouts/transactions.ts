/** The transactions of a withdrawal: the first one, and those that were signed in its place. The network takes one of them. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type { ChainReader, TransactionState } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

/** A transaction that waits for this many blocks of its network waits too long. */
const waitBlocksMax = 10;

/** About `made` and `network`. */
export const isOld = `made.at < clock_timestamp() - ${waitBlocksMax} * network.block_seconds * interval '1 second'`;

export interface SignedTransaction {
  hash: string;
  raw: string;
  /** Whether it has waited too long. */
  isOld: boolean;
}

/** By withdrawal, the newest last. */
export async function findTransactions(
  db: Queryable,
  withdrawalIds: readonly number[],
): Promise<Map<number, SignedTransaction[]>> {
  const { rows } = await db.query<SignedTransaction & { id: string }>(
    `SELECT signed.withdrawal_id AS id, made.hash, made.raw,
        ${isOld} AS "isOld"
      FROM signed_payouts signed JOIN networks network ON network.id = signed.network_id
      JOIN LATERAL (
        SELECT 0::bigint AS place, signed.transaction_hash AS hash, signed.raw, signed.created_at AS at
        UNION ALL SELECT id, transaction_hash, raw, created_at FROM signed_replacements
          WHERE withdrawal_id = signed.withdrawal_id) AS made ON true
      WHERE signed.withdrawal_id = ANY ($1) ORDER BY signed.withdrawal_id, made.place`,
    [withdrawalIds],
  );
  const found = Map.groupBy(rows, ({ id }) => Number(id));
  return new Map([...found].map(([id, those]) => [id, those.map(({ hash, raw, isOld }) => ({ hash, raw, isOld }))]));
}

/** Of a network: the newest transaction of each payout, gas and transfer to the cold wallet that may be in no block. Those that are in one are among them until they are finished. */
export async function findWaiting(db: Queryable, networkId: number): Promise<string[]> {
  const { rows } = await db.query<{ raw: string }>(
    `SELECT coalesce(
        (SELECT raw FROM signed_replacements WHERE withdrawal_id = signed.withdrawal_id ORDER BY id DESC LIMIT 1), signed.raw) AS raw
      FROM signed_payouts signed WHERE network_id = $1 AND withdrawal_id IN (
        SELECT id FROM withdrawals WHERE status IN (${paymentStatus.inProcess}, ${paymentStatus.sent})
        UNION ALL SELECT withdrawal_id FROM finished_payouts WHERE network_id = $1 AND lost_at IS NOT NULL)
      UNION ALL (SELECT DISTINCT ON (signed.sweep_id) signed.raw FROM signed_sweeps signed JOIN sweeps ON sweeps.id = sweep_id
        WHERE signed.network_id = $1 AND signed.key_index = 0 AND (state IN ('waiting', 'sent') OR lost_at IS NOT NULL)
        ORDER BY signed.sweep_id, place DESC)`,
    [networkId],
  );
  return rows.map(({ raw }) => raw);
}

/** The one that is in a block, or the newest one with what the network knows of it. `isKnown`: the network knows one of them. */
export async function findOnChain(
  chain: ChainReader,
  transactions: readonly SignedTransaction[],
): Promise<{ transaction: SignedTransaction; state: TransactionState; isKnown: boolean }> {
  const known: { transaction: SignedTransaction; state: TransactionState }[] = [];
  for (const transaction of transactions.toReversed()) {
    const state = await chain.transaction(transaction.hash);
    if ('height' in state) return { transaction, state, isKnown: true };
    known.push({ transaction, state });
  }
  const [newest] = known;
  if (!newest) throw new RangeError('there is no signed transaction');
  return { ...newest, isKnown: known.some(({ state }) => state.state !== 'unknown') };
}
