/** What a decision changes of a case. */
import type { CasePart, ResubmitPart } from '@pelican/shared/contracts/kyc';
import type { OperatorAct } from '../../identity/index.ts';
import type { Transaction } from '../../platform/database/index.ts';

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
