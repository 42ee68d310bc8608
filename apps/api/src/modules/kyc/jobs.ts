/** Upkeep of verifications: what somebody has begun and left is not kept (docs/decisions/0096). */
import type pg from 'pg';
import type { Logger } from 'pino';
import { every, type Job } from '../../jobs/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { draftDays } from './files.ts';
import { dropEndedHandOvers, handOverCases } from './hand-over.ts';
import type { KycProviderAddress } from './provider.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const endedMax = 1_000;

export interface KycJobsDeps {
  pool: pg.Pool;
  log: Pick<Logger, 'info' | 'warn'>;
  /** Undefined: no case is handed over. */
  kycProvider: KycProviderAddress | undefined;
  publicUrl: string;
}

export function kycJobs({ pool, log, kycProvider, publicUrl }: KycJobsDeps): Job[] {
  return [
    every(minuteMs, 'kyc.hand-over', async () => {
      if (kycProvider) await handOverCases({ pool, log, provider: kycProvider, publicUrl });
      else await dropEndedHandOvers(pool);
    }),
    every(hourMs, 'kyc.end-drafts', async () => {
      const ended = await endDrafts(pool);
      if (ended > 0) log.info({ ended }, 'verifications that were begun and left are over');
      await deleteDraftNumbers(pool);
    }),
  ];
}

/** A case that its owner sends something of at this moment is left alone. @returns how many are over */
export async function endDrafts(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `UPDATE kyc_cases SET status = 'withdrawn', details = NULL, decided_at = now() WHERE id IN (
      SELECT id FROM kyc_cases WHERE status = 'draft' AND changed_at < now() - make_interval(days => $1)
        ORDER BY id LIMIT $2 FOR UPDATE SKIP LOCKED)`,
    [draftDays, endedMax],
  );
  return rowCount ?? 0;
}

/** Of drafts that are over, by time or because their owner chose the other variant: they were never submitted. @returns how many */
export async function deleteDraftNumbers(db: Queryable): Promise<number> {
  const { rowCount } = await db.query(
    `DELETE FROM kyc_numbers USING kyc_cases WHERE kyc_cases.id = case_id AND kyc_cases.status = 'withdrawn'`,
  );
  return rowCount ?? 0;
}

/** Ends what somebody has begun in the name of the owner of the account. */
export async function withdrawDraft(db: Queryable, userId: number): Promise<void> {
  await db.query(
    `UPDATE kyc_cases SET status = 'withdrawn', details = NULL, decided_at = now() WHERE user_id = $1 AND status = 'draft'`,
    [userId],
  );
}
