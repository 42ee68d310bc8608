/** The end of a deletion request that was not done yet, in the transaction of its cause. */
import { findDeletion, setDeletion } from '../../identity/index.ts';
import { cancelJob } from '../../jobs/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import { closeAccount } from './jobs.ts';

/**
 * Ends the deletion request of an account, if there is one, and tells its owner. The caller holds the lock of the account. A request ends with the
 * password that has proven it: somebody else may have known that. One that has closed the account goes on.
 * @param actor the owner of the account when absent
 */
export async function stopDeletion(tx: Transaction, userId: number, actor?: string): Promise<void> {
  const deletion = await findDeletion(tx, userId);
  if (!deletion?.dueAt || deletion.status === 'blocked') return;
  await setDeletion(tx, userId, null);
  await cancelJob(tx, closeAccount, `user:${userId}`);
  await writeNotices(tx, [{ userId, kind: 'deletion_withdrawn', payload: {} }]);
  const subject = `user:${userId}`;
  await recordAudit(tx, { actor: actor ?? subject, action: 'user.deletion_withdrawn', subject, details: {} });
}
