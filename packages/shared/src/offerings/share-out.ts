/** The end of an offering's session: who gets how many tokens for what (docs/staking-and-offerings.md, "Share-out"). */
import { ceilDiv, floorDiv, maxOf, minOf, mulFloor, rateOne, sumOf } from '../money/rounding.ts';

/** Prices, rates, caps and values of the reference money in 10^-8; tokens in their unit. */
export interface SessionTerms {
  /** Of a token in this session, with the discount. */
  price8: bigint;
  /** Units of one token: 10^decimals. */
  token: bigint;
  /** Tokens are given in multiples of it. */
  step: bigint;
  supply: bigint;
  /** Of all sessions; 0: none. */
  hardCap8: bigint;
  /** In the sessions before. */
  raisedBefore8: bigint;
  /** More tokens for those bought, 10^-8. */
  bonusRate: bigint;
}

/** A currency that is accepted. */
export interface SessionCurrency {
  /** Units of one: 10^decimals. */
  one: bigint;
  /** Reference money for one, 10^-8. */
  rate8: bigint;
}

/** All that a user has committed in the session. */
export interface Commitment {
  user: number;
  currency: SessionCurrency;
  /** Units of the currency. */
  amount: bigint;
}

export interface ShareRow extends Commitment {
  value8: bigint;
  /** Tokens that the value would buy. */
  demand: bigint;
  tokens: bigint;
  bonus: bigint;
  /** Units of the currency, never above the amount; the rest is free again. */
  cost: bigint;
  refund: bigint;
}

export interface ShareOut {
  rows: ShareRow[];
  demand: bigint;
  available: bigint;
  sold: bigint;
  unsold: bigint;
  raised8: bigint;
  raisedTotal8: bigint;
  isHardCapReached: boolean;
  /** Demand of what is available, percent in 10^-2, down; 0 of nothing available. */
  subscribed2: bigint;
}

/** The price of a session: down to 10^-8. @param discountRate 10^-8 */
export function sessionPrice8(price8: bigint, discountRate: bigint): bigint {
  return mulFloor(price8, rateOne - discountRate);
}

/** What money of a currency is worth: down to 10^-8 of the reference money. */
export function committedValue8({ one, rate8 }: SessionCurrency, amount: bigint): bigint {
  return floorDiv(amount * rate8, one);
}

/**
 * Everybody gets what he asks for, or all get the same part of it in whole steps; the steps that are left go one each to the
 * largest remainders, the earlier first. @param commitments in the order of each user's first
 */
export function shareOut(terms: SessionTerms, commitments: readonly Commitment[]): ShareOut {
  const { price8, token, step, supply, hardCap8, raisedBefore8 } = terms;
  const asked = commitments.map((one) => {
    const value8 = committedValue8(one.currency, one.amount);
    return { ...one, value8, demand: tokensFor(terms, value8) };
  });
  const room = hardCap8 === 0n ? supply : tokensFor(terms, maxOf(0n, hardCap8 - raisedBefore8));
  const available = minOf(supply, room);
  const demands = asked.map(({ demand }) => demand);
  const demand = sumOf(demands);
  const shares = demand <= available ? demands : sharesOf(demands, available, step);
  const rows = asked.map((row, at): ShareRow => {
    const tokens = shares[at] ?? 0n;
    const cost = ceilDiv(tokens * price8 * row.currency.one, token * row.currency.rate8);
    return { ...row, tokens, bonus: mulFloor(tokens, terms.bonusRate), cost, refund: row.amount - cost };
  });
  const sold = sumOf(shares);
  const raised8 = floorDiv(sold * price8, token);
  const raisedTotal8 = raisedBefore8 + raised8;
  return {
    rows,
    demand,
    available,
    sold,
    unsold: supply - sold,
    raised8,
    raisedTotal8,
    isHardCapReached: hardCap8 > 0n && (hardCap8 - raisedTotal8) * token < price8 * step,
    subscribed2: available === 0n ? 0n : floorDiv(demand * 10_000n, available),
  };
}

/** Whole steps that a value buys. */
function tokensFor({ price8, token, step }: SessionTerms, value8: bigint): bigint {
  return floorDiv(value8 * token, price8 * step) * step;
}

/** Demands that are more than there is, cut to what there is; sums to it, to a step. */
function sharesOf(demands: readonly bigint[], available: bigint, step: bigint): bigint[] {
  const total = sumOf(demands);
  const parts = demands.map((demand, at) => {
    const steps = floorDiv(demand * available, total * step);
    return { at, steps, remainder: demand * available - steps * total * step };
  });
  const left = Number(floorDiv(available, step) - sumOf(parts.map(({ steps }) => steps)));
  const ranked = [...parts].sort((a, b) =>
    a.remainder === b.remainder ? a.at - b.at : a.remainder > b.remainder ? -1 : 1,
  );
  const raised = new Set(ranked.slice(0, left).map(({ at }) => at));
  return parts.map(({ at, steps }) => (steps + (raised.has(at) ? 1n : 0n)) * step);
}
