/** What terms of a payment method have to be, checked by the console and by the server. */
import { parseBigUnits } from '../../money/decimal.ts';
import { paymentFee } from '../../money/payment-fee.ts';

/** Whole units of the asset as decimal strings; '0' is no limit, and for the last two: always, nothing. */
export const termNames = [
  'amountMin',
  'amountMax',
  'amountDay',
  'amountReview',
  'feeFixed',
  'feePercent',
  'feeMin',
  'feeMax',
  'twoPersonAmount',
  'operatorDayAmount',
] as const;
export type TermName = (typeof termNames)[number];
export type TermValues = Record<TermName, string>;

/** A percent has four decimals: parts per million. */
export const percentDecimals = 4;
const amountDigitsMax = 20;

/** In the asset's smallest unit. */
export function feeOfTerms(amount: bigint, terms: Pick<TermValues, TermName>, scale: number): bigint {
  return paymentFee(amount, {
    fixed: parseBigUnits(terms.feeFixed, scale),
    ppm: Number(parseBigUnits(terms.feePercent, percentDecimals)),
    min: parseBigUnits(terms.feeMin, scale),
    max: parseBigUnits(terms.feeMax, scale),
  });
}

/** Texts for the fields that are wrong; none when all may be used. @param scale decimals of the asset */
export function termProblems(values: TermValues, scale: number): Partial<Record<TermName, string>> {
  const problems: Partial<Record<TermName, string>> = {};
  for (const name of termNames) {
    const decimals = name === 'feePercent' ? percentDecimals : scale;
    const problem = decimalProblem(values[name], decimals);
    if (problem !== undefined) problems[name] = problem;
  }
  if (Object.keys(problems).length > 0) return problems;
  const units = (name: TermName) => parseBigUnits(values[name], scale);
  if (parseBigUnits(values.feePercent, percentDecimals) >= 100n * 10n ** BigInt(percentDecimals))
    problems.feePercent = 'Must be below 100';
  const isAbove = (least: TermName, most: TermName) => units(most) !== 0n && units(least) > units(most);
  if (isAbove('amountMin', 'amountMax')) problems.amountMax = 'Must not be below the minimum';
  if (isAbove('feeMin', 'feeMax')) problems.feeMax = 'Must not be below the least fee';
  if (isAbove('amountMax', 'amountDay')) problems.amountDay = 'Must not be below the maximum';
  // What is left of an amount never falls with a larger one: the least one decides.
  const least = units('amountMin') === 0n ? 1n : units('amountMin');
  const isFree = units('feeFixed') === 0n && units('feeMin') === 0n && units('amountMin') === 0n;
  if (!isFree && feeOfTerms(least, values, scale) >= least)
    problems.amountMin ??= 'Nothing of the minimum would be left after the fee';
  return problems;
}

function decimalProblem(text: string, decimals: number): string | undefined {
  const found = /^(\d+)(?:\.(\d+))?$/.exec(text);
  if (!found) return 'Must be a plain decimal number';
  const [, whole = '', fraction = ''] = found;
  if (fraction.replace(/0+$/, '').length > decimals) return `At most ${decimals} decimals`;
  return whole.replace(/^0+/, '').length > amountDigitsMax ? 'The value is out of range' : undefined;
}
