/** What the maker's ladder of a perpetual should look like, and the few calls that bring the standing orders there. Pure. */
import type { Random } from '../../ticker/index.ts';

export type Side = 'buy' | 'sell';
export type PositionSide = 'long' | 'short';

export interface QuotedInstrument {
  name: string;
  tickSize: number;
  priceDecimals: number;
  /** Coins per contract, contracts per lot. */
  contractValue: number;
  lotSize: number;
}

export interface StandingQuote {
  id: number;
  side: Side;
  position: PositionSide;
  price: number;
  /** Contracts that are still open. */
  size: number;
}

/** Contracts held on each side. */
export interface Holdings {
  long: number;
  short: number;
}

export interface Quote {
  side: Side;
  position: PositionSide;
  price: string;
  sz: string;
}
export interface QuotePlan {
  cancel: number[];
  place: Quote[];
}

export const perpetualLevels = 10;
/** Distance of the best quote from the index, and between levels, as fractions. */
const halfSpread = 0.000_2;
const gap = 0.000_3;
const firstLevelDollars = 2_500;
/** A position of this size moves the quotes by most of the spread, so that others reduce it. */
const leaningDollars = 250_000;
/** The maker opens nothing more on a side that holds this much. */
const holdingDollarsMax = 2_000_000;
/** New quotes of one round. Quotes at obsolete prices are cancelled without a limit: fills at them would distort the mark price. */
const placesMax = 16;

/** Contracts as text, a whole number of lots and at least one. */
export function sizeText(instrument: QuotedInstrument, dollars: number, price: number): string {
  const lots = Math.max(1, Math.round(dollars / (price * instrument.contractValue * instrument.lotSize)));
  return (lots * instrument.lotSize).toFixed(decimalsOf(instrument.lotSize));
}

function decimalsOf(step: number): number {
  return Math.max(0, Math.round(-Math.log10(step)));
}

function distance(level: number): number {
  return halfSpread + gap * level * (1 + 0.12 * level);
}

/** Cancels of quotes in the wrong place and the missing quotes, the levels nearest to the middle first. */
export function planPerpetualQuotes(
  instrument: QuotedInstrument,
  index: number,
  standing: readonly StandingQuote[],
  holdings: Holdings,
  random: Random,
): QuotePlan {
  const dollars = (size: number) => size * instrument.contractValue * index;
  const lean = Math.max(-1, Math.min(1, dollars(holdings.long - holdings.short) / leaningDollars));
  const mid = index * (1 - lean * halfSpread * 0.8);
  const buys = planSide(instrument, 'buy', mid, standing, random, {
    closing: 'short',
    closable: holdings.short,
    mayOpen: dollars(holdings.long) < holdingDollarsMax,
  });
  const sells = planSide(instrument, 'sell', mid, standing, random, {
    closing: 'long',
    closable: holdings.long,
    mayOpen: dollars(holdings.short) < holdingDollarsMax,
  });
  const place = buys.place.flatMap((quote, at) => [quote, ...sells.place.slice(at, at + 1)]);
  place.push(...sells.place.slice(buys.place.length));
  return { cancel: [...buys.cancel, ...sells.cancel], place: place.slice(0, placesMax) };
}

interface SideRules {
  /** The position that this side closes, and how much of it there is. */
  closing: PositionSide;
  closable: number;
  mayOpen: boolean;
}

function planSide(
  instrument: QuotedInstrument,
  side: Side,
  mid: number,
  standing: readonly StandingQuote[],
  random: Random,
  rules: SideRules,
): QuotePlan {
  const sign = side === 'buy' ? -1 : 1;
  const free = new Set(standing.filter((quote) => quote.side === side));
  const plan: QuotePlan = { cancel: [], place: [] };
  const missing: { level: number; price: number }[] = [];
  let closable = rules.closable;
  for (let level = 0; level < perpetualLevels; level++) {
    const steps = (mid * (1 + sign * distance(level))) / instrument.tickSize;
    const price = (side === 'buy' ? Math.floor(steps) : Math.ceil(steps)) * instrument.tickSize;
    const tolerance = Math.max(instrument.tickSize, mid * gap * 0.55 * (1 + 0.2 * level));
    const kept = [...free].find(
      (quote) => Math.abs(quote.price - price) <= tolerance && (mid - quote.price) * sign < 0,
    );
    if (kept) free.delete(kept);
    else missing.push({ level, price });
  }
  for (const quote of free) plan.cancel.push(quote.id);
  // A closing order holds its part of the position until it is gone.
  for (const quote of standing) if (quote.side === side && quote.position === rules.closing) closable -= quote.size;
  for (const { level, price } of missing) {
    const sz = sizeText(instrument, firstLevelDollars * random.between(0.4, 1.6) * (1 + 0.3 * level), price);
    const opening = rules.closing === 'long' ? 'short' : 'long';
    const closes = closable >= Number(sz);
    if (price <= 0 || (!closes && !rules.mayOpen)) continue;
    if (closes) closable -= Number(sz);
    plan.place.push({
      side,
      position: closes ? rules.closing : opening,
      price: price.toFixed(instrument.priceDecimals),
      sz,
    });
  }
  return plan;
}
