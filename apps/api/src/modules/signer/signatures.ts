/** What was signed, for those who must know it of a withdrawal, and of a network. */
import type { Queryable, Transaction } from '../../platform/database/index.ts';

/** Until the transaction ends, nothing is signed. It comes before the locks of withdrawals. */
export async function lockSignatures(tx: Transaction): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtext('signed_payouts'))`);
}

/** Whether there is a transaction that pays it. It stays so while the caller has the lock of signatures. */
export async function isSigned(tx: Transaction, withdrawalId: number): Promise<boolean> {
  const { rowCount } = await tx.query('SELECT FROM signed_payouts WHERE withdrawal_id = $1', [withdrawalId]);
  return rowCount !== 0;
}

/** The nonce of the hot address's next transaction: payouts, gas and transfers to the cold wallet have one sequence. */
export async function nextNonce(db: Queryable, networkId: number): Promise<number> {
  const { rows } = await db.query<{ nonce: string }>(
    `SELECT greatest(
        (SELECT coalesce(max(nonce) + 1, 0) FROM signed_payouts WHERE network_id = $1),
        (SELECT coalesce(max(nonce) + 1, 0) FROM signed_sweeps WHERE network_id = $1 AND key_index = 0),
        (SELECT coalesce(max(first_nonce), 0) FROM payout_networks WHERE network_id = $1)) AS nonce`,
    [networkId],
  );
  return Number(rows[0]?.nonce);
}

/**
 * The nonce of the next transaction of a depositor's address. After a restore the network may know more of them: they have paid the hot address
 * all the same, so the next one follows them.
 * @param known.firstNonce how many the network knew
 */
export async function nextNonceOf(
  db: Queryable,
  { networkId, firstNonce }: { networkId: number; firstNonce: number },
  index: number,
): Promise<number> {
  const { rows } = await db.query<{ nonce: number }>(
    `SELECT greatest((SELECT coalesce(max(nonce) + 1, 0) FROM signed_sweeps WHERE network_id = $1 AND key_index = $2), $3::bigint)::float8 AS nonce`,
    [networkId, index, firstNonce],
  );
  return rows[0]?.nonce ?? 0;
}

/** Blocks after which a payment is not taken back. */
export const buriedBlocks = 100;

/**
 * Whether a signed transaction may still spend an output of ours. Once one of the nonce's transactions lies deep in the chain none of the others is
 * mined, because each two of them spend an output in common: what it did not spend is free. @param utxo the alias of its row of utxos
 */
export const isReserved = (utxo: string): string => `EXISTS (
  SELECT FROM signed_inputs used WHERE used.network_id = ${utxo}.network_id AND used.outpoint = ${utxo}.outpoint AND NOT EXISTS (
    SELECT FROM signed_inputs same JOIN utxos spent ON spent.network_id = same.network_id AND spent.outpoint = same.outpoint
      JOIN chain_cursors cursor ON cursor.network_id = same.network_id
      JOIN signed_payouts paid ON paid.network_id = same.network_id AND paid.nonce = same.nonce
      LEFT JOIN signed_replacements other ON other.withdrawal_id = paid.withdrawal_id AND other.transaction_hash = spent.spent_by
    WHERE same.network_id = used.network_id AND same.nonce = used.nonce AND spent.spent_height <= cursor.height - ${buriedBlocks}
      AND (paid.transaction_hash = spent.spent_by OR other.withdrawal_id IS NOT NULL)))`;

/**
 * Whether operators have found that a transaction which the rows lack spends an output of ours. It may wait for long: what spends the output as well
 * would replace it, and its receiver would get nothing. @param utxo the alias of its row of utxos
 */
export const isAccepted = (utxo: string): string => `EXISTS (
  SELECT FROM payout_networks known WHERE known.network_id = ${utxo}.network_id AND ${utxo}.outpoint = ANY (known.accepted_items))`;
