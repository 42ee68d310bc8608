/** The end of an offering, and the release of its tokens (docs/staking-and-offerings.md, "End and release"). Money in units of its currency, tokens in theirs. */
import { mulCeil, mulFloor, sumOf } from '../money/rounding.ts';

export interface Purchase {
  user: number;
  currency: string;
  cost: bigint;
  tokens: bigint;
  bonus: bigint;
}

export type OfferingResult = 'success' | 'soft_cap_missed' | 'canceled';

export interface OfferingEnd {
  result: OfferingResult;
  status: 'success' | 'finished';
  /** By currency; empty unless it is a success. */
  issuer: Map<string, bigint>;
  fees: Map<string, bigint>;
  /** All that was paid, unless it is a success. */
  refunds: { user: number; currency: string; amount: bigint }[];
  /** Bought and not yet released. */
  tokensLocked: bigint;
  tokensToIssuer: bigint;
}

/** @param offering caps in the reference money, `feeRate` in 10^-8, `escrow` money taken by currency, `tokenEscrow` tokens for sale */
export function endOffering(
  offering: {
    raised: bigint;
    softCap: bigint;
    isCanceled: boolean;
    feeRate: bigint;
    escrow: ReadonlyMap<string, bigint>;
    tokenEscrow: bigint;
  },
  purchases: readonly Purchase[],
): OfferingEnd {
  const { raised, softCap, isCanceled, feeRate, escrow, tokenEscrow } = offering;
  if (isCanceled || raised < softCap) {
    const refunds = purchases.flatMap(({ user, currency, cost }) =>
      cost > 0n ? [{ user, currency, amount: cost }] : [],
    );
    return {
      result: isCanceled ? 'canceled' : 'soft_cap_missed',
      status: 'finished',
      issuer: new Map(),
      fees: new Map(),
      refunds,
      tokensLocked: 0n,
      tokensToIssuer: tokenEscrow,
    };
  }
  const fees = new Map([...escrow].map(([currency, taken]) => [currency, mulCeil(taken, feeRate)]));
  const issuer = new Map([...escrow].map(([currency, taken]) => [currency, taken - mulCeil(taken, feeRate)]));
  const tokensLocked = sumOf(purchases.map(({ tokens, bonus }) => tokens + bonus));
  return {
    result: 'success',
    status: 'success',
    issuer,
    fees,
    refunds: [],
    tokensLocked,
    tokensToIssuer: tokenEscrow - tokensLocked,
  };
}

export interface Release {
  /** From 1. */
  number: number;
  at: number;
  amount: bigint;
}

const day = 86_400;

/** Each part brings what is released to its share of the whole, down; the last one brings the rest. Rates in 10^-8, times in seconds. */
export function releasesOf(
  tokens: bigint,
  claimStart: number,
  vesting: readonly { days: number; rate: bigint }[],
): Release[] {
  let rate = 0n;
  let before = 0n;
  return vesting.map((part, at) => {
    rate += part.rate;
    const until = mulFloor(tokens, rate);
    const amount = until - before;
    before = until;
    return { number: at + 1, at: claimStart + part.days * day, amount };
  });
}
