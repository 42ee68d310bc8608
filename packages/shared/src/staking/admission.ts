/** Whether an investment may be made (docs/staking-and-offerings.md, "Investing"). Amounts in units of the asset, times in seconds. */
import {
  aboveMaximum,
  belowMinimum,
  notEnoughBalance,
  notVerified,
  type Refusal,
  readAmount,
  refusal,
} from '../participation/refusals.ts';
import { interestReserve, maturityOf } from './interest.ts';
import { hour, isWithin, type Span, type StakingTerm, type StakingTerms } from './terms.ts';

export interface InvestmentOffer extends StakingTerms {
  status: 'PENDING' | 'ACTIVE' | 'FINISHED' | 'HIDE';
  /** Decimals of the asset. */
  scale: number;
  opensAt: number;
  /** Interest of one period, 10^-8. */
  rate: bigint;
  isDepositBlocked: boolean;
  /** Nothing is invested within one. */
  depositWindows: readonly Span[];
  minInvest: bigint;
  /** Of a user over his open investments; 0: no limit. */
  maxInvest: bigint;
  /** Of all open investments; 0: no limit. */
  capacity: bigint;
  invested: bigint;
  /** For interest, and what of it is promised already. */
  fund: bigint;
  reserved: bigint;
}

export interface Investor {
  isVerified: boolean;
  /** In open investments of the plan. */
  invested: bigint;
  available: bigint;
}

export interface AcceptedInvestment extends StakingTerm {
  maturesAt: number | null;
  /** Interest that the fund has to set aside. */
  reserve: bigint;
}

/** The first rule that is broken refuses. @param text the amount as it was typed */
export function admitInvestment(
  offer: InvestmentOffer,
  investor: Investor,
  text: unknown,
  now: number,
): AcceptedInvestment | Refusal {
  if (offer.status === 'HIDE') return refusal(404, 'plan_not_found');
  if (!investor.isVerified) return notVerified;
  const amount = readAmount(text, offer.scale);
  if (typeof amount !== 'bigint') return amount;
  if (offer.status !== 'ACTIVE' || now < offer.opensAt) return refusal(409, 'plan_not_open');
  if (offer.isDepositBlocked || isWithin(offer.depositWindows, now)) return refusal(409, 'deposit_blocked');
  if (amount < offer.minInvest) return belowMinimum(offer.minInvest, offer.scale);
  if (offer.maxInvest > 0n && investor.invested + amount > offer.maxInvest)
    return aboveMaximum(offer.maxInvest - investor.invested, offer.scale);
  const held = { amount, rate: offer.rate, start: now + offer.valuePeriod * hour };
  const reserve = interestReserve(held, offer);
  const isFull = offer.capacity > 0n && offer.invested + amount > offer.capacity;
  if (isFull || offer.reserved + reserve > offer.fund) return refusal(409, 'plan_full');
  if (amount > investor.available) return notEnoughBalance;
  return { ...held, maturesAt: maturityOf(held, offer), reserve };
}
