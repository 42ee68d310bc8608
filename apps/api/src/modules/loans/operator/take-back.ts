/** Operators take back a sale that they have ordered and that has not begun. */
import { DomainError } from '@pelican/shared/contracts';
import { z } from 'zod';
import { type OperatorAction, recordAct } from '../../../identity/index.ts';
import { setSaleWanted } from '../save-loan.ts';
import { boundFields, boundLoan, demandLoan, demandOthersLoan } from './bound.ts';
import type { OfLoan } from './decide.ts';

/** What a decision in a dispute has ordered is decided anew in the dispute. @throws DomainError loan_not_found, not_found: none is ordered */
export const takeBackLoanSale: OperatorAction<OfLoan, void> = {
  name: 'loans.take_back_sale',
  permission: 'money',
  twoPersons: true,
  payload: z.object({ loan: z.int().min(1), ...boundFields }),
  about: ({ sides }) => sides ?? [],
  bind: async (tx, { loan: id }) => boundLoan(tx, await demandLoan(tx, id)),
  async run(tx, act, { loan: id }) {
    const { loan } = await demandOthersLoan(tx, act, id);
    if (loan.saleWanted !== 'operator')
      throw new DomainError('not_found', { message: 'Operators have ordered no sale of its pledge.' });
    await setSaleWanted(tx, id, null);
    await recordAct(tx, act, { action: 'loans.sale_taken_back', subject: `loan:${id}` });
  },
};
