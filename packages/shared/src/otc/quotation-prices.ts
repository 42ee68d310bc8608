/** What a quotation asks and bids, and why a side of it is closed (docs/otc.md, "Prices of a quotation"). Prices and coefficients in 10^-8. */
import { ceilDiv, floorDiv, rateOne } from '../money/rounding.ts';
import type { NoReference } from './reference-price.ts';

export interface QuotationTerms {
  buyCoefficient: bigint;
  sellCoefficient: bigint;
  priceStep: bigint;
  /** Buying is closed while its price is below it; null: no guard. */
  buyPriceMin: bigint | null;
  /** Selling is closed while its price is above it; null: no guard. */
  sellPriceMax: bigint | null;
  isBuyDisabled: boolean;
  isSellDisabled: boolean;
  /** Nothing is left to buy, or wanted any more. */
  isBuySoldOut: boolean;
  isSellSoldOut: boolean;
}

export type ClosedReason = 'disabled' | NoReference | 'price_guard' | 'sold_out';

export interface QuotedPrice {
  /** Shown even while the side is closed; null: there is no reference price. */
  price8: bigint | null;
  /** The first that holds; null: open. */
  reason: ClosedReason | null;
}

/** Buy price up to the step, sell price down: to the maker's side both. */
export function quotationPrices(
  terms: QuotationTerms,
  reference: { reference8: bigint | null; reason: NoReference | null },
): { buy: QuotedPrice; sell: QuotedPrice } {
  const { reference8 } = reference;
  const divisor = rateOne * terms.priceStep;
  const buy = reference8 === null ? null : ceilDiv(reference8 * terms.buyCoefficient, divisor) * terms.priceStep;
  const sell = reference8 === null ? null : floorDiv(reference8 * terms.sellCoefficient, divisor) * terms.priceStep;
  const isBuyGuarded = buy !== null && terms.buyPriceMin !== null && buy < terms.buyPriceMin;
  const isSellGuarded = sell !== null && terms.sellPriceMax !== null && sell > terms.sellPriceMax;
  const reasonOf = (isDisabled: boolean, isGuarded: boolean, isSoldOut: boolean): ClosedReason | null => {
    if (isDisabled) return 'disabled';
    if (reference8 === null) return reference.reason ?? 'no_price';
    if (isGuarded) return 'price_guard';
    return isSoldOut ? 'sold_out' : null;
  };
  return {
    buy: { price8: buy, reason: reasonOf(terms.isBuyDisabled, isBuyGuarded, terms.isBuySoldOut) },
    sell: { price8: sell, reason: reasonOf(terms.isSellDisabled, isSellGuarded, terms.isSellSoldOut) },
  };
}
