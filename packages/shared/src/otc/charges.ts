/** What an order costs and brings beside its price (docs/otc.md, "Charges"). Fiat in 0.01, rates in 10^-8. */
import { ceilDiv, floorDiv, minOf, mulCeil, mulFloor } from '../money/rounding.ts';
import type { OtcPrice, OtcRates, OtcSide } from './terms.ts';

/** 10^-8 of a price against 0.01 of fiat. */
const priceUnits = 1_000_000n;

/** Price x amount: up when the user buys, down when he sells. */
export function otcTotal({ side, price8, coin }: OtcPrice, amount: bigint): bigint {
  const divide = side === 'buy' ? ceilDiv : floorDiv;
  return divide(price8 * amount, priceUnits * coin);
}

/** The smallest amount, a multiple of the step, whose price is not below a fiat sum. */
export function amountWorth({ price8, coin, amountStep }: OtcPrice, fiat: bigint): bigint {
  return ceilDiv(fiat * priceUnits * coin, price8 * amountStep) * amountStep;
}

/** The largest amount, a multiple of the step, whose price is not above a fiat sum. */
export function amountWithin({ price8, coin, amountStep }: OtcPrice, fiat: bigint): bigint {
  return floorDiv(fiat * priceUnits * coin, price8 * amountStep) * amountStep;
}

export interface OtcCharges {
  total: bigint;
  fee: bigint;
  gst: bigint;
  /** Withheld from the user, who sells; 0 when he buys. */
  tdsUser: bigint;
  /** Withheld from the maker, who sells; 0 when he buys. */
  tdsMaker: bigint;
  /** All that goes to the house: fee, GST and TDS of both. */
  house: bigint;
  /** total + fee + GST; null when the user sells. */
  userPays: bigint | null;
  /** total - fee - GST - TDS, never below 0; null when the user buys. */
  userReceives: bigint | null;
}

/**
 * Fee and GST up, both from the user; TDS down, from who sells. A seller never pays to sell: the fee is at most the total, the
 * GST at most what the fee leaves of it.
 */
export function otcCharges(side: OtcSide, total: bigint, rates: OtcRates): OtcCharges {
  if (side === 'buy') {
    const fee = mulCeil(total, rates.fee);
    const gst = mulCeil(fee, rates.gst);
    const tdsMaker = mulFloor(total, rates.tdsMaker);
    const userPays = total + fee + gst;
    return { total, fee, gst, tdsUser: 0n, tdsMaker, house: fee + gst + tdsMaker, userPays, userReceives: null };
  }
  const fee = minOf(mulCeil(total, rates.fee), total);
  const gst = minOf(mulCeil(fee, rates.gst), total - fee);
  const tdsUser = mulFloor(total - fee - gst, rates.tdsUser);
  const house = fee + gst + tdsUser;
  return { total, fee, gst, tdsUser, tdsMaker: 0n, house, userPays: null, userReceives: total - house };
}

/** The rate that is withheld from a seller: nothing but where the pair is taxed on sales and he was verified in India. */
export function withheldRate(tax: string, isVerifiedInIndia: boolean, rate: bigint): bigint {
  return tax === 'sell' && isVerifiedInIndia ? rate : 0n;
}
