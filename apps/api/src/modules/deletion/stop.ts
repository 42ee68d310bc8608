/** The end of a deletion request that was not done yet, in the transaction of its cause. */
import { findDeletion, setDeletion } from '../../identity/index.ts';
import { cancelJob } from '../../jobs/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import { closeAccount } from './jobs.ts';

/** Why: its owner keeps the account, its password is another one, or an operator freezes the account. */
interface End {
  by: 'owner' | 'password' | 'block';
  /** The owner of the account when absent. */
  actor?: string | undefined;
}

/**
 * Ends the deletion request of an account, if there is one, and notifies its owner. The caller holds the lock of the account. A request ends with the
 * password that has proven it: somebody else may have known that. One that has closed the account is ended by a freeze alone.
 */
export async function stopDeletion(tx: Transaction, userId: number, { by, actor }: End): Promise<void> {
  const deletion = await findDeletion(tx, userId);
  if (!deletion?.dueAt || (deletion.status === 'blocked' && by !== 'block')) return;
  await setDeletion(tx, userId, null);
  await cancelJob(tx, closeAccount, `user:${userId}`);
  const subject = `user:${userId}`;
  const entry = { actor: actor ?? subject, subject, details: { by } };
  if (by === 'block') {
    await writeNotices(tx, [{ userId, kind: 'deletion_stopped', payload: { reasons: ['blocked'] } }]);
    return recordAudit(tx, { ...entry, action: 'user.deletion_stopped' });
  }
  await writeNotices(tx, [{ userId, kind: 'deletion_withdrawn', payload: {} }]);
  return recordAudit(tx, { ...entry, action: 'user.deletion_withdrawn' });
}
