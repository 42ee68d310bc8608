/** What assets are worth in rupees and in dollars, by last prices: directly, or through the dollar token, which counts as a dollar. */
import { formatUnits } from '@pelican/shared/money';
import { Decimal } from 'decimal.js';
import type { Catalog } from '../../catalog/index.ts';
import type { SpotVenue } from '../../live/index.ts';

const Exact = Decimal.clone({ precision: 50, rounding: Decimal.ROUND_DOWN });
const rupee = 'INR';
const pivot = 'USDT';

export type PriceOf = (pair: string) => string | undefined;

/** Last prices of the live view by name of the pair; undefined before a market's first price. */
export function lastPrices(live: SpotVenue): PriceOf {
  const catalog: Catalog = live.catalog();
  return (pair) => {
    const market = catalog.marketByName(pair);
    const price = market && live.view.market(market.id)?.lastPrice;
    return price ? formatUnits(price, market.scale.priceScale) : undefined;
  };
}

/** Rupees for one unit; undefined when no market has a price for it. */
export function inrPrice(ticker: string, priceOf: PriceOf): Decimal | undefined {
  if (ticker === rupee) return new Exact(1);
  const direct = priceOf(`${ticker}_${rupee}`);
  if (direct !== undefined) return new Exact(direct);
  const inPivot = priceOf(`${ticker}_${pivot}`);
  const ofPivot = priceOf(`${pivot}_${rupee}`);
  return inPivot === undefined || ofPivot === undefined ? undefined : new Exact(inPivot).times(ofPivot);
}

/** Dollars for one unit; undefined when no market has a price for it. */
export function usdPrice(ticker: string, priceOf: PriceOf): Decimal | undefined {
  if (ticker === pivot) return new Exact(1);
  const direct = priceOf(`${ticker}_${pivot}`);
  if (direct !== undefined) return new Exact(direct);
  const inRupees = inrPrice(ticker, priceOf);
  const rupeesOfPivot = priceOf(`${pivot}_${rupee}`);
  return inRupees === undefined || rupeesOfPivot === undefined ? undefined : inRupees.dividedBy(rupeesOfPivot);
}

/** A value for display: rounded down, without an exponent. */
export function valueText(value: Decimal, decimals: number): string {
  return value.toDecimalPlaces(decimals, Decimal.ROUND_DOWN).toFixed();
}

/** The sum of amounts times prices. */
export function sumOf(values: Decimal[]): Decimal {
  return values.reduce((sum, value) => sum.plus(value), new Exact(0));
}
