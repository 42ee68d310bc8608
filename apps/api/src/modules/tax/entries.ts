/** What users enter in the tax centre: the state of their invoices, and what a lot from outside cost. */
import { DomainError } from '@pelican/shared/contracts';
import type pg from 'pg';
import { inTransaction, type Queryable } from '../../platform/database/index.ts';
import { askForWholeCount } from './count-job.ts';
import { enterable } from './lists.ts';

/** @param state GST code */
export async function saveState(db: Queryable, userId: number, state: string): Promise<void> {
  await db.query(
    `INSERT INTO tax_profiles (user_id, state) VALUES ($1, $2) ON CONFLICT (user_id) DO UPDATE SET state = excluded.state, changed_at = now()`,
    [userId, state],
  );
}

/**
 * @param given.cost rupees for the whole lot; empty: not known after all
 * @throws DomainError not_found: the user has no such lot, or its cost is on record
 */
export async function enterCost(
  pool: pg.Pool,
  userId: number,
  { reference, cost }: { reference: string; cost: string },
): Promise<void> {
  await inTransaction(pool, async (tx) => {
    const { rowCount } = await tx.query(
      `SELECT FROM tax_lots WHERE user_id = $1 AND reference = $2 AND ${enterable} LIMIT 1`,
      [userId, reference],
    );
    if (rowCount === 0) throw new DomainError('not_found');
    if (cost === '') await tx.query('DELETE FROM tax_costs WHERE user_id = $1 AND reference = $2', [userId, reference]);
    else
      await tx.query(
        `INSERT INTO tax_costs (user_id, reference, cost) VALUES ($1, $2, $3)
          ON CONFLICT (user_id, reference) DO UPDATE SET cost = excluded.cost, changed_at = now()`,
        [userId, reference, cost],
      );
    await askForWholeCount(tx, userId);
  });
}
