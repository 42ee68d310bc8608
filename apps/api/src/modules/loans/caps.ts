/** How much may be lent at a time: by a lender, to a borrower, and against a pledge. Operators set it; zero sets none. */
import { DomainError } from '@pelican/shared/contracts';
import { formatBigUnits, parseBigUnits } from '@pelican/shared/money';
import type { Transaction } from '../../platform/database/index.ts';
import { nobody } from './postings.ts';
import type { MoneySettings, PledgeSettings } from './settings.ts';

interface Begun {
  /** Zero: not written yet. */
  loanId: number;
  amount: bigint;
  lenderId: number;
  borrowerId: number;
}

/**
 * Principal that is owed counts, of a borrower also what is asked for. Two lenders' approvals at one moment may pass a cap by one loan.
 * @throws DomainError cap_exceeded
 */
export async function demandWithinCaps(
  tx: Transaction,
  { asset: money, lenderMax, borrowerMax }: MoneySettings,
  { asset: pledge, lentMax }: PledgeSettings,
  { loanId, amount, lenderId, borrowerId }: Begun,
): Promise<void> {
  const caps = [
    { cap: lenderId === nobody ? 0n : lenderMax, column: 'lender_id', id: lenderId, whose: 'of one lender' },
    { cap: borrowerMax, column: 'borrower_id', id: borrowerId, whose: 'to one borrower' },
    { cap: lentMax, column: 'pledge_id', id: pledge.id, whose: `against ${pledge.ticker}` },
  ] as const;
  for (const { cap, column, id, whose } of caps) {
    if (cap === 0n) continue;
    const { rows } = await tx.query<{ sum: string }>(
      `SELECT coalesce(sum(CASE state WHEN 'pending' THEN amount ELSE principal END), 0) AS sum FROM p2p_loans
        WHERE ${column} = $1 AND money_id = $2 AND id <> $3
          AND (state IN ('active', 'overdue', 'liquidating', 'defaulted') OR $4 AND state = 'pending')`,
      [id, money.id, loanId, column === 'borrower_id'],
    );
    const lent = parseBigUnits(rows[0]?.sum ?? '0', money.scale);
    if (lent + amount <= cap) continue;
    const most = `${formatBigUnits(cap, money.scale)} ${money.ticker}`;
    throw new DomainError('cap_exceeded', { message: `At most ${most} may be lent ${whose} at a time` });
  }
}
