/** Payments that nobody has paid in time end. What is reported as paid afterwards is credited all the same. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type pg from 'pg';
import { every, type Job } from '../../jobs/index.ts';
import type { Queryable } from '../../platform/database/index.ts';

const everyMs = 10_000;
const endedMax = 1_000;

export function fiatJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [every(everyMs, 'fiat.expire', () => endExpired(pool))];
}

export async function endExpired(db: Queryable): Promise<void> {
  const open = `status IN (${paymentStatus.pending}, ${paymentStatus.unknown})`;
  await db.query(
    `UPDATE deposits SET status = ${paymentStatus.canceledDeposit}, reason = 'It was not paid in time', changed_at = clock_timestamp()
      WHERE ${open} AND id IN (
        SELECT id FROM deposits JOIN provider_payments ON deposit_id = id
         WHERE ${open} AND expires_at <= clock_timestamp() ORDER BY id LIMIT ${endedMax} FOR UPDATE OF deposits SKIP LOCKED)`,
  );
}
