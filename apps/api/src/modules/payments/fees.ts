/** Fees of payments in whole units. */
import { formatBigUnits, parseBigUnits, paymentFee } from '@pelican/shared/money';
import type { CatalogAsset } from '../../catalog/index.ts';
import type { PaymentTerms } from './methods.ts';

export interface FeeSplit {
  fee: string;
  /** The amount less the fee, never below zero. */
  net: string;
}

/**
 * @param amount whole units with no more decimals than the asset has
 * @throws RangeError for one with more
 */
export function splitFee(amount: string, terms: PaymentTerms, { scale }: Pick<CatalogAsset, 'scale'>): FeeSplit {
  const units = parseBigUnits(amount, scale);
  const fee = paymentFee(units, {
    fixed: parseBigUnits(terms.feeFixed, scale),
    ppm: terms.feePpm,
    min: parseBigUnits(terms.feeMin, scale),
    max: parseBigUnits(terms.feeMax, scale),
  });
  return { fee: formatBigUnits(fee, scale), net: formatBigUnits(units - fee, scale) };
}
