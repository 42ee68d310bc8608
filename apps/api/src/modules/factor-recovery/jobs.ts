/** Takes the second factors away whose time has come: see docs/jobs.md. */
import type { Redis } from 'ioredis';
import type pg from 'pg';
import { announceAccountChange, operatorLockHours } from '../../identity/index.ts';
import { every, type Job } from '../../jobs/index.ts';
import { writeNotices } from '../../notices/index.ts';
import { inTransaction, recordAudit } from '../../platform/database/index.ts';

const intervalMs = 60_000;
const atOnce = 100;

export interface FactorRecoveryJobsDeps {
  pool: pg.Pool;
  redis: Pick<Redis, 'publish'>;
}

export function factorRecoveryJobs(deps: FactorRecoveryJobsDeps): Job[] {
  return [every(intervalMs, 'factor-recovery.finish', () => finishFactorRecoveries(deps))];
}

/** One transaction each: what was stopped, refused or frozen meanwhile is left as it is. */
export async function finishFactorRecoveries({ pool, redis }: FactorRecoveryJobsDeps): Promise<void> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT recovery.id FROM factor_recoveries recovery JOIN users ON users.id = user_id
      WHERE recovery.status = 'approved' AND effective_at <= now() AND users.status = 'active' ORDER BY recovery.id LIMIT $1`,
    [atOnce],
  );
  for (const { id } of rows) {
    const userId = await inTransaction(pool, async (tx) => {
      const done = await tx.query<{ account: string | null }>('SELECT finish_factor_recovery($1, $2) AS account', [
        id,
        operatorLockHours,
      ]);
      const account = done.rows[0]?.account ?? null;
      if (account === null) return undefined;
      await writeNotices(tx, [{ userId: Number(account), kind: 'factor_recovery_done', payload: {} }]);
      const details = { recovery: Number(id) };
      await recordAudit(tx, { actor: 'system', action: 'factor_recovery.done', subject: `user:${account}`, details });
      return Number(account);
    });
    // Lost with Redis, the end of the sessions is noticed within seconds.
    if (userId !== undefined) await announceAccountChange(redis, { kind: 'user', userId, reason: 'factors_removed' });
  }
}
