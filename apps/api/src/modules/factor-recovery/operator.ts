/** What operators decide of people who lost every second factor. */
import { DomainError } from '@pelican/shared/contracts';
import { factorRecoveryWaitHours } from '@pelican/shared/contracts/factor-recovery';
import { z } from 'zod';
import { lockUser, type OperatorAction, recordAct } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { findRecovery, isOpen } from './repository.ts';

const payload = z.object({ email: z.string(), recovery: z.number().int() });
export type FactorRecoveryDecision = z.infer<typeof payload>;

/** With the token of the link that stops it, which requests of earlier releases are without. */
const approval = payload.extend({ secret: z.object({ token: z.string() }).optional() });
export type FactorRecoveryApproval = z.infer<typeof approval>;

const ofOthers = { about: ({ email }: FactorRecoveryDecision) => email, neverAboutOneself: true } as const;

/**
 * Starts the waiting time, after which the factors are removed.
 * @throws DomainError not_found, request_closed (it is decided or stopped), forbidden (the operator's own account)
 */
export const approveFactorRecovery: OperatorAction<FactorRecoveryApproval, { effectiveAt: Date }> = {
  name: 'accounts.approve_factor_recovery',
  permission: 'accounts',
  twoPersons: true,
  payload: approval,
  ...ofOthers,
  async run(tx, act, wanted) {
    const userId = await lockOpen(tx, wanted, ['waiting']);
    const { rows } = await tx.query<{ effectiveAt: Date }>(
      `UPDATE factor_recoveries SET status = 'approved', effective_at = now() + make_interval(hours => $2) WHERE id = $1
        RETURNING effective_at AS "effectiveAt"`,
      [wanted.recovery, factorRecoveryWaitHours],
    );
    const { effectiveAt } = rows[0] as { effectiveAt: Date };
    const effective = effectiveAt.toISOString();
    await writeNotices(tx, [
      { userId, kind: 'factor_recovery_due', payload: { effective } },
      { userId, kind: 'factor_recovery_approved_link', payload: { effective, ...wanted.secret } },
    ]);
    const details = { recovery: wanted.recovery, effective };
    await recordAct(tx, act, { action: 'factor_recovery.approved', subject: `user:${userId}`, details });
    return { effectiveAt };
  },
};

/** Keeps the factors, also during the waiting time. @throws DomainError as above */
export const refuseFactorRecovery: OperatorAction<FactorRecoveryDecision, void> = {
  name: 'accounts.refuse_factor_recovery',
  permission: 'accounts',
  // Nobody gains anything by it.
  twoPersons: false,
  payload,
  ...ofOthers,
  async run(tx, act, wanted) {
    const userId = await lockOpen(tx, wanted, ['waiting', 'approved']);
    await tx.query(`UPDATE factor_recoveries SET status = 'refused', ended_at = now() WHERE id = $1`, [
      wanted.recovery,
    ]);
    await writeNotices(tx, [{ userId, kind: 'factor_recovery_refused', payload: {} }]);
    const details = { recovery: wanted.recovery };
    await recordAct(tx, act, { action: 'factor_recovery.refused', subject: `user:${userId}`, details });
  },
};

/** @returns the account, its row and that of the recovery locked until the transaction ends */
async function lockOpen(
  tx: Transaction,
  { email, recovery: id }: FactorRecoveryDecision,
  statuses: readonly string[],
): Promise<number> {
  const { id: userId } = await lockUser(tx, email);
  const recovery = await findRecovery(tx, id, 'FOR UPDATE');
  if (recovery?.userId !== userId) throw new DomainError('not_found', { message: `there is no recovery ${id}` });
  if (isOpen(recovery) && statuses.includes(recovery.status)) return userId;
  throw new DomainError('request_closed', { message: `The recovery is ${recovery.status} already.` });
}
