/** What a maker's ladder should look like, and the few commands that bring the standing orders there. Pure. */
import type { Random } from '../../ticker/index.ts';
import type { DeskOrder } from './desk-connection.ts';

/** The wire's side codes. */
export const sell = 1;
export const buy = 2;

export interface QuotedMarket {
  name: string;
  base: string;
  quote: string;
  priceStep: number;
  priceDecimals: number;
  amountStep: number;
  amountDecimals: number;
  amountMin: number;
  totalMin: number;
}

export const levelsPerSide = 14;
/** Distance of the best quote from the simulated price, and between levels, as fractions. */
const halfSpread = 0.000_25;
const gap = 0.000_35;
/** A typical first level in dollars. */
const firstLevelDollars = 900;
/** The socket takes 20 calls a batch. */
const changesMax = 20;

export type BatchCall = [method: string, params: unknown[]];

/** Distance of level `index` from the simulated price, as a fraction. Levels spread out with depth. */
function distance(index: number): number {
  return halfSpread + gap * index * (1 + 0.12 * index);
}

/** A price on the market's grid, rounded away from the middle so that quotes never cross. */
function gridPrice(market: QuotedMarket, price: number, side: number): number {
  const steps = price / market.priceStep;
  return (side === buy ? Math.floor(steps) : Math.ceil(steps)) * market.priceStep;
}

/** The decimal text of an amount worth `dollars`, at least the market's minimum. */
export function amountText(market: QuotedMarket, dollars: number, price: number, dollarsPerQuote: number): string {
  const wanted = dollars / (price * dollarsPerQuote);
  const least = Math.max(market.amountMin, (market.totalMin / price) * 1.05);
  const steps = Math.ceil(Math.max(wanted, least) / market.amountStep);
  return (steps * market.amountStep).toFixed(market.amountDecimals);
}

/**
 * Cancels quotes at obsolete prices, then places missing ones: at most 20 calls, the levels nearest to the middle first, so
 * that a jump is followed in a few rounds rather than in one burst.
 */
export function planQuotes(
  market: QuotedMarket,
  mid: number,
  dollarsPerQuote: number,
  standing: Iterable<DeskOrder>,
  random: Random,
): BatchCall[] {
  const bySide = new Map<number, DeskOrder[]>([
    [buy, []],
    [sell, []],
  ]);
  for (const order of standing) bySide.get(order.side)?.push(order);
  const cancels: BatchCall[] = [];
  const places: BatchCall[] = [];
  for (const [side, orders] of bySide) planSide(market, side, mid, dollarsPerQuote, orders, random, cancels, places);
  return [...cancels.slice(0, changesMax), ...places].slice(0, changesMax);
}

function planSide(
  market: QuotedMarket,
  side: number,
  mid: number,
  dollarsPerQuote: number,
  orders: DeskOrder[],
  random: Random,
  cancels: BatchCall[],
  places: BatchCall[],
): void {
  const sign = side === buy ? -1 : 1;
  const free = new Set(orders);
  for (let index = 0; index < levelsPerSide; index++) {
    const target = gridPrice(market, mid * (1 + sign * distance(index)), side);
    const tolerance = Math.max(market.priceStep, mid * gap * 0.55 * (1 + 0.2 * index));
    const kept = [...free].find(
      (order) => Math.abs(Number(order.price) - target) <= tolerance && isBehind(order, mid, side),
    );
    if (kept) {
      free.delete(kept);
      continue;
    }
    const dollars = firstLevelDollars * random.between(0.35, 1.6) * (1 + 0.3 * index);
    const price = target.toFixed(market.priceDecimals);
    if (target > 0) {
      places.push([
        'order.put_limit',
        [market.name, side, amountText(market, dollars, target, dollarsPerQuote), price, { post_only: true }],
      ]);
    }
  }
  for (const order of free) cancels.push(['order.cancel', [market.name, order.id]]);
}

/** Whether the order still stands on its own side of the simulated price. */
function isBehind(order: DeskOrder, mid: number, side: number): boolean {
  return side === buy ? Number(order.price) < mid : Number(order.price) > mid;
}
