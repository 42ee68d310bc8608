import type { BookLevel } from '../../live/index.ts';

export interface DepthPoint {
  price: number;
  /** Amount of all levels from the best one to this one. */
  cumulative: number;
}

/** Running sums from the best level outwards. For drawing only. */
export function depthPoints(levels: readonly BookLevel[]): DepthPoint[] {
  let cumulative = 0;
  return levels.map((level) => {
    cumulative += level.amountNumber;
    return { price: level.priceNumber, cumulative };
  });
}

/** Levels no further from the middle than the nearer of the two outermost ones, so that both sides get equal room. */
export function balancedRange(
  bids: readonly DepthPoint[],
  asks: readonly DepthPoint[],
): { from: number; to: number } | null {
  const [bid, ask, lowest, highest] = [bids[0], asks[0], bids.at(-1), asks.at(-1)];
  if (!bid || !ask || !lowest || !highest) return null;
  const mid = (bid.price + ask.price) / 2;
  const reach = Math.max(Math.min(mid - lowest.price, highest.price - mid), ask.price - bid.price);
  return { from: mid - reach, to: mid + reach };
}

/** A staircase path from the best level outwards, in the box 0..width x 0..height, closed at the bottom. */
export function stairs(
  points: readonly DepthPoint[],
  range: { from: number; to: number },
  largest: number,
  width: number,
  height: number,
): string {
  const x = (price: number) => (((price - range.from) / (range.to - range.from)) * width).toFixed(1);
  const y = (cumulative: number) => (height - (cumulative / largest) * height).toFixed(1);
  const [first] = points;
  if (!first) return '';
  let path = `M${x(first.price)},${height}`;
  let last = first.price;
  for (const { price, cumulative } of points) {
    path += `H${x(price)}V${y(cumulative)}`;
    last = price;
  }
  const edge = last < first.price ? Math.min(last, range.from) : Math.max(last, range.to);
  return `${path}H${x(edge)}V${height}Z`;
}
