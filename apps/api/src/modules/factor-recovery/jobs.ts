/** Removes the second factors whose waiting time is over, and ends the recovery requests that were not decided: see docs/jobs.md. */
import { factorRecoveryDecisionDays } from '@pelican/shared/contracts/factor-recovery';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Logger } from 'pino';
import { announceAccountChange, isActiveUser, operatorLockHours } from '../../identity/index.ts';
import { every, type Job } from '../../jobs/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit } from '../../platform/database/index.ts';

const intervalMs = 60_000;
const atOnce = 100;

export interface FactorRecoveryJobsDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'publish'>;
  log: Pick<Logger, 'error'>;
}

export function factorRecoveryJobs(deps: FactorRecoveryJobsDeps): Job[] {
  return [
    every(intervalMs, 'factor-recovery.finish', () => finishFactorRecoveries(deps)),
    every(intervalMs, 'factor-recovery.lapse', () => lapseFactorRecoveries(deps)),
  ];
}

/** One transaction each: what was stopped, refused or frozen meanwhile is left as it is, and what fails holds up no other. */
export async function finishFactorRecoveries({ pool, redis, log }: FactorRecoveryJobsDeps): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT recovery.id FROM factor_recoveries recovery JOIN users ON users.id = user_id
      WHERE recovery.status = 'approved' AND effective_at <= now() AND ${isActiveUser()}
      ORDER BY recovery.id LIMIT $1`,
    [atOnce],
  );
  for (const { id } of rows) {
    try {
      const userId = await finish(pool, id);
      // Lost with Redis, the end of the sessions is noticed within seconds.
      if (userId !== undefined) await announceAccountChange(redis, { kind: 'user', userId, reason: 'factors_removed' });
    } catch (error) {
      log.error({ err: error, recovery: Number(id) }, 'a recovery of second factors was not finished');
    }
  }
}

/** @returns the account, if its factors were removed */
function finish(pool: pg.Pool, id: string): Promise<number | undefined> {
  return inTransaction(pool, async (tx) => {
    const { rows } = await tx.query<{ account: string | null }>('SELECT finish_factor_recovery($1, $2) AS account', [
      id,
      operatorLockHours,
    ]);
    const account = rows[0]?.account ?? null;
    if (account === null) return undefined;
    await writeNotices(tx, [{ userId: Number(account), kind: 'factor_recovery_done', payload: {} }]);
    const details = { recovery: Number(id) };
    await recordAudit(tx, { actor: 'system', action: 'factor_recovery.done', subject: `user:${account}`, details });
    return Number(account);
  });
}

/** Ends those that waited too long for operators: whose password it was then is not known any more. */
export async function lapseFactorRecoveries({ pool }: Pick<FactorRecoveryJobsDeps, 'pool'>): Promise<void> {
  await inTransaction(pool, async (tx) => {
    // The accounts come before the recoveries, as in every other change of one; what is being changed now is left to the next run.
    const overdue = await tx.query<{ id: string }>(
      `SELECT recovery.id FROM factor_recoveries recovery JOIN users ON users.id = user_id
        WHERE recovery.status = 'waiting' AND requested_at < now() - make_interval(days => $1)
        ORDER BY recovery.id LIMIT $2 FOR NO KEY UPDATE OF users SKIP LOCKED`,
      [factorRecoveryDecisionDays, atOnce],
    );
    const { rows } = await tx.query<{ id: string; userId: string }>(
      `UPDATE factor_recoveries SET status = 'stopped', ended_at = now() WHERE id = ANY($1) AND status = 'waiting'
        RETURNING id, user_id AS "userId"`,
      [overdue.rows.map(({ id }) => id)],
    );
    for (const { id, userId } of rows) {
      await writeNotices(tx, [{ userId: Number(userId), kind: 'factor_recovery_lapsed', payload: {} }]);
      const details = { recovery: Number(id), by: 'time' };
      const subject = `user:${userId}`;
      await recordAudit(tx, { actor: 'system', action: 'factor_recovery.stopped', subject, details });
    }
  });
}
