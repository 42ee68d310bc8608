/** One loan in full, as operators see it. */
import { DomainError } from '@pelican/shared/contracts';
import { loadCatalog } from '../../../catalog/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { findDisputes, viewDispute } from '../disputes/rows.ts';
import { findLoan } from '../loans.ts';
import { viewSales } from '../sale/view.ts';
import { findLoanRow } from './view.ts';

/** @throws DomainError loan_not_found */
export async function showLoan(db: Queryable, id: number) {
  const loan = await findLoanRow(db, id);
  const stored = loan && (await findLoan(db, await loadCatalog(db), id));
  if (!stored) throw new DomainError('loan_not_found');
  const disputes = await findDisputes(db, id);
  const { sale, problem } = (await viewSales(db, [id])).get(id) ?? { sale: null, problem: null };
  return {
    loan,
    sale,
    problem,
    disputes: await Promise.all(disputes.map((row) => viewDispute(db, row, stored))),
  };
}
