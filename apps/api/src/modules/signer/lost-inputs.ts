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
  const lost = await findLost(db, withdrawalId);
  return lost.size > 0 && (await findRaws(db, withdrawalId)).every((raw) => spendsOneOf(lost, raw));
}

/**
 * The newest transaction that is signed for the withdrawal and spends no lost output: a network may take it while it refuses a newer one.
 * @returns undefined where each of them spends one
 */
export async function findValidRaw(db: Queryable, withdrawalId: number): Promise<string | undefined> {
  const lost = await findLost(db, withdrawalId);
  const raws = await findRaws(db, withdrawalId);
  return lost.size === 0 ? raws.at(-1) : raws.findLast((raw) => !spendsOneOf(lost, raw));
}

const spendsOneOf = (outpoints: ReadonlySet<string>, raw: string): boolean =>
  spentOutpoints(raw).some((outpoint) => outpoints.has(outpoint));

/** What the withdrawal's transactions spend and no block has any more. */
async function findLost(db: Queryable, withdrawalId: number): Promise<ReadonlySet<string>> {
  const { rows } = await db.query<{ outpoint: string }>(
    `SELECT used.outpoint FROM signed_payouts signed JOIN signed_inputs used USING (network_id, nonce)
      WHERE signed.withdrawal_id = $1 AND NOT EXISTS (SELECT FROM utxos
        WHERE utxos.network_id = used.network_id AND utxos.outpoint = used.outpoint)`,
    [withdrawalId],
  );
  return new Set(rows.map(({ outpoint }) => outpoint));
}

/**
 * Whether operators have ended a payout of the same transaction: its money went back, or was paid in another way.
 * @param signed the alias of a row of signed_payouts
 */
export const isBatchEnded = (signed: string): string => `EXISTS (
  SELECT FROM signed_payouts same JOIN withdrawals ended ON ended.id = same.withdrawal_id
    WHERE same.network_id = ${signed}.network_id AND same.nonce = ${signed}.nonce
      AND ended.status IN (${paymentStatus.unsuccessful}, ${paymentStatus.successfulManual}))`;
