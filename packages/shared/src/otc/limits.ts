/** How much may be traded at a price (docs/otc.md, "Limits"). Crypto in units of the asset, fiat in 0.01. */
import { floorDiv, maxOf } from '../money/rounding.ts';
import { amountWorth, otcCharges, otcTotal } from './charges.ts';
import { heldBy, type OtcDeal } from './postings.ts';
import type { OtcPayment, OtcPrice, OtcRates } from './terms.ts';

/** Balances are what is free: a maker's on his desk, the user's in his main wallet. */
export interface OtcBounds {
  /** Of the quotation, against the total. */
  min: bigint;
  max: bigint;
  /** Crypto that is left to buy, or still wanted. */
  remaining: bigint;
  makerCrypto: bigint;
  makerFiat: bigint;
  userCrypto: bigint;
  userFiat: bigint;
  /** Against the total: of one order by this payment, and of the user in 24 hours. */
  orderCap: bigint;
  dayCap: bigint;
  usedToday: bigint;
}

export type OtcLimit = 'quotation_max' | 'remaining' | 'maker_balance' | 'user_balance' | 'order_cap' | 'day_cap';

export interface OtcLimits {
  minAmount: bigint;
  minTotal: bigint;
  maxAmount: bigint;
  maxTotal: bigint;
  /** What one step more would break, in the order of `OtcLimit`. */
  binding: OtcLimit[];
  isAvailable: boolean;
}

/** The same for lists, forms and orders, so that what a form allows is taken. */
export function otcLimits(price: OtcPrice, payment: OtcPayment, rates: OtcRates, bounds: OtcBounds): OtcLimits {
  const dealOf = (steps: bigint): OtcDeal => {
    const amount = steps * price.amountStep;
    return { side: price.side, payment, amount, charges: otcCharges(price.side, otcTotal(price, amount), rates) };
  };
  const most = largestSteps(maxOf(0n, floorDiv(bounds.remaining, price.amountStep)), (steps) => {
    return brokenLimits(dealOf(steps), bounds).length === 0;
  });
  const minAmount = smallestAmount(price, bounds.min);
  const maxAmount = most * price.amountStep;
  return {
    minAmount,
    minTotal: otcTotal(price, minAmount),
    maxAmount,
    maxTotal: otcTotal(price, maxAmount),
    binding: brokenLimits(dealOf(most + 1n), bounds),
    isAvailable: maxAmount >= minAmount,
  };
}

/** The limits that an order would break, in the order of `OtcLimit`. */
function brokenLimits(deal: OtcDeal, bounds: OtcBounds): OtcLimit[] {
  const { amount, charges } = deal;
  const held = { userMain: { crypto: 0n, fiat: 0n }, makerDesk: { crypto: 0n, fiat: 0n } };
  for (const one of heldBy(deal)) held[one.from][one.asset] += one.amount;
  const { userMain, makerDesk } = held;
  const broken: [OtcLimit, boolean][] = [
    ['quotation_max', charges.total > bounds.max],
    ['remaining', amount > bounds.remaining],
    ['maker_balance', makerDesk.crypto > bounds.makerCrypto || makerDesk.fiat > bounds.makerFiat],
    ['user_balance', userMain.crypto > bounds.userCrypto || userMain.fiat > bounds.userFiat],
    ['order_cap', charges.total > bounds.orderCap],
    ['day_cap', bounds.usedToday + charges.total > bounds.dayCap],
  ];
  return broken.flatMap(([limit, isBroken]) => (isBroken ? [limit] : []));
}

/** By halving: whatever an order takes grows with its amount, what goes to the house too. 0 when not even nothing fits. */
function largestSteps(most: bigint, fits: (steps: bigint) => boolean): bigint {
  let low = 0n;
  let high = most;
  while (low < high) {
    const middle = (low + high + 1n) / 2n;
    if (fits(middle)) low = middle;
    else high = middle - 1n;
  }
  return low;
}

/** The smallest amount whose total is not below `min`. A buyer's total is rounded up: it reaches that just above 0.01 less. */
function smallestAmount(price: OtcPrice, min: bigint): bigint {
  if (min <= 0n) return 0n;
  if (price.side === 'sell') return amountWorth(price, min);
  const amount = amountWorth(price, min - 1n);
  return otcTotal(price, amount) >= min ? amount : amount + price.amountStep;
}
