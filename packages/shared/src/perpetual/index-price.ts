/** The index price: one price out of several sources, none of which can move it far alone. Prices and weights in 10^-8. */
import { clampTo, halfUpDiv, rateOne } from '../money/rounding.ts';

export interface IndexSource {
  id: string;
  weight: bigint;
  price8: bigint;
  ageMs: number;
}

export interface IndexRules {
  /** How far from the median a source counts, 10^-8. */
  clamp: bigint;
  maxAgeMs: number;
  /** Price of a tick, 10^-8. */
  tickSize: bigint;
  /** The last index, to choose by when two sources disagree; null: none yet. */
  lastIndexTicks: number | null;
  /** How long two sources have disagreed already. */
  disagreeingMs: number;
}

export interface IndexPrice {
  /** The sources used, cheapest first. */
  valid: IndexSource[];
  median8: bigint | null;
  /** What each valid source counts as, in their order. */
  clamped8: bigint[];
  /** Before rounding to a tick. */
  raw8: bigint | null;
  /** Null: no valid index. */
  ticks: number | null;
  /** There are two sources and they are more than 5% apart. */
  isDisagreeing: boolean;
}

export const indexRules = { clamp: 2_000_000n, maxAgeMs: 10_000, disagreeingMaxMs: 10_000 } as const;
const agreement = 5_000_000n;

/**
 * Three or more valid sources: each is clamped to the weighted median x (1 +- clamp), then their weighted mean. Two: the
 * plain mean while they are within 5% (of the lower), else the one nearer the last index, for at most 10 s. One: that one.
 * Half up to a tick.
 */
export function indexPrice(sources: readonly IndexSource[], rules: IndexRules): IndexPrice {
  const valid = sources
    .filter((source) => source.ageMs <= rules.maxAgeMs && source.price8 > 0n && source.weight > 0n)
    .sort((a, b) => (a.price8 < b.price8 ? -1 : a.price8 > b.price8 ? 1 : 0));
  if (valid.length >= 3) return ofMany(valid, rules);
  const [low, high] = valid;
  if (!low) return { valid, median8: null, clamped8: [], raw8: null, ticks: null, isDisagreeing: false };
  if (!high) return ofFew(valid, low.price8, 1n, rules, false);
  const isDisagreeing = (high.price8 - low.price8) * rateOne > low.price8 * agreement;
  if (!isDisagreeing) return ofFew(valid, low.price8 + high.price8, 2n, rules, false);
  const nearer = nearerTo(low, high, rules);
  if (nearer === null) return { valid, median8: null, clamped8: [], raw8: null, ticks: null, isDisagreeing };
  return ofFew([nearer], nearer.price8, 1n, rules, true);
}

/** Kept times 2 x 10^8 (the median may be the mean of two, the clamp is a rate), so that only the end rounds. */
function ofMany(valid: IndexSource[], rules: IndexRules): IndexPrice {
  const scale = 2n * rateOne;
  const twiceMedian = twiceWeightedMedian(valid);
  const low = twiceMedian * (rateOne - rules.clamp);
  const high = twiceMedian * (rateOne + rules.clamp);
  const clamped = valid.map((source) => clampTo(source.price8 * scale, low, high));
  const weights = valid.reduce((sum, source) => sum + source.weight, 0n);
  const weighted = valid.reduce((sum, source, at) => sum + source.weight * (clamped[at] ?? 0n), 0n);
  return {
    valid,
    median8: halfUpDiv(twiceMedian, 2n),
    clamped8: clamped.map((value) => halfUpDiv(value, scale)),
    raw8: halfUpDiv(weighted, weights * scale),
    ticks: Number(halfUpDiv(weighted, weights * scale * rules.tickSize)),
    isDisagreeing: false,
  };
}

function ofFew(
  valid: IndexSource[],
  sum8: bigint,
  count: bigint,
  rules: IndexRules,
  isDisagreeing: boolean,
): IndexPrice {
  const mean8 = halfUpDiv(sum8, count);
  return {
    valid,
    median8: mean8,
    clamped8: valid.map((source) => source.price8),
    raw8: mean8,
    ticks: Number(halfUpDiv(sum8, count * rules.tickSize)),
    isDisagreeing,
  };
}

/** Twice the first price whose cumulative weight passes half; at exactly half, that price plus the next. */
function twiceWeightedMedian(sorted: readonly IndexSource[]): bigint {
  const total = sorted.reduce((sum, source) => sum + source.weight, 0n);
  let cumulated = 0n;
  let atHalf: bigint | null = null;
  for (const { price8, weight } of sorted) {
    if (atHalf !== null) return atHalf + price8;
    cumulated += weight;
    if (2n * cumulated > total) return 2n * price8;
    if (2n * cumulated === total) atHalf = price8;
  }
  return 0n;
}

function nearerTo(low: IndexSource, high: IndexSource, rules: IndexRules): IndexSource | null {
  if (rules.lastIndexTicks === null || rules.disagreeingMs > indexRules.disagreeingMaxMs) return null;
  const last8 = BigInt(rules.lastIndexTicks) * rules.tickSize;
  return last8 * 2n <= low.price8 + high.price8 ? low : high;
}
