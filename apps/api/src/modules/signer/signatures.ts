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
