/** From what a user types to what he trades (docs/otc.md, "What an order costs"). Fiat in 0.01, amounts in units of the crypto asset. */
import { ceilDiv, floorDiv, maxOf, rateOne } from '../money/rounding.ts';
import { amountWithin, amountWorth, type OtcCharges, otcCharges, otcTotal } from './charges.ts';
import type { OtcPrice, OtcRates } from './terms.ts';

export interface OtcAmounts extends OtcCharges {
  amount: bigint;
}

/** As it is, not cut to the step; null: off the step, or nothing. */
export function byAmount(price: OtcPrice, rates: OtcRates, amount: bigint): OtcAmounts | null {
  if (amount % price.amountStep !== 0n) return null;
  return amountsOf(price, rates, amount);
}

/**
 * All that a buyer pays, or what a seller gets at last. A buy is the largest amount that costs no more with all charges, a sale the
 * smallest that brings no less. Null: no amount does.
 */
export function byFiat(price: OtcPrice, rates: OtcRates, fiat: bigint): OtcAmounts | null {
  return price.side === 'buy' ? largestBuy(price, rates, fiat) : smallestSale(price, rates, fiat);
}

function largestBuy(price: OtcPrice, rates: OtcRates, fiat: bigint): OtcAmounts | null {
  // Without roundings a total costs total x allIn8 / 10^16; with them no less, and at most three units more.
  const allIn = rateOne * rateOne + rates.fee * (rateOne + rates.gst);
  let total = floorDiv(fiat * rateOne * rateOne, allIn);
  while (total > 0n && (otcCharges('buy', total, rates).userPays ?? 0n) > fiat) total--;
  return amountsOf(price, rates, amountWithin(price, total));
}

/**
 * What a sale brings does not only grow with its total: where fee and GST step together, 0.01 more of total brings 0.01 less. So
 * totals are tried one by one, from the last that brings too little whatever the roundings are.
 */
function smallestSale(price: OtcPrice, rates: OtcRates, fiat: bigint): OtcAmounts | null {
  // Without roundings, times 10^24: what a total of one brings.
  const kept = (rateOne * rateOne - rates.fee * (rateOne + rates.gst)) * (rateOne - rates.tdsUser);
  if (kept <= 0n) return null;
  const scale = rateOne * rateOne * rateOne;
  // The tax is rounded down, so a sale brings up to one unit more than that; fee and GST round up, and cost up to three.
  const last = ceilDiv((fiat + 4n) * scale, kept);
  for (let total = maxOf(1n, floorDiv((fiat - 1n) * scale, kept)); ; total++) {
    const amounts = amountsOf(price, rates, amountWorth(price, total));
    if (amounts && (amounts.userReceives ?? 0n) >= fiat) return amounts;
    if (total > last) return null;
  }
}

function amountsOf(price: OtcPrice, rates: OtcRates, amount: bigint): OtcAmounts | null {
  const total = otcTotal(price, amount);
  return amount > 0n && total > 0n ? { amount, ...otcCharges(price.side, total, rates) } : null;
}
