import type { Transaction } from '../../platform/database/index.ts';

/** Ends what nobody will claim. Nothing is posted: a reward stays in the budget until it is claimed. */
export async function lapseRewards(tx: Transaction, userId: number): Promise<void> {
  await tx.query(
    'UPDATE referral_accruals SET expires_at = now() WHERE referrer_id = $1 AND claim_id IS NULL AND expires_at > now()',
    [userId],
  );
}
