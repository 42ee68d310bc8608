import { cutToStep, Decimal, zero } from '../../../terminal/form/form-numbers.ts';

export type Side = 'buy' | 'sell';

/** Rates as fractions of the value: "0.002" is 0.2 %. */
export interface FeeRates {
  /** The highest that may be charged, the taker's: what the order freezes. */
  fee: string;
  makerFee: string;
  takerFee: string;
  /** Of the fee. */
  gst: string;
  /** Withheld from a sale. */
  tds: string;
  /** When the fee is paid in the service token. */
  feePlc: string;
  /** The same, for a buyer. */
  feePlcBuy: string;
}

export interface Receipt {
  gross: Decimal;
  fee: Decimal;
  gst: Decimal;
  tds: Decimal;
  /** What a buyer pays or a seller receives, all in money. */
  net: Decimal;
}

function roundUp(value: Decimal, decimals: number): Decimal {
  return value.toDecimalPlaces(decimals, Decimal.ROUND_UP);
}

/**
 * What a trade of this value costs or brings at the taker's rate. Fee and GST round up, TDS down, to the money's
 * decimals; a seller never pays to sell.
 */
export function receiptOf(side: Side, gross: Decimal, rates: FeeRates, decimals: number): Receipt {
  const fee = roundUp(gross.times(rates.fee), decimals);
  const gst = roundUp(fee.times(rates.gst), decimals);
  if (side === 'buy') return { gross, fee, gst, tds: zero, net: gross.plus(fee).plus(gst) };
  const sellerFee = Decimal.min(fee, gross);
  const sellerGst = Decimal.min(gst, gross.minus(sellerFee));
  const value = gross.minus(sellerFee).minus(sellerGst);
  const tds = value.times(rates.tds).toDecimalPlaces(decimals, Decimal.ROUND_DOWN);
  return { gross, fee: sellerFee, gst: sellerGst, tds, net: value.minus(tds) };
}

/** 1 + fee with GST for a buyer; for a seller, the part of the value that is left. */
export function feeFactor(side: Side, rates: FeeRates): Decimal {
  const charge = new Decimal(rates.fee).times(new Decimal(rates.gst).plus(1));
  if (side === 'buy') return charge.plus(1);
  return Decimal.max(zero, new Decimal(1).minus(charge)).times(new Decimal(1).minus(rates.tds));
}

/** The amount whose total with fee is `total`, cut to the step. */
export function amountForTotal(side: Side, total: Decimal, price: Decimal, rates: FeeRates, step: string): Decimal {
  const factor = feeFactor(side, rates);
  if (price.isZero() || factor.isZero()) return zero;
  return cutToStep(total.div(factor).div(price), step);
}

export interface AmountLimits {
  amountStep: string;
  moneyDecimals: number;
}

/**
 * The largest amount that `available` (money for a buy, stock for a sell) covers, fee and GST included: what 100 % means.
 */
export function largestAmount(
  side: Side,
  available: Decimal,
  price: Decimal,
  rates: FeeRates,
  { amountStep, moneyDecimals }: AmountLimits,
): Decimal {
  if (side === 'sell') return cutToStep(available, amountStep);
  let amount = amountForTotal('buy', available, price, rates, amountStep);
  // Fee and GST round up, which may cost one step more than the rates say.
  while (amount.gt(0) && receiptOf('buy', amount.times(price), rates, moneyDecimals).net.gt(available)) {
    amount = amount.minus(amountStep);
  }
  return amount;
}
