/** Withdrawals that nobody has confirmed in time end, and their money is free again. */
import { paymentStatus } from '@pelican/shared/contracts/payments';
import type pg from 'pg';
import { every, type Job } from '../../jobs/index.ts';
import { inTransaction } from '../../platform/database/index.ts';
import { mayBePaid } from '../payments/index.ts';
import { endUnpaid } from './end.ts';
import { lockWithdrawal } from './repository.ts';

const everyMs = 10_000;
const endedMax = 100;

export function withdrawalJobs({ pool }: { pool: pg.Pool }): Job[] {
  return [every(everyMs, 'withdrawals.expire', async () => void (await endExpired(pool)))];
}

/** Each in a transaction of its own: one that fails holds up no other. @returns how many have ended @throws AggregateError after the others */
export async function endExpired(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ id: string }>(
    `SELECT withdrawal.id FROM withdrawals withdrawal JOIN payment_methods method ON method.id = method_id
      WHERE status = ${paymentStatus.unconfirmedByUser} AND expires_at <= clock_timestamp() AND NOT ${mayBePaid('withdrawal', 'method')}
      ORDER BY withdrawal.id LIMIT $1`,
    [endedMax],
  );
  const failures: unknown[] = [];
  for (const { id } of rows)
    await inTransaction(pool, (tx) => endOne(tx, Number(id))).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw new AggregateError(failures, `${failures.length} withdrawals could not be ended`);
  return rows.length;
}

async function endOne(tx: Parameters<typeof lockWithdrawal>[0], id: number): Promise<void> {
  const withdrawal = await lockWithdrawal(tx, id);
  // Confirmed, canceled or sent again meanwhile.
  if (withdrawal?.status !== paymentStatus.unconfirmedByUser || !isOver(withdrawal) || withdrawal.mayBePaid) return;
  await endUnpaid(tx, withdrawal, { status: paymentStatus.canceled, reason: 'It was not confirmed in time.' });
}

/** By the clock of this process, which is close enough: what was expired for Postgres is, or will be in the next run. */
function isOver({ expiresAt }: { expiresAt: Date | null }): boolean {
  return expiresAt !== null && expiresAt.getTime() <= Date.now();
}
