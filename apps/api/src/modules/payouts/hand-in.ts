/** What was signed is handed in under one condition, for open and for finished payouts. */
import type { PayoutProblem } from '@pelican/shared/contracts/withdrawals';
import { inTransaction } from '../../platform/database/index.ts';
import { findValidRaw, isBatchEnded } from '../signer/index.ts';
import { markKept, markUndone } from '../withdrawals/index.ts';
import type { PayoutDeps } from './payout-deps.ts';

/**
 * Asked right before a transaction of the withdrawal is handed in. One of a batch of which operators have ended a payout is never handed in again:
 * it would pay that one twice. What spends an output that is in no block is taken by no node. Operators end a payout with its row locked, and only
 * while it is shown as one of lost outputs: that ends here, before the network gets the transaction.
 * @returns the newest transaction that may be mined; undefined where none may be handed in
 */
export function findHandedIn(pool: PayoutDeps['pool'], withdrawalId: number): Promise<string | undefined> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ id: string; problem: PayoutProblem | null }>(
      `SELECT withdrawal.id, payout_problem AS problem
        FROM signed_payouts own JOIN signed_payouts same USING (network_id, nonce) JOIN withdrawals withdrawal ON withdrawal.id = same.withdrawal_id
        WHERE own.withdrawal_id = $1 ORDER BY withdrawal.id FOR UPDATE OF withdrawal`,
      [withdrawalId],
    );
    // A statement of its own: it sees what the lock has waited for.
    const { rowCount } = await tx.query(
      `SELECT FROM signed_payouts signed WHERE withdrawal_id = $1 AND ${isBatchEnded('signed')}`,
      [withdrawalId],
    );
    const raw = rowCount === 0 ? await findValidRaw(tx, withdrawalId) : undefined;
    if (raw === undefined) return undefined;
    for (const { id, problem } of rows) {
      if (problem === 'input_lost') await markKept(tx, Number(id), null);
      if (problem !== null) await markUndone(tx, Number(id), null);
    }
    return raw;
  });
}
