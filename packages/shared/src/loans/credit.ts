/** What credit would cost, need and risk before anybody takes it: quotes of the server and forms of the client count by it. */
import type { Debt } from './levels.ts';
import type { LoanTerms } from './loan.ts';
import { type PledgeFigures, type PledgeRequest, pledgeFigures } from './pledge.ts';
import { type StartFigures, startFigures } from './start.ts';
import { ltvBasisPoints } from './units.ts';

export type CreditTerms = Pick<
  LoanTerms,
  'units' | 'amount' | 'dayRate' | 'days' | 'feeRate' | 'gstRate' | 'levels' | 'share'
>;

export interface CreditFigures {
  start: StartFigures;
  pledge: PledgeFigures;
  /** Once the first day has begun, against the pledge that would be held, or else the one that is proposed. */
  debt: Debt;
  /** In percent, two decimals, before the first day. */
  startLtv: bigint;
}

/** @param coins the cushion, and the coins that the borrower agrees to @param sizePrice 10^-8 money for one coin */
export function creditFigures(
  terms: CreditTerms,
  coins: Pick<PledgeRequest, 'volatilityRate' | 'agreed'>,
  sizePrice: bigint,
): CreditFigures {
  const { units, amount, share, levels } = terms;
  const start = startFigures(terms, 0);
  const pledge = pledgeFigures({ units, amount, share, sizePrice, ...coins });
  const held = pledge.held ?? pledge.proposed;
  return {
    start,
    pledge,
    debt: { units, payoff: amount + start.dayInterest, pledge: held, levels },
    startLtv: ltvBasisPoints(units, amount, held, sizePrice),
  };
}
