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

/** The nonce of a network's next payout. */
export async function nextNonce(db: Queryable, networkId: number): Promise<number> {
  const { rows } = await db.query<{ nonce: string }>(
    `SELECT greatest(
        (SELECT coalesce(max(nonce) + 1, 0) FROM signed_payouts WHERE network_id = $1),
        (SELECT coalesce(max(first_nonce), 0) FROM payout_networks WHERE network_id = $1)) AS nonce`,
    [networkId],
  );
  return Number(rows[0]?.nonce);
}
