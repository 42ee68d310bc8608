/**
 * Exact comparison of money with coins at a price. Money and coins are bigints in the smallest unit of their asset, a price is a
 * bigint in 10^-8 money for one coin, a rate in 10^-8. docs/loans.md, "Units".
 */
import { ceilDiv, halfUpDiv, rateOne } from '../money/rounding.ts';

/** How many decimals the smallest unit of each asset has. */
export interface LoanUnits {
  money: number;
  crypto: number;
}

/** A number that need not be a decimal, as a share of a pledge. */
export interface Ratio {
  numerator: bigint;
  denominator: bigint;
}

const priceDecimals = 8;

function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

/** Money in the unit of `exactValue`. */
export function exactMoney(units: LoanUnits, money: bigint): bigint {
  return money * powerOfTen(units.crypto + priceDecimals);
}

/** What coins are worth at a price, in a unit so fine that nothing is rounded. */
export function exactValue(units: LoanUnits, coins: bigint, price: bigint): bigint {
  return coins * price * powerOfTen(units.money);
}

/** What coins bring at a price, in money, rounded down. */
export function proceedsOf(units: LoanUnits, coins: bigint, price: bigint): bigint {
  return exactValue(units, coins, price) / exactMoney(units, 1n);
}

/** The fewest coins of which this share is worth the money at the price: ceil(money / (price x share)). */
export function coinsFor(units: LoanUnits, money: bigint, price: bigint, share: Ratio): bigint {
  return ceilDiv(exactMoney(units, money) * share.denominator, exactValue(units, 1n, price) * share.numerator);
}

/** Coins in place of money at a price, as far as they go, and what of the debt they are worth. */
export function coinsInPlace(
  units: LoanUnits,
  { owed, coins, price }: { owed: bigint; coins: bigint; price: bigint },
): { handed: bigint; worth: bigint } {
  const wanted = coinsFor(units, owed, price, { numerator: 1n, denominator: 1n });
  return wanted <= coins ? { handed: wanted, worth: owed } : { handed: coins, worth: proceedsOf(units, coins, price) };
}

/** Loan to value in hundredths of a percent, half up: debt / (pledge x price). For display; levels compare unrounded. */
export function ltvBasisPoints(units: LoanUnits, debt: bigint, pledge: bigint, price: bigint): bigint {
  return halfUpDiv(exactMoney(units, debt) * 10_000n, exactValue(units, pledge, price));
}

/** By how much a debt exceeds this share (a rate) of what the pledge is worth, unrounded; below zero when it does not. */
export function excessOver(units: LoanUnits, debt: bigint, pledge: bigint, price: bigint, rate: bigint): bigint {
  return exactMoney(units, debt) * rateOne - exactValue(units, pledge, price) * rate;
}
