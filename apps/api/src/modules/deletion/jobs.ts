/**
 * Deletion in two jobs. The first one closes the account; the second, some minutes later, erases. What was under way when the account was
 * closed (a command that the engine had not seen, a mail) is done by then, and is looked for again before anything is erased.
 */
import type { Redis } from 'ioredis';
import { z } from 'zod';
import {
  announceAccountChange,
  endSessions,
  eraseAccount,
  findDeletion,
  lockUserRow,
  setDeletion,
  setStatus,
} from '../../identity/index.ts';
import { declareJob, enqueue, handle, type Job } from '../../jobs/index.ts';
import { eraseNotices, hasUndispatched, writeNotices } from '../../notices/index.ts';
import { recordAudit, type Transaction } from '../../platform/database/index.ts';
import { deleteExportsOf } from '../exports/index.ts';
import { stopFactorRecovery } from '../factor-recovery/index.ts';
import { deleteBanksOf } from '../inr/index.ts';
import { eraseEvidence } from '../loans/index.ts';
import { deleteSnapshotsOf } from '../portfolio/index.ts';
import { revokeBonus } from '../promotions/index.ts';
import { lapseRewards } from '../referrals/index.ts';
import { forgetLeavesOf } from '../reserves/index.ts';
import { eraseAttachments } from '../support/index.ts';
import { deleteAddressesOf } from '../withdrawals/index.ts';
import { findBlocks } from './blocks.ts';

const payload = z.object({ userId: z.int() });
export const closeAccount = declareJob({ name: 'account.close', payload });
/** `waitsSince`: Unix milliseconds of the first run that found notices which were not dispatched. */
const erasePayload = z.object({ userId: z.int(), waitsSince: z.optional(z.int()) });
const erase = declareJob({ name: 'account.erase', payload: erasePayload });

/** Longer than any process remembers an account, and than a command waits for its engine. */
const closedMinutes = 10;
const hourMs = 3_600_000;
/** Undispatched notices are waited for no longer: one that cannot be dispatched at all must not keep the account's data. */
const noticesMsMax = 24 * hourMs;

export interface DeletionJobsDeps {
  redis: Pick<Redis, 'publish'>;
}

export function deletionJobs({ redis }: DeletionJobsDeps): Job[] {
  const announce = (userId: number, reason: string) => announceAccountChange(redis, { kind: 'user', userId, reason });

  return [
    handle(closeAccount, async (run) => {
      const { userId } = run.payload;
      // A run that died after its transaction announces again.
      await run.transaction(async (tx) => {
        if (await run.once(tx, 'close')) await close(tx, userId);
      });
      await announce(userId, 'deleted');
      await run.complete(async () => undefined);
    }),
    handle(erase, async (run) => {
      const { userId, waitsSince = Date.now() } = run.payload;
      const isLastTry = Date.now() - waitsSince >= noticesMsMax;
      const outcome = await run.transaction((tx) => finish(tx, userId, isLastTry));
      if (outcome === 'done') await announce(userId, 'deleted');
      await run.complete(async (tx) => {
        if (outcome === 'later') await enqueueErasure(tx, { userId, waitsSince }, hourMs);
      });
    }),
  ];
}

async function enqueueErasure(tx: Transaction, given: z.infer<typeof erasePayload>, afterMs: number): Promise<void> {
  await enqueue(tx, erase, { key: `user:${given.userId}`, at: new Date(Date.now() + afterMs), payload: given });
}

/** Closes the account, so that nobody signs in any more. If something blocks the deletion, the deletion request ends instead. */
async function close(tx: Transaction, userId: number): Promise<void> {
  await lockUserRow(tx, userId);
  const deletion = await findDeletion(tx, userId);
  if (!deletion?.dueAt || deletion.deletedAt) return;
  // This clock is behind the one by which the job is due: it is tried again.
  if (deletion.dueAt.getTime() > Date.now()) throw new Error(`the deletion of user ${userId} is not due yet`);
  // An operator has blocked it: what is looked into is not erased.
  if (deletion.status !== 'active') return stop(tx, userId, ['blocked']);
  const blocks = await findBlocks(tx, userId);
  if (blocks.length > 0)
    return stop(
      tx,
      userId,
      blocks.map(({ kind }) => kind),
    );
  // A bonus that is not released was never the user's.
  await revokeBonus(tx, userId);
  await setStatus(tx, userId, 'blocked');
  await endSessions(tx, userId, 'deleted');
  await stopFactorRecovery(tx, userId, { by: 'deletion', actor: 'system' });
  await writeNotices(tx, [{ userId, kind: 'account_closed', payload: {} }]);
  await enqueueErasure(tx, { userId }, closedMinutes * 60_000);
  await record(tx, userId, 'user.closed', {});
}

/** A run that begins again finds what the first has done and changes nothing. @returns `later` while a notice is still to be dispatched */
async function finish(tx: Transaction, userId: number, isLastTry: boolean): Promise<'done' | 'later'> {
  await lockUserRow(tx, userId);
  const deletion = await findDeletion(tx, userId);
  // An operator has opened it again meanwhile, or it is done.
  if (!deletion?.dueAt || deletion.status !== 'blocked' || deletion.deletedAt) return 'done';
  const blocks = await findBlocks(tx, userId);
  if (blocks.length > 0) {
    await setStatus(tx, userId, 'active');
    await stop(
      tx,
      userId,
      blocks.map(({ kind }) => kind),
    );
    return 'done';
  }
  // A mail that nobody has written yet would go to an address that is no more.
  if (!isLastTry && (await hasUndispatched(tx, userId))) return 'later';
  if (!(await eraseAccount(tx, userId))) return 'done';
  await lapseRewards(tx, userId);
  await deleteBanksOf(tx, userId);
  await deleteAddressesOf(tx, userId);
  await deleteSnapshotsOf(tx, userId);
  await deleteExportsOf(tx, userId);
  await forgetLeavesOf(tx, userId);
  await eraseNotices(tx, { userId, email: deletion.isEmailConfirmed ? deletion.email : null });
  await eraseAttachments(tx, userId);
  await eraseEvidence(tx, userId);
  await record(tx, userId, 'user.erased', {});
  return 'done';
}

async function stop(tx: Transaction, userId: number, reasons: string[]): Promise<void> {
  await setDeletion(tx, userId, null);
  await writeNotices(tx, [{ userId, kind: 'deletion_stopped', payload: { reasons } }]);
  await record(tx, userId, 'user.deletion_stopped', { reasons });
}

function record(tx: Transaction, userId: number, action: string, details: Record<string, unknown>): Promise<void> {
  return recordAudit(tx, { actor: 'system', action, subject: `user:${userId}`, details });
}
