/** Payouts that no transaction can pay, because a re-organisation has taken what their transactions spend. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import { spentOutpoints } from '../../chains/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { findRaws } from './batch-rows.ts';

/**
 * Whether each transaction that is signed for the withdrawal spends an output that was in a block and is in none. While that lasts none is mined.
 * Always false on networks of accounts, whose transactions spend no outputs.
 */
export async function areInputsLost(db: Queryable, withdrawalId: number): Promise<boolean> {
  const { rows } = await db.query<{ outpoint: string }>(
    `SELECT used.outpoint FROM signed_payouts signed JOIN signed_inputs used USING (network_id, nonce)
      WHERE signed.withdrawal_id = $1 AND NOT EXISTS (SELECT FROM utxos
        WHERE utxos.network_id = used.network_id AND utxos.outpoint = used.outpoint)`,
    [withdrawalId],
  );
  if (rows.length === 0) return false;
  const lost = new Set(rows.map(({ outpoint }) => outpoint));
  const raws = await findRaws(db, withdrawalId);
  return raws.every((raw) => spentOutpoints(raw).some((outpoint) => lost.has(outpoint)));
}

/**
 * Whether operators have ended a payout of the same transaction: its money went back, or was paid in another way.
 * @param signed the alias of a row of signed_payouts
 */
export const isBatchEnded = (signed: string): string => `EXISTS (
  SELECT FROM signed_payouts same JOIN withdrawals ended ON ended.id = same.withdrawal_id
    WHERE same.network_id = ${signed}.network_id AND same.nonce = ${signed}.nonce
      AND ended.status IN (${paymentStatus.unsuccessful}, ${paymentStatus.successfulManual}))`;
