/** Reading what the exchange knows of people, as an operator with the permission for it. */
import { demandCaller } from '../../identity/index.ts';
import { type AuditEntry, inTransaction, recordAudit } from '../../platform/database/index.ts';
import type { OpsContext } from './context.ts';

/**
 * Records, before anything is shown, that the calling operator reads personal data; in the console such a look leaves the same record.
 * @throws DomainError forbidden: where two persons decide, the caller has no permission 'users'
 */
export async function recordLook(
  context: Pick<OpsContext, 'pool' | 'caller'>,
  look: Pick<AuditEntry, 'action' | 'subject'> & Partial<Pick<AuditEntry, 'details'>>,
): Promise<void> {
  const caller = await context.caller();
  await inTransaction(context.pool, async (tx) => {
    await demandCaller(tx, caller, 'users');
    await recordAudit(tx, { actor: caller.actor, details: {}, ...look });
  });
}
