/** What a decision changes of a case. */
import { DomainError } from '@pelican/shared/contracts';
import type { CasePart, ResubmitPart } from '@pelican/shared/contracts/kyc';
import type { OperatorAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import type { KycCase } from './cases.ts';

export async function closeCase(
  tx: Transaction,
  id: number,
  { status, act, reason }: { status: 'approved' | 'rejected'; act: OperatorAct; reason: string | null },
): Promise<void> {
  await tx.query(
    `UPDATE kyc_cases SET status = $2, reason = $3, decided_at = now(), decided_by = $4,
        approved_parts = CASE WHEN $2 = 'approved' THEN '{info,documents,video}' ELSE approved_parts END WHERE id = $1`,
    [id, status, reason, act.actor],
  );
}

export async function reopenCase(
  tx: Transaction,
  id: number,
  given: { approved: readonly CasePart[]; resubmit: readonly ResubmitPart[]; act: OperatorAct; reason: string },
): Promise<void> {
  await tx.query(
    `UPDATE kyc_cases SET status = 'resubmission', approved_parts = $2, resubmit = $3, reason = $4, decided_at = now(),
        decided_by = $5 WHERE id = $1`,
    [id, given.approved, given.resubmit, given.reason, given.act.actor],
  );
}

const uniqueViolation = '23505';

/**
 * Makes the numbers of the case this account's. Of two accounts with one number that are approved at once, one is.
 * @throws DomainError kyc_identity_taken
 */
export async function approveNumbers(tx: Transaction, { id, userId }: KycCase): Promise<void> {
  await tx.query('UPDATE kyc_numbers SET is_approved = false WHERE user_id = $1 AND is_approved', [userId]);
  await tx.query('SAVEPOINT numbers');
  try {
    await tx.query('UPDATE kyc_numbers SET is_approved = true WHERE case_id = $1', [id]);
  } catch (error) {
    if ((error as { code?: string }).code !== uniqueViolation) throw error;
    throw new DomainError('kyc_identity_taken');
  }
}
