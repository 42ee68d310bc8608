/**
 * What an asset is worth in dollars for limits and reviews. One trade, or a market without volume, must not make it look cheap: it is the
 * greatest of the last prices, of the averages of 24 hours and of the index, and not sure where they disagree.
 */

import { Decimal } from 'decimal.js';
import { pivotTicker } from '../../catalog/index.ts';

const Exact = Decimal.clone({ precision: 50, rounding: Decimal.ROUND_DOWN });
const rupee = 'INR';
/** How many times the smallest of the prices the greatest may be. */
const apart = '1.2';

export interface MarketDay {
  /** Of the last trade, whatever its age. */
  last: string;
  /** Undefined where nothing was traded in 24 hours. Amounts of base and of quote. */
  day: { volume: string; money: string } | undefined;
}

export interface PriceSources {
  /** @param pair 'BTC_USDT'; undefined before the market's first price */
  market(pair: string): MarketDay | undefined;
  /** Dollars for one unit by markets elsewhere; undefined where there is none of now. */
  index(ticker: string): string | undefined;
}

export interface AssetPrice {
  /** Dollars for one unit. */
  usd: Decimal;
  /** It comes from an index or from markets with volume, and they agree. */
  isSure: boolean;
}

interface Quote {
  usd: Decimal;
  /** It is hard to move. */
  isDeep: boolean;
}

/** @param volumeMinUsd from which volume of 24 hours on a market's prices count by themselves @returns undefined when no market has a price for it */
export function assetPrice(ticker: string, sources: PriceSources, volumeMinUsd: number): AssetPrice | undefined {
  if (ticker === pivotTicker) return { usd: new Exact(1), isSure: true };
  const inRupees = quotesOf(sources.market(`${pivotTicker}_${rupee}`), ({ price, day }) => ({
    usd: new Exact(1).dividedBy(price),
    isDeep: day?.volume.gte(volumeMinUsd) ?? false,
  }));
  if (ticker === rupee) return agreed(inRupees);
  const ofRupee = agreed(inRupees);
  const index = sources.index(ticker);
  return agreed([
    ...(index === undefined ? [] : [{ usd: new Exact(index), isDeep: true }]),
    ...quotesOf(sources.market(`${ticker}_${pivotTicker}`), ({ price, day }) => ({
      usd: price,
      isDeep: day?.money.gte(volumeMinUsd) ?? false,
    })),
    ...(ofRupee
      ? quotesOf(sources.market(`${ticker}_${rupee}`), ({ price, day }) => ({
          usd: price.times(ofRupee.usd),
          isDeep: ofRupee.isSure && (day?.money.times(ofRupee.usd).gte(volumeMinUsd) ?? false),
        }))
      : []),
  ]);
}

interface MarketPrice {
  /** Of the market's quote. */
  price: Decimal;
  day: { volume: Decimal; money: Decimal } | undefined;
}

/** By the last price, and by the average of 24 hours weighted by volume. */
function quotesOf(market: MarketDay | undefined, quote: (price: MarketPrice) => Quote): Quote[] {
  if (!market) return [];
  const day = market.day && { volume: new Exact(market.day.volume), money: new Exact(market.day.money) };
  const average = day?.volume.gt(0) ? day.money.dividedBy(day.volume) : undefined;
  return [new Exact(market.last), average]
    .filter((price) => price?.gt(0) === true)
    .map((price) => quote({ price: price as Decimal, day }));
}

/** Prices that are easy to move count only where there is no other. */
function agreed(quotes: readonly Quote[]): AssetPrice | undefined {
  const deep = quotes.filter(({ isDeep }) => isDeep);
  const counted = (deep.length > 0 ? deep : quotes).map(({ usd }) => usd);
  if (counted.length === 0) return undefined;
  const usd = Exact.max(...counted);
  return { usd, isSure: deep.length > 0 && usd.lte(Exact.min(...counted).times(apart)) };
}

const usdDecimals = 8;

export interface UsdValue {
  /** Rounded up. */
  usdValue: string;
  isPriceSure: boolean;
}

/** The value of an amount of now. */
export function usdValueOf(amount: string, { usd, isSure }: AssetPrice): UsdValue {
  return {
    usdValue: usd.times(amount).toDecimalPlaces(usdDecimals, Decimal.ROUND_UP).toFixed(),
    isPriceSure: isSure,
  };
}

const unitDecimals = 8;

/** How many units dollars are worth of now, rounded down. */
export function unitsFor(dollars: string, { usd }: AssetPrice): string {
  return new Exact(dollars).dividedBy(usd).toDecimalPlaces(unitDecimals, Decimal.ROUND_DOWN).toFixed();
}

/** The greater of what it was worth at the request and of what it is worth at the confirmation; they agree where the price has not jumped. */
export function greaterValue(before: string, now: UsdValue | undefined): UsdValue {
  if (!now) return { usdValue: before, isPriceSure: false };
  const [smaller, greater] = [new Exact(before), new Exact(now.usdValue)].toSorted((one, other) =>
    one.comparedTo(other),
  );
  const hasJumped = (greater as Decimal).gt((smaller as Decimal).times(apart));
  return { usdValue: (greater as Decimal).toFixed(), isPriceSure: now.isPriceSure && !hasJumped };
}
