/**
 * The named formulas of a trade: what a fill is worth, what it costs the buyer, what the seller gets. Every amount is
 * a non-negative safe integer in an asset's smallest unit, every rate is in parts per million and at most one million.
 * Fee and GST round up (the party that trades bears it), TDS rounds down; nothing else rounds.
 */

export const ppmOne = 1_000_000;

/** amount x ppm / 1,000,000, rounded up. */
export function shareRoundedUp(amount: number, ppm: number): number {
  const product = amount * ppm;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.ceil(product / ppmOne);
  // The product leaves the exact range, so it is taken in two parts that do not.
  const millions = Math.floor(amount / ppmOne);
  const rest = amount - millions * ppmOne;
  return millions * ppm + Math.ceil((rest * ppm) / ppmOne);
}

/** amount x ppm / 1,000,000, rounded down. */
export function shareRoundedDown(amount: number, ppm: number): number {
  const product = amount * ppm;
  if (product <= Number.MAX_SAFE_INTEGER) return Math.floor(product / ppmOne);
  const millions = Math.floor(amount / ppmOne);
  const rest = amount - millions * ppmOne;
  return millions * ppm + Math.floor((rest * ppm) / ppmOne);
}

/** Price x amount in quote units. Exact: a market's listing keeps the product below 2^53. */
export function notionalOf(priceTicks: number, lots: number, tickLotQuoteUnits: number): number {
  return priceTicks * lots * tickLotQuoteUnits;
}

/** The fee on a fill of this value; rounds up. */
export function feeOf(notional: number, feePpm: number): number {
  return shareRoundedUp(notional, feePpm);
}

/** The goods and services tax on a fee; rounds up. */
export function gstOf(fee: number, gstPpm: number): number {
  return shareRoundedUp(fee, gstPpm);
}

/** The tax deducted at source from a value; rounds down. */
export function tdsOf(value: number, tdsPpm: number): number {
  return shareRoundedDown(value, tdsPpm);
}

/**
 * What one fill of this value costs a buyer, and so also what an order must freeze: value + fee + GST + TDS (the last
 * only where a market withholds from both sides). May leave the safe range: the caller compares with 2^53 - 1.
 */
export function buyerCostOf(notional: number, feePpm: number, gstPpm: number, tdsPpm: number): number {
  const fee = feeOf(notional, feePpm);
  return notional + fee + gstOf(fee, gstPpm) + tdsOf(notional, tdsPpm);
}

/** What gives way so that a seller never pays to sell: first the GST, then the fee. */
export function sellerFeeOf(notional: number, feePpm: number): number {
  return Math.min(feeOf(notional, feePpm), notional);
}

/** The GST of a seller's fee, cut to what the fee leaves of the value. */
export function sellerGstOf(notional: number, fee: number, gstPpm: number): number {
  return Math.min(gstOf(fee, gstPpm), notional - fee);
}

export interface SellerSplit {
  fee: number;
  gst: number;
  tds: number;
  /** value - fee - GST - TDS: what the seller receives. */
  net: number;
}

/** How the value of a sale is divided when its fee is paid in money. */
export function splitSale(notional: number, feePpm: number, gstPpm: number, tdsPpm: number): SellerSplit {
  const fee = sellerFeeOf(notional, feePpm);
  const gst = sellerGstOf(notional, fee, gstPpm);
  const tds = tdsOf(notional - fee - gst, tdsPpm);
  return { fee, gst, tds, net: notional - fee - gst - tds };
}

/**
 * The most whole lots whose cost, all charges included, a buyer can pay out of `budget`; `lotQuoteUnits` is one lot's
 * value at the price in question.
 */
export function affordableLots(
  budget: number,
  lotQuoteUnits: number,
  feePpm: number,
  gstPpm: number,
  tdsPpm: number,
): number {
  const lotsMax = Math.floor(budget / lotQuoteUnits);
  if (lotsMax === 0) return 0;
  // A first guess from the rates, which the exact cost then corrects by a lot or two.
  const share = 1 + (feePpm / ppmOne) * (1 + gstPpm / ppmOne) + tdsPpm / ppmOne;
  let lots = Math.min(lotsMax, Math.floor(budget / (lotQuoteUnits * share)));
  while (lots > 0 && buyerCostOf(lots * lotQuoteUnits, feePpm, gstPpm, tdsPpm) > budget) lots--;
  while (lots < lotsMax && buyerCostOf((lots + 1) * lotQuoteUnits, feePpm, gstPpm, tdsPpm) <= budget) lots++;
  return lots;
}
