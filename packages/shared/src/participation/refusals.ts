/** Refusals that staking and token offerings share, and the amounts that they read (docs/staking-and-offerings.md, "Taking part"). */
import { formatBigUnits, parseBigUnits } from '../money/decimal.ts';
import { maxOf } from '../money/rounding.ts';

export interface Refusal {
  status: number;
  code: string;
  /** Why, in words; null: the code has none. */
  reason: string | null;
}

export function refusal(status: number, code: string, reason: string | null = null): Refusal {
  return { status, code, reason };
}

export const notVerified = refusal(403, 'kyc_required', 'You must pass personal verification');

export const notEnoughBalance = refusal(422, 'insufficient_balance', 'Not enough balance');

/**
 * Digits, and perhaps a point and 1 to `scale` digits: no sign, no blank, not even a zero too many. Never cuts.
 * @returns units of 10^-scale above 0
 */
export function readAmount(text: unknown, scale: number): bigint | Refusal {
  const match = typeof text === 'string' ? /^\d+(?:\.(\d+))?$/.exec(text) : null;
  if (!match || (match[1] ?? '').length > scale)
    return refusal(422, 'invalid_amount', 'Current value is not supported');
  const amount = parseBigUnits(match[0], scale);
  return amount > 0n ? amount : refusal(422, 'invalid_amount', 'Must be greater than zero');
}

export function belowMinimum(min: bigint, scale: number): Refusal {
  return refusal(422, 'below_minimum', `Min value is ${formatBigUnits(min, scale)}`);
}

/** Names what is left; a limit that was lowered meanwhile leaves nothing. */
export function aboveMaximum(left: bigint, scale: number): Refusal {
  return refusal(422, 'above_maximum', `Max value is ${formatBigUnits(maxOf(left, 0n), scale)}`);
}
