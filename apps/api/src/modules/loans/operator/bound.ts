/** A request about a loan records its parties and state; if they differ at approval, it is refused. */
import { DomainError } from '@pelican/shared/contracts';
import { formatBigUnits } from '@pelican/shared/money';
import { z } from 'zod';
import { loadCatalog } from '../../../catalog/index.ts';
import { demandOther, type OperatorAct } from '../../../identity/index.ts';
import type { Queryable, Transaction } from '../../../platform/database/index.ts';
import type { LoanSides } from '../postings.ts';
import { type LockedLoan, lockLoan } from '../steps.ts';

/**
 * `sides`: the e-mails of both, of an open request that of its borrower. What is owed beside interest and what is pledged, with their currencies; of a
 * sale what it has sold and brought so far. Absent as an operator asks, filled in by `boundLoan`.
 */
export const boundFields = {
  state: z.string().optional(),
  sides: z.array(z.string()).optional(),
  principal: z.string().optional(),
  pledge: z.string().optional(),
  sold: z.string().optional(),
  proceeds: z.string().optional(),
};

/** @throws DomainError loan_not_found */
export async function demandLoan(tx: Transaction, id: number): Promise<LockedLoan> {
  const locked = await lockLoan(tx, await loadCatalog(tx), id);
  if (!locked) throw new DomainError('loan_not_found');
  return locked;
}

export async function boundLoan(tx: Transaction, { loan }: LockedLoan) {
  const { id, state, principal, pledge, sale } = loan;
  const { money, crypto } = loan.sides;
  const text = (amount: bigint, { scale, ticker }: LoanSides['money']) => `${formatBigUnits(amount, scale)} ${ticker}`;
  return {
    loan: id,
    state,
    sides: await emailsOf(tx, loan),
    principal: text(principal, money),
    pledge: text(pledge, crypto),
    ...(sale && { sold: text(sale.sold, crypto), proceeds: text(sale.proceeds, money) }),
  };
}

async function emailsOf(db: Queryable, { sides }: Pick<LockedLoan['loan'], 'sides'>): Promise<string[]> {
  const { rows } = await db.query<{ email: string }>(
    'SELECT email FROM users WHERE id = ANY ($1::bigint[]) ORDER BY id',
    [[sides.lenderId, sides.borrowerId]],
  );
  return rows.map(({ email }) => email);
}

/** Nobody decides about an own loan: neither who asks for it nor who approves it. @throws DomainError loan_not_found, forbidden */
export async function demandOthersLoan(
  tx: Transaction,
  { actor, checker }: OperatorAct,
  id: number,
): Promise<LockedLoan> {
  const locked = await demandLoan(tx, id);
  const emails = await emailsOf(tx, locked.loan);
  await demandOther(tx, actor, emails);
  if (checker !== undefined) await demandOther(tx, checker, emails);
  return locked;
}
