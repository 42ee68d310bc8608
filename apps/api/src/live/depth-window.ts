/** The best levels of a book, optionally merged into coarser prices, and what changed between two such windows. */
import { formatLots, parseUnits } from '@pelican/shared/money';
import { formatPriceUnits } from './figures.ts';
import type { MarketFacts, MarketState } from './market-state.ts';
import type { PriceLevels } from './price-levels.ts';

export interface DepthLevel {
  /** In units of the price scale. */
  price: number;
  lots: number;
  priceText: string;
  amountText: string;
}

/** Best first. */
export interface DepthWindow {
  asks: DepthLevel[];
  bids: DepthLevel[];
}

/** [price, amount] as sent; amount "0" removes. */
export type LevelChange = readonly [string, string];

export interface DepthChange {
  window: DepthWindow;
  asks: LevelChange[];
  bids: LevelChange[];
}

export const emptyWindow: DepthWindow = { asks: [], bids: [] };

/** A merge interval in units of the price scale; 0 when it is finer than the price step and so means the raw book. */
export function mergeUnits(merge: string, market: MarketFacts): number {
  const parsed = parseUnits(merge, market.scale.priceScale);
  if (!('units' in parsed) || parsed.units <= market.scale.priceStepUnits) return 0;
  return parsed.units;
}

export interface WindowShape {
  limit: number;
  /** See `mergeUnits`. */
  merge: number;
  /** Levels to leave out on each side. */
  offset?: number;
}

/** The window as it is now, and its difference to `previous` (of the same shape). */
export function nextWindow(state: MarketState, shape: WindowShape, previous: DepthWindow): DepthChange {
  const asks = nextSide(readSide(state.asks, shape, state.market, false), previous.asks, state.market, 1);
  const bids = nextSide(readSide(state.bids, shape, state.market, true), previous.bids, state.market, -1);
  return { window: { asks: asks.levels, bids: bids.levels }, asks: asks.changes, bids: bids.changes };
}

interface RawSide {
  prices: number[];
  lots: number[];
}

function readSide(levels: PriceLevels, shape: WindowShape, market: MarketFacts, isBid: boolean): RawSide {
  const { limit, merge, offset = 0 } = shape;
  const step = market.scale.priceStepUnits;
  const prices: number[] = [];
  const lots: number[] = [];
  const count = offset + limit;
  levels.walk((priceTicks, levelLots) => {
    let price = priceTicks * step;
    // A merged price is never better than its orders: asks round up, bids down.
    if (merge > 0) price = (isBid ? Math.floor(price / merge) : Math.ceil(price / merge)) * merge;
    if (prices.at(-1) === price) {
      lots[lots.length - 1] = (lots.at(-1) as number) + levelLots;
      return true;
    }
    if (prices.length === count) return false;
    prices.push(price);
    lots.push(levelLots);
    return true;
  });
  return offset === 0 ? { prices, lots } : { prices: prices.slice(offset), lots: lots.slice(offset) };
}

/** @param direction 1 when the best price is the lowest, -1 when it is the highest */
function nextSide(
  next: RawSide,
  previous: DepthLevel[],
  market: MarketFacts,
  direction: number,
): { levels: DepthLevel[]; changes: LevelChange[] } {
  const levels: DepthLevel[] = [];
  const changes: LevelChange[] = [];
  let at = 0;
  next.prices.forEach((price, index) => {
    const lots = next.lots[index] as number;
    while (at < previous.length && ((previous[at] as DepthLevel).price - price) * direction < 0)
      changes.push([(previous[at++] as DepthLevel).priceText, '0']);
    let level = previous[at]?.price === price ? (previous[at++] as DepthLevel) : undefined;
    if (level?.lots !== lots) {
      const priceText = level?.priceText ?? formatPriceUnits(price, market);
      level = { price, lots, priceText, amountText: formatLots(lots, market.scale) };
      changes.push([priceText, level.amountText]);
    }
    levels.push(level);
  });
  // A level that left the window is removed even if it is still in the book: clients that never trim stay right.
  while (at < previous.length) changes.push([(previous[at++] as DepthLevel).priceText, '0']);
  return { levels, changes };
}
