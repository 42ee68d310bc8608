/**
 * A listing (decimal steps and limits, as in Postgres and on the wire) in the engine's integers. The only place that
 * knows how the two relate:
 *   price  = priceTicks x priceStep
 *   amount = lots x amountStep
 *   total  = priceTicks x lots x tickLotQuoteUnits, in the quote asset's smallest units
 */
import { formatUnits, parseUnits, stripZeros } from './decimal.ts';

export interface Listing {
  id: number;
  name: string;
  priceStep: string;
  amountStep: string;
  base: { id: number; ticker: string; scale: number };
  quote: { id: number; ticker: string; scale: number };
}

/** How to turn a market's decimals into engine integers and back. Make one a market and keep it. */
export interface MarketScale {
  priceScale: number;
  /** The price step in units of 10^-priceScale. */
  priceStepUnits: number;
  amountScale: number;
  amountStepUnits: number;
  baseScale: number;
  quoteScale: number;
  lotBaseUnits: number;
  tickLotQuoteUnits: number;
}

function decimalsOf(step: string): number {
  const point = step.indexOf('.');
  return point < 0 ? 0 : step.length - point - 1;
}

function stepUnits(step: string, scale: number): number {
  const parsed = parseUnits(step, scale);
  if (!('units' in parsed) || parsed.units <= 0) throw new RangeError(`a step must be a positive decimal: ${step}`);
  return parsed.units;
}

/** @throws RangeError when the steps have more decimals than the assets keep */
export function marketScale(listing: Pick<Listing, 'priceStep' | 'amountStep' | 'base' | 'quote'>): MarketScale {
  const priceStep = stripZeros(listing.priceStep);
  const amountStep = stripZeros(listing.amountStep);
  const priceScale = decimalsOf(priceStep);
  const amountScale = decimalsOf(amountStep);
  const spare = listing.quote.scale - priceScale - amountScale;
  if (spare < 0)
    throw new RangeError(
      `price and amount steps need ${priceScale + amountScale} decimals, the quote keeps ${listing.quote.scale}`,
    );
  if (amountScale > listing.base.scale) throw new RangeError('the amount step is finer than the base asset');
  const priceStepUnits = stepUnits(priceStep, priceScale);
  const amountStepUnits = stepUnits(amountStep, amountScale);
  return {
    priceScale,
    priceStepUnits,
    amountScale,
    amountStepUnits,
    baseScale: listing.base.scale,
    quoteScale: listing.quote.scale,
    lotBaseUnits: amountStepUnits * 10 ** (listing.base.scale - amountScale),
    tickLotQuoteUnits: priceStepUnits * amountStepUnits * 10 ** spare,
  };
}

export type ParsedCount = { count: number } | { problem: 'notDecimal' | 'wrongStep' | 'outOfRange' };

/** A decimal of `scale` decimals as a number of steps of `units`, or why it is not one. */
export function parseSteps(text: string, scale: number, units: number): ParsedCount {
  const parsed = parseUnits(text, scale);
  if ('problem' in parsed) return { problem: parsed.problem === 'tooManyDecimals' ? 'wrongStep' : parsed.problem };
  return parsed.units % units === 0 ? { count: parsed.units / units } : { problem: 'wrongStep' };
}

export function parsePriceTicks(text: string, scale: MarketScale): ParsedCount {
  return parseSteps(text, scale.priceScale, scale.priceStepUnits);
}

export function parseLots(text: string, scale: MarketScale): ParsedCount {
  return parseSteps(text, scale.amountScale, scale.amountStepUnits);
}

export function formatPrice(priceTicks: number, scale: MarketScale): string {
  return formatUnits(priceTicks * scale.priceStepUnits, scale.priceScale);
}

export function formatLots(lots: number, scale: MarketScale): string {
  return formatUnits(lots * scale.amountStepUnits, scale.amountScale);
}

export function formatQuote(units: number, scale: MarketScale): string {
  return formatUnits(units, scale.quoteScale);
}
