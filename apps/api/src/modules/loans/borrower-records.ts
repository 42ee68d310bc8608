/** How loans of a borrower have ended, for the lender who decides about the next one: figures without names. */
import type { LoanView } from '@pelican/shared/contracts/loans';
import type { Queryable } from '../../platform/database/index.ts';

type BorrowerRecord = NonNullable<LoanView['record']>;
const none: BorrowerRecord = { repaid: 0, liquidated: 0, defaulted: 0 };

/** The same views, those of requests that wait for the reader with the record of their borrower. */
export async function withRecords(
  db: Queryable,
  loans: readonly { borrowerId: number; view: LoanView }[],
): Promise<LoanView[]> {
  const isJudged = ({ role, state }: LoanView) => role === 'lend' && state === 'pending';
  const borrowers = new Set(loans.flatMap(({ borrowerId, view }) => (isJudged(view) ? [borrowerId] : [])));
  if (borrowers.size === 0) return loans.map(({ view }) => view);
  const { rows } = await db.query<BorrowerRecord & { borrowerId: string }>(
    `SELECT borrower_id AS "borrowerId", count(*) FILTER (WHERE state = 'repaid')::integer AS repaid,
        count(*) FILTER (WHERE state = 'liquidated')::integer AS liquidated,
        count(*) FILTER (WHERE state IN ('defaulted', 'written_off'))::integer AS defaulted
      FROM p2p_loans WHERE borrower_id = ANY ($1) GROUP BY borrower_id`,
    [[...borrowers]],
  );
  const records = new Map(rows.map(({ borrowerId, ...record }) => [Number(borrowerId), record]));
  return loans.map(({ borrowerId, view }) =>
    isJudged(view) ? { ...view, record: records.get(borrowerId) ?? none } : view,
  );
}
