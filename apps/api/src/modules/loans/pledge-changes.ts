/** What was added to the pledge of a loan or request, and released of it: the entries of the ledger say it, and no row of the loan does. */
import { stripZeros } from '@pelican/shared/money';
import type { Queryable } from '../../platform/database/index.ts';
import type { StoredLoan } from './loans.ts';

export interface PledgeChange {
  /** From 1: as in the key of its entry. */
  number: number;
  at: Date;
  /** Coins; below zero: released. */
  amount: string;
}

/** The first one first. */
export async function readPledgeChanges(
  db: Queryable,
  { id, pledgeChanges, sides }: Pick<StoredLoan, 'id' | 'pledgeChanges' | 'sides'>,
): Promise<PledgeChange[]> {
  if (pledgeChanges === 0) return [];
  const { rows } = await db.query<PledgeChange>(
    `SELECT number, entry.created_at AS at, -sum(leg.amount) AS amount
      FROM generate_series(1, $2::integer) AS number
      JOIN ledger_entries entry ON idempotency_key = 'p2p:loan:' || $1::text || ':pledge:' || number
      JOIN ledger_legs leg ON leg.entry_id = entry.id AND leg.created_at = entry.created_at
      JOIN ledger_accounts account ON account.id = leg.account_id
      WHERE account.user_id = $3 AND account.kind = 'main'
      GROUP BY number, entry.created_at ORDER BY number`,
    [id, pledgeChanges, sides.borrowerId],
  );
  return rows.map((row) => ({ ...row, amount: stripZeros(row.amount) }));
}
