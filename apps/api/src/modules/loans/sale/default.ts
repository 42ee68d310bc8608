/** Who has let a loan default settles it before there is another one. */
import { DomainError } from '@pelican/shared/contracts';
import type { Transaction } from '../../../platform/database/index.ts';

/** The caller has the user's row locked. @throws DomainError p2p_default_open */
export async function demandNoDefault(tx: Transaction, userId: number): Promise<void> {
  const { rowCount } = await tx.query(`SELECT FROM p2p_loans WHERE borrower_id = $1 AND state = 'defaulted' LIMIT 1`, [
    userId,
  ]);
  if (rowCount !== 0) throw new DomainError('p2p_default_open');
}
