/** Who has let a loan default settles it before there is another one. */
import { DomainError } from '@pelican/shared/contracts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';

/** The caller has the user's row locked. @throws DomainError p2p_default_open */
export async function demandNoDefault(tx: Transaction, userId: number): Promise<void> {
  if (await isInDefault(tx, userId)) throw new DomainError('p2p_default_open');
}

export async function isInDefault(db: Queryable, userId: number): Promise<boolean> {
  const { rowCount } = await db.query(`SELECT FROM p2p_loans WHERE borrower_id = $1 AND state = 'defaulted' LIMIT 1`, [
    userId,
  ]);
  return rowCount !== 0;
}
