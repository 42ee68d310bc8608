/** Ends an open recovery of second factors in the transaction of what makes it void. */
import { lockUserRow } from '../../identity/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import { stopOpenRecovery } from './repository.ts';

export interface Stopped {
  by: 'link' | 'factor' | 'new_factor' | 'password' | 'block' | 'unblock' | 'suspension' | 'deletion';
  /** Who does what stops it; the owner of the account if it is nobody else. */
  actor?: string;
}

/** Ends the open recovery of an account, if there is one, with a notice to its owner unless the account is closed. */
export async function stopFactorRecovery(tx: Transaction, userId: number, { by, actor }: Stopped): Promise<void> {
  // Before the row of the recovery, as every other change of one does.
  await lockUserRow(tx, userId);
  const recovery = await stopOpenRecovery(tx, userId);
  if (recovery === undefined) return;
  if (by !== 'deletion') await writeNotices(tx, [{ userId, kind: 'factor_recovery_stopped', payload: {} }]);
  const subject = `user:${userId}`;
  const details = { recovery, by };
  await recordAudit(tx, { actor: actor ?? subject, action: 'factor_recovery.stopped', subject, details });
}
