/** What a spot order costs or brings, by the formulas that the engine charges with. */
import { affordableLots, buyerCostOf, feeOf, gstOf, splitSale, tdsOf } from '@pelican/shared/money';
import { cutToStep, Decimal, zero } from '../../../terminal/form/form-numbers.ts';

export type Side = 'buy' | 'sell';

/** Rates as fractions of the value: "0.002" is 0.2 %. */
export interface FeeRates {
  /** The highest that may be charged: what a limit order freezes. */
  fee: string;
  makerFee: string;
  takerFee: string;
  /** Of the fee. */
  gst: string;
  /** Withheld from a sale. */
  tds: string;
  /** Charged on top of a purchase. */
  tdsBuy: string;
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

const ppmScale = 6;

/** Parts per million of a rate. */
export function ppmOf(rate: string): number {
  return unitsOf(new Decimal(rate), ppmScale);
}

/**
 * In the smallest unit of a ticker, rounded down. Above 2^53 the figures are approximations: a listing's largest order
 * is below it.
 */
export function unitsOf(value: Decimal, decimals: number): number {
  return value.times(new Decimal(10).pow(decimals)).floor().toNumber();
}

/** The other way round. */
export function decimalOf(units: number, decimals: number): Decimal {
  return new Decimal(units).div(new Decimal(10).pow(decimals));
}

/** What a trade of this value costs or brings. Fee and GST round up, TDS down, to the money's decimals. */
export function receiptOf(side: Side, gross: Decimal, rates: FeeRates, decimals: number): Receipt {
  const value = unitsOf(gross, decimals);
  const charges = side === 'buy' ? purchaseCharges(value, rates) : saleCharges(value, rates);
  const [fee, gst, tds] = charges.map((units) => decimalOf(units, decimals)) as [Decimal, Decimal, Decimal];
  const all = fee.plus(gst).plus(tds);
  return { gross, fee, gst, tds, net: side === 'buy' ? gross.plus(all) : gross.minus(all) };
}

type Charges = [fee: number, gst: number, tds: number];

function purchaseCharges(value: number, rates: FeeRates): Charges {
  const fee = feeOf(value, ppmOf(rates.fee));
  return [fee, gstOf(fee, ppmOf(rates.gst)), tdsOf(value, ppmOf(rates.tdsBuy))];
}

function saleCharges(value: number, rates: FeeRates): Charges {
  const { fee, gst, tds } = splitSale(value, ppmOf(rates.fee), ppmOf(rates.gst), ppmOf(rates.tds));
  return [fee, gst, tds];
}

/** The part of a sale's value that is left after fee, GST and TDS, before roundings. */
function shareLeft(rates: FeeRates): Decimal {
  const charge = new Decimal(rates.fee).times(new Decimal(rates.gst).plus(1));
  return Decimal.max(zero, new Decimal(1).minus(charge)).times(new Decimal(1).minus(rates.tds));
}

export interface AmountLimits {
  amountStep: string;
  moneyDecimals: number;
}

/** One lot's value at a price, and what turns lots into costs, all in the money's smallest unit. */
function lotCosts(price: Decimal, rates: FeeRates, { amountStep, moneyDecimals }: AmountLimits) {
  const lotValue = unitsOf(price.times(amountStep), moneyDecimals);
  const ppm = [ppmOf(rates.fee), ppmOf(rates.gst), ppmOf(rates.tdsBuy)] as const;
  return {
    affordable: (budget: number) =>
      lotValue === 0 ? 0 : affordableLots(Math.min(Math.max(0, budget), Number.MAX_SAFE_INTEGER), lotValue, ...ppm),
    costOf: (lots: number) => buyerCostOf(lots * lotValue, ...ppm),
  };
}

/** The amount whose total with all charges is at most `total`, cut to the step. */
export function amountForTotal(
  side: Side,
  total: Decimal,
  price: Decimal,
  rates: FeeRates,
  limits: AmountLimits,
): Decimal {
  if (price.isZero()) return zero;
  if (side === 'buy') {
    const lots = lotCosts(price, rates, limits).affordable(unitsOf(total, limits.moneyDecimals));
    return new Decimal(limits.amountStep).times(lots);
  }
  const left = shareLeft(rates);
  return left.isZero() ? zero : cutToStep(total.div(left).div(price), limits.amountStep);
}

/** The largest amount that `available` (money for a buy, stock for a sell) covers, charges included: what 100 % means. */
export function largestAmount(
  side: Side,
  available: Decimal,
  price: Decimal,
  rates: FeeRates,
  limits: AmountLimits,
): Decimal {
  if (side === 'sell') return cutToStep(available, limits.amountStep);
  return amountForTotal('buy', available, price, rates, limits);
}

interface Level {
  readonly price: string;
  readonly amount: string;
}

/** Orders of one level that a purchase is expected to meet at most: each may round its fee and its GST up by a unit. */
const ordersPerLevel = 50;
const roundingsPerOrder = 2;

export interface Purchase {
  amount: Decimal;
  /** In money, all charges included. */
  cost: Decimal;
  /** False when the levels end before budget or amount do. */
  complete: boolean;
}

interface PurchaseLimits {
  /** Money that may be spent, charges included. */
  budget?: Decimal;
  /** In stock. */
  amount?: Decimal;
  /** Leaves room for levels that are made of many orders, so that the engine does not find a unit missing. */
  withRoom?: boolean;
}

/** What a market purchase takes from the asks, best first, up to a budget or an amount: the walk that the engine does. */
export function walkAsks(
  asks: readonly Level[],
  wanted: PurchaseLimits,
  rates: FeeRates,
  limits: AmountLimits,
): Purchase {
  const { amountStep, moneyDecimals } = limits;
  const lotsMax = wanted.amount ? wanted.amount.div(amountStep).floor().toNumber() : Number.MAX_SAFE_INTEGER;
  const budgetMax = wanted.budget ? unitsOf(wanted.budget, moneyDecimals) : Number.POSITIVE_INFINITY;
  let [lots, cost, complete] = [0, 0, false];
  for (const level of asks) {
    const costs = lotCosts(new Decimal(level.price), rates, limits);
    const held = Math.min(lotsMax - lots, new Decimal(level.amount).div(amountStep).floor().toNumber());
    const room = wanted.withRoom ? roundingsPerOrder * Math.min(held, ordersPerLevel) : 0;
    const taken =
      budgetMax === Number.POSITIVE_INFINITY ? held : Math.min(held, costs.affordable(budgetMax - cost - room));
    lots += taken;
    cost += costs.costOf(taken) + room;
    complete = taken < held || lots === lotsMax;
    if (complete) break;
  }
  return { amount: new Decimal(amountStep).times(lots), cost: decimalOf(cost, moneyDecimals), complete };
}
