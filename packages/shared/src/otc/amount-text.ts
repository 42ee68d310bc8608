/** The amount fields of an OTC order as users type them (docs/otc.md, "Amounts as text"). */
import { parseBigUnits } from '../money/decimal.ts';

const texts = {
  missing: 'Field is required',
  notDecimal: 'Current value is not supported',
  notAboveZero: 'Should be more then zero',
} as const;

/** Decimals that are read; what has more lies between two steps. */
const decimalsMax = 18;

/** What is said when an amount is between two steps, or outside of what may be traded. */
export function wrongAmountText(ticker: string): string {
  return `Fill in correct amount for ${ticker}`;
}

/**
 * @param decimals of the result's unit
 * @returns units, or the text of the refusal
 */
export function readOtcAmount(text: unknown, decimals: number, ticker: string): bigint | string {
  if (text === undefined || text === null || text === '') return texts.missing;
  const match = typeof text === 'string' ? /^(-?)(\d{1,20})(?:\.(\d+))?$/.exec(text) : null;
  if (!match) return texts.notDecimal;
  if (match[1] || !/[1-9]/.test(`${match[2]}${match[3] ?? ''}`)) return texts.notAboveZero;
  const isFiner = /[1-9]/.test((match[3] ?? '').slice(Math.min(decimals, decimalsMax)));
  return isFiner ? wrongAmountText(ticker) : parseBigUnits(match[0], decimals);
}
