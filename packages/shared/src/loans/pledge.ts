/** How much crypto a loan needs when it begins. docs/loans.md, "Pledge". */
import { rateOne } from '../money/rounding.ts';
import { coinsFor, type LoanUnits, type Ratio } from './units.ts';

/**
 * The share of the pledge's value that may be lent: that of the coin, or less where the offer asks for a stricter pledge.
 * @param ltvRate of the coin, 10^-8
 * @param pledgeRate the pledge's value for one of money that the offer asks for, 10^-8 (180% is 1.8); null: none of its own
 */
export function lendableShare(ltvRate: bigint, pledgeRate: bigint | null): Ratio {
  if (pledgeRate === null || ltvRate * pledgeRate <= rateOne * rateOne)
    return { numerator: ltvRate, denominator: rateOne };
  return { numerator: rateOne, denominator: pledgeRate };
}

export interface PledgeRequest {
  units: LoanUnits;
  /** Money to be lent. */
  amount: bigint;
  share: Ratio;
  /** Cushion against price moves, 10^-8. */
  volatilityRate: bigint;
  /** By which a pledge is measured, 10^-8. */
  sizePrice: bigint;
  /** Coins that the borrower saw and agreed to; null: what is proposed. */
  agreed: bigint | null;
}

export interface PledgeFigures {
  /** With fewer coins the loan is refused. */
  least: bigint;
  /** With the cushion; held when nothing was agreed to. */
  proposed: bigint;
  refusal: 'pledge_too_small' | 'pledge_too_large' | null;
  /** What is held, null when it is refused. */
  held: bigint | null;
}

/** More than so many times the least pledge is taken for a slip of the keyboard. */
const mostTimesLeast = 10n;

/** The coins that a loan needs at least, those that are proposed, and those that would be held, or why they are refused. */
export function pledgeFigures(request: PledgeRequest): PledgeFigures {
  const { units, amount, share, volatilityRate, sizePrice, agreed } = request;
  const least = coinsFor(units, amount, sizePrice, share);
  const cushioned = {
    numerator: share.numerator * rateOne,
    denominator: share.denominator * (rateOne + volatilityRate),
  };
  const proposed = coinsFor(units, amount, sizePrice, cushioned);
  const wanted = agreed ?? proposed;
  const refusal = wanted < least ? 'pledge_too_small' : wanted > least * mostTimesLeast ? 'pledge_too_large' : null;
  return { least, proposed, refusal, held: refusal === null ? wanted : null };
}
