/** Decimals of Postgres and of the wire as the integers that loans are counted in, and back. */
import type { Ratio } from '@pelican/shared/loans';
import { formatBigUnits, halfUpDiv, parseBigUnits } from '@pelican/shared/money';

const rateScale = 8;
/** A rate of 10^-8 in percent has two decimals less. */
const percentScale = 6;
const shownScale = 2;

/** A share of Postgres in 10^-8. */
export function rateOf(decimal: string): bigint {
  return parseBigUnits(decimal, rateScale);
}

export function rateText(rate: bigint): string {
  return formatBigUnits(rate, rateScale);
}

/** Of a percentage that was sent. */
export function rateOfPercent(percent: string): bigint {
  return parseBigUnits(percent, percentScale);
}

export function percentText(rate: bigint): string {
  return formatBigUnits(rate, percentScale);
}

/** In percent with two decimals, half up. */
export function percentOf({ numerator, denominator }: Ratio): string {
  return formatBigUnits(halfUpDiv(numerator * 10n ** BigInt(shownScale + 2), denominator), shownScale);
}

/** So many units of the scale times a ratio, with two decimals, half up. */
export function shareText(units: bigint, scale: number, { numerator, denominator }: Ratio): string {
  const cut = 10n ** BigInt(Math.max(0, scale - shownScale));
  return formatBigUnits(halfUpDiv(units * numerator, denominator * cut), Math.min(scale, shownScale));
}

/** Unix seconds. */
export function secondsOf(at: Date): number {
  return at.getTime() / 1000;
}
