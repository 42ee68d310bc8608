/** A borrower has the own pledge sold: it repays the loan for the fee of a trade. */
import { DomainError } from '@pelican/shared/contracts';
import { lockLiveSession } from '../../../identity/index.ts';
import { inTransaction } from '../../../platform/database/index.ts';
import { runOnce } from '../calls.ts';
import type { LoanCall } from '../loan-service.ts';
import { lockLoan } from '../steps.ts';
import type { TakeDeps } from '../take.ts';
import { demandSale } from './begin.ts';

/** @throws DomainError loan_not_found, loan_ended, loan_liquidating, price_unavailable, repeated_with_other_content */
export async function sellPledge(
  { pool, catalog, prices }: TakeDeps,
  { session, loanId, key }: LoanCall,
): Promise<void> {
  const { userId } = session;
  const assets = catalog();
  const call = { userId, key, content: ['loan', loanId, 'sell'] };
  await inTransaction(pool, async (tx) => {
    await lockLiveSession(tx, session);
    await runOnce(tx, call, async () => {
      const locked = await lockLoan(tx, assets, loanId);
      if (locked?.loan.sides.borrowerId !== userId) throw new DomainError('loan_not_found');
      const { crypto, money } = locked.loan.sides;
      const priceNow = () => prices.of(crypto.ticker, money.ticker).price;
      await demandSale(tx, assets, locked, { cause: 'borrower', priceNow });
      return loanId;
    });
  });
}
