/** Jobs of the tax centre: the count of a user who asks for it, and of everybody each night. */
import { houseUserMin } from '@pelican/shared/engine/spot';
import type pg from 'pg';
import type { Logger } from 'pino';
import { daily, handle, type Job } from '../../jobs/index.ts';
import { openLongPool } from '../../platform/database/index.ts';
import { countUser } from './count.ts';
import { countTax } from './count-job.ts';
import { countUnpriced, writeInvoices } from './invoices.ts';
import { dayInIndia } from './rules.ts';

export interface TaxJobsDeps {
  databaseUrl: string;
  log: Pick<Logger, 'warn'>;
}

/** On connections of its own, for two users and for the night: a first count of many years takes longer than a request may. */
export function openTaxJobs({ databaseUrl, log }: TaxJobsDeps): { jobs: Job[]; close(): Promise<void> } {
  const { pool, close } = openLongPool({ databaseUrl, databasePoolMax: 3 }, log);
  return {
    jobs: [
      handle(countTax, async ({ payload: { userId, fromBeginning }, signal, complete }) => {
        await countUser(pool, userId, { fromBeginning, signal });
        await complete(async () => undefined);
      }),
      daily(
        { at: '01:00', zone: 'Asia/Kolkata' },
        'tax.count-all',
        ({ signal }) => countEverything(pool, log, signal),
        {
          isLong: true,
        },
      ),
    ],
    close,
  };
}

/** Invoices of the months before follow the count, so that one that was missed is written the next night. */
async function countEverything(pool: pg.Pool, log: TaxJobsDeps['log'], signal: AbortSignal): Promise<void> {
  const failures = await countAll(pool, signal);
  for (const month of endedMonths(new Date())) {
    await writeInvoices(pool, month, signal);
    const customers = await countUnpriced(pool, month);
    if (customers > 0)
      log.warn({ month, customers }, 'invoices of fees wait: an asset of theirs had no price in rupees');
  }
  if (failures.length > 0)
    throw new AggregateError(failures, `the records of ${failures.length} users could not be counted`);
}

const monthsInvoiced = 3;

/** The first days of the last months that have ended in India, the oldest first. */
export function endedMonths(now: Date): string[] {
  const [year = 0, month = 1] = dayInIndia(now).split('-').map(Number);
  return Array.from({ length: monthsInvoiced }, (_, back) =>
    new Date(Date.UTC(year, month - 1 - monthsInvoiced + back, 1)).toISOString().slice(0, 10),
  );
}

const pageSize = 500;

/**
 * Everybody in the order of their ids; a run that begins again finds those before it counted. One whose count fails holds up nobody else.
 * @returns what was thrown
 */
async function countAll(pool: pg.Pool, signal: AbortSignal): Promise<unknown[]> {
  const failures: unknown[] = [];
  for (let after = '0'; ; ) {
    const { rows } = await pool.query<{ id: string }>(
      `SELECT id FROM users WHERE id > $1 AND id < ${houseUserMin} AND deleted_at IS NULL ORDER BY id LIMIT ${pageSize}`,
      [after],
    );
    for (const { id } of rows) {
      signal.throwIfAborted();
      await countUser(pool, Number(id), { signal }).catch((error: unknown) => void failures.push(error));
    }
    const last = rows.at(-1);
    if (!last) return failures;
    after = last.id;
  }
}
