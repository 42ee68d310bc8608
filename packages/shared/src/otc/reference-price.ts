/** The price that quotations are a multiple of (docs/otc.md, "Reference price"). Prices in 10^-8 of fiat, ages in milliseconds. */
import { halfUpDiv } from '../money/rounding.ts';

/** A market on the way from crypto to fiat; prices in 10^-decimals of its own money. */
export interface MarketLeg {
  bid: bigint | null;
  ask: bigint | null;
  last: bigint | null;
  lastAgeMs: number;
}

/** `null` is a halted market. The prices of all legs have the same number of decimals. */
export type PriceSource =
  | { kind: 'market'; legs: readonly (MarketLeg | null)[]; decimals: number }
  | { kind: 'feed'; price: bigint | null; ageMs: number; decimals: number };

export type NoReference = 'no_price' | 'sources_disagree';

export interface ReferencePrice {
  /** What each source says, half up to 10^-8, in their order; null: it is left out. */
  sources8: (bigint | null)[];
  reference8: bigint | null;
  /** Why there is none. */
  reason: NoReference | null;
}

/** An exact price. */
interface Fraction {
  numerator: bigint;
  denominator: bigint;
}

const lastTradeMaxMs = 60_000;
const feedMaxMs = 10_000;
/** Percent: of the middle of a book between bid and ask, and of the lower of two sources between them. */
const spreadMaxPercent = 2n;
const priceOne = 100_000_000n;

/** One source: that one. Two: their mean, unless they are more than 2% of the lower apart. More: the median. Only the result is rounded. */
export function referencePrice(sources: readonly PriceSource[]): ReferencePrice {
  const values = sources.map(sourcePrice);
  const sources8 = values.map((value) => (value === null ? null : rounded8(value)));
  const sorted = values.filter((value) => value !== null).sort(byPrice);
  const [low, high] = sorted;
  if (!low) return { sources8, reference8: null, reason: 'no_price' };
  if (high && sorted.length === 2 && areApart(low, high))
    return { sources8, reference8: null, reason: 'sources_disagree' };
  return { sources8, reference8: rounded8(medianOf(sorted, low)), reason: null };
}

/** The product of the legs; null when one of them is worth nothing, or a feed is too old. */
function sourcePrice(source: PriceSource): Fraction | null {
  const denominator = 10n ** BigInt(source.decimals);
  if (source.kind === 'feed') {
    const { price, ageMs } = source;
    return price === null || price <= 0n || ageMs > feedMaxMs ? null : { numerator: price, denominator };
  }
  let value: Fraction | null = source.legs.length === 0 ? null : { numerator: 1n, denominator: 1n };
  for (const leg of source.legs) {
    const twice = twicePriceOf(leg);
    if (value === null || twice === null) return null;
    value = { numerator: value.numerator * twice, denominator: value.denominator * 2n * denominator };
  }
  return value;
}

/** Twice the middle of the book when it is narrow, else twice the last trade when it is fresh. */
function twicePriceOf(leg: MarketLeg | null): bigint | null {
  if (leg === null) return null;
  const { bid, ask, last, lastAgeMs } = leg;
  if (bid !== null && ask !== null && bid > 0n && ask > 0n) {
    if ((ask - bid) * 2n * 100n <= (ask + bid) * spreadMaxPercent) return ask + bid;
  }
  return last !== null && last > 0n && lastAgeMs <= lastTradeMaxMs ? 2n * last : null;
}

/** The middle one; of an even number the mean of the two in the middle. */
function medianOf(sorted: readonly Fraction[], low: Fraction): Fraction {
  const above = sorted[Math.floor(sorted.length / 2)] ?? low;
  const below = sorted[Math.floor((sorted.length - 1) / 2)] ?? low;
  return {
    numerator: above.numerator * below.denominator + below.numerator * above.denominator,
    denominator: 2n * above.denominator * below.denominator,
  };
}

function areApart(low: Fraction, high: Fraction): boolean {
  return high.numerator * low.denominator * 100n > low.numerator * high.denominator * (100n + spreadMaxPercent);
}

function byPrice(a: Fraction, b: Fraction): number {
  const difference = a.numerator * b.denominator - b.numerator * a.denominator;
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

function rounded8({ numerator, denominator }: Fraction): bigint {
  return halfUpDiv(numerator * priceOne, denominator);
}
