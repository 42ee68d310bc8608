/** Fields that assets, markets and instruments have in common, as operators write them: figures may be texts. */
import { decimalPattern, stripZeros } from '@pelican/shared/money';
import { z } from 'zod';

export const decimal = z
  .string({ error: 'must be a decimal in quotes' })
  .regex(decimalPattern, 'must be a decimal like 0.01')
  .transform((text) => stripZeros(text));

export const positiveDecimal = decimal.refine((text) => /[1-9]/.test(text), 'must be above zero');

/** A whole number from `min` to `max`. */
export function whole(min: number, max: number) {
  const digits = z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number);
  return z
    .union([z.number(), digits], { error: 'must be a whole number' })
    .refine((value) => Number.isInteger(value) && value >= min && value <= max, `must be from ${min} to ${max}`);
}

/** Sort key of an asset, market or instrument in lists, ascending; listings with equal keys follow each other by id. */
export const listPosition = whole(0, 1_000_000);

export const pairInput = z
  .string()
  .toUpperCase()
  .regex(/^(?<base>[A-Z0-9]{1,12})_(?!\k<base>$)[A-Z0-9]{1,12}$/, 'must look like BTC_USDT');
