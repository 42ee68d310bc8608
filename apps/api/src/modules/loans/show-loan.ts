/** One loan, as either of its sides reads it. Somebody else's is one that does not exist. */
import { DomainError } from '@pelican/shared/contracts';
import type { LoanView } from '@pelican/shared/contracts/loans';
import type { Queryable } from '../../platform/database/index.ts';
import { type LoanViewer, viewLoanInFull } from './loan-view.ts';
import { findLoan, type StoredLoan } from './loans.ts';
import { readPledgeChanges } from './pledge-changes.ts';
import { viewSale } from './sale/view.ts';

/** @throws DomainError loan_not_found */
export async function findOwnLoan(db: Queryable, { userId, assets }: LoanViewer, id: number): Promise<StoredLoan> {
  const loan = await findLoan(db, assets, id);
  const isOwn = loan?.sides.lenderId === userId || loan?.sides.borrowerId === userId;
  if (!loan || !isOwn) throw new DomainError('loan_not_found');
  return loan;
}

/** With its payments and its sale. @throws DomainError loan_not_found */
export async function showOwnLoan(db: Queryable, viewer: LoanViewer, id: number): Promise<LoanView> {
  const loan = await findOwnLoan(db, viewer, id);
  return { ...viewLoanInFull(loan, viewer, await readPledgeChanges(db, loan)), sale: await viewSale(db, id) };
}
