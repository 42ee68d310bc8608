/**
 * The sale of a pledge on the spot market: what it must bring, its orders, and who gets the proceeds. Money and coins in the smallest
 * unit, prices in 10^-8 money for one coin, rates in 10^-8. docs/loans.md, "Liquidation".
 */
import { ceilDiv, floorDiv, maxOf, minOf, mulCeil, mulFloor, rateOne } from '../money/rounding.ts';
import type { LoanSale, LoanTerms } from './loan.ts';
import { exactMoney, exactValue, type LoanUnits } from './units.ts';

/** The spot market that sells the pledge. */
export interface SaleMarket {
  priceStep: bigint;
  /** Coins. */
  amountStep: bigint;
  amountMin: bigint;
  /** Money. */
  totalMin: bigint;
}

/** Money in its smallest unit, rates in 10^-8: fee = ceil(debt x rate), GST = ceil(fee x rate), cost = all three. */
export function saleCost(debt: bigint, feeRate: bigint, gstRate: bigint) {
  const fee = mulCeil(debt, feeRate);
  const gst = mulCeil(fee, gstRate);
  return { fee, gst, cost: debt + fee + gst };
}

type SaleProgress = Pick<LoanSale, 'cost' | 'taxRate' | 'sold' | 'proceeds'>;

/** What the sale still has to bring after tax; 0 or less when it has. */
function restOf({ cost, taxRate, proceeds }: SaleProgress): bigint {
  return cost - (proceeds - mulFloor(proceeds, taxRate));
}

const discountStep = 2n;
const discountMost = 10n;

/** The lowest price at which order n (from 1) sells: floor to step(index x (1 - min(2% x n, 10%))). */
export function saleLimit(index: bigint, n: number, priceStep: bigint): bigint {
  const discount = minOf(discountStep * BigInt(n), discountMost);
  return floorDiv(index * (100n - discount), 100n * priceStep) * priceStep;
}

/** Coins that are left and a whole number of steps. */
function mostOf(pledge: bigint, sold: bigint, amountStep: bigint): bigint {
  return floorDiv(pledge - sold, amountStep) * amountStep;
}

/**
 * Whether there is nothing left to do: the debt is covered, or what is left of the pledge is less than the market takes.
 * @param pledge coins at the sale's beginning
 * @param limit of the order that would come next, or that was the last
 */
export function saleEnd(
  units: LoanUnits,
  pledge: bigint,
  sale: SaleProgress,
  market: SaleMarket,
  limit: bigint,
): 'covered' | 'exhausted' | null {
  if (restOf(sale) <= 0n) return 'covered';
  const most = mostOf(pledge, sale.sold, market.amountStep);
  const isBelowTotal = exactValue(units, most, limit) < exactMoney(units, market.totalMin);
  return most < market.amountMin || isBelowTotal ? 'exhausted' : null;
}

/**
 * Coins of the next order: enough to bring the rest after tax at its limit, at least what the market takes, at most what is left.
 * Asked only while `saleEnd` is null.
 */
export function saleAmount(
  units: LoanUnits,
  pledge: bigint,
  sale: SaleProgress,
  market: SaleMarket,
  limit: bigint,
): bigint {
  const { amountStep, amountMin, totalMin } = market;
  const perStep = exactValue(units, amountStep, limit);
  const rest = exactMoney(units, restOf(sale)) * rateOne;
  const forRest = ceilDiv(rest, perStep * (rateOne - sale.taxRate)) * amountStep;
  const forTotal = ceilDiv(exactMoney(units, totalMin), perStep) * amountStep;
  return minOf(mostOf(pledge, sale.sold, amountStep), maxOf(forRest, maxOf(amountMin, forTotal)));
}

export interface Distribution {
  tdsSale: bigint;
  /** Of the proceeds, and of the borrower's wallet. */
  principal: bigint;
  interest: bigint;
  setOffPrincipal: bigint;
  setOffInterest: bigint;
  fee: bigint;
  gst: bigint;
  toBorrower: bigint;
  shortfall: bigint;
  setOff: bigint;
  owed: bigint;
}

/**
 * Proceeds less tax pay principal, interest, fee with GST, then the borrower; a fee that is not covered gives way and keeps its GST
 * inside. What is missing of the debt is taken from the borrower's wallet, principal first, as far as it goes.
 * @param wallet the borrower's main wallet, money
 */
export function distribute(
  debt: { principal: bigint; interest: bigint },
  sale: Pick<LoanSale, 'fee' | 'gst' | 'taxRate' | 'proceeds'>,
  { gstRate }: Pick<LoanTerms, 'gstRate'>,
  wallet: bigint,
): Distribution {
  const tdsSale = mulFloor(sale.proceeds, sale.taxRate);
  const money = sale.proceeds - tdsSale;
  const principal = minOf(money, debt.principal);
  const interest = minOf(money - principal, debt.interest);
  const left = money - principal - interest;
  const isCovered = left >= sale.fee + sale.gst;
  const fee = isCovered ? sale.fee : floorDiv(left * rateOne, rateOne + gstRate);
  const gst = isCovered ? sale.gst : left - fee;
  const shortfall = debt.principal + debt.interest - principal - interest;
  const setOff = minOf(shortfall, wallet);
  const setOffPrincipal = minOf(setOff, debt.principal - principal);
  return {
    tdsSale,
    principal,
    interest,
    setOffPrincipal,
    setOffInterest: setOff - setOffPrincipal,
    fee,
    gst,
    toBorrower: left - fee - gst,
    shortfall,
    setOff,
    owed: shortfall - setOff,
  };
}
