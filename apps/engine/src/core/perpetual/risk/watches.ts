/**
 * Whom a tick has to look at (docs/decisions/0033). Each isolated position, and each cross account once per market of its
 * positions, has an interval of marks within which nothing can become due for it: no liquidation, no cancelling of its
 * orders, no warning. Derived: those without an interval are evaluated in the next tick at the latest.
 *
 * Each of those questions is the sign of f = equity - x * requirement (- freeze), which is linear in every mark. For n
 * markets, f changes by the sum of slope_i * move_i. Inside the intervals every adverse term is smaller than |f| / n by
 * `margin` slacks, so f keeps its sign, and stays further from 0 than the doubles that it is computed with can be wrong by.
 */
import { PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import type { Account, Market, PerpetualShard, Position, Watch } from '../state.ts';
import { type Estimate, requirementRateOf } from './exposure.ts';
import { isMarkTrusted } from './market-state.ts';
import { dropWatch, removeWatch, unlink } from './unwatched.ts';

/** Of equity to requirement: the limit of liquidation, the levels of the warnings, and of recovery from them. */
const ratios = [1, 1.5, 3, 3.3] as const;
/** The slack of an estimate is doubled within an interval at most, and multiplied by 1 + the largest ratio. */
const margin = 16;

/** Forgets the intervals that the marks of now have left. */
export function dropLeft(shard: PerpetualShard, { falls, rises, markTicks }: Market): void {
  for (let left = falls.popUpTo(-markTicks); left; left = falls.popUpTo(-markTicks)) dropWatch(shard, left.subject);
  for (let left = rises.popUpTo(markTicks); left; left = rises.popUpTo(markTicks)) dropWatch(shard, left.subject);
}

/** Everything without an interval (from an index on), which the caller evaluates and watches again. */
export function takeUnwatched(shard: PerpetualShard, start = 0): (Position | Account)[] {
  const taken = shard.unwatched.splice(start);
  for (const subject of taken) subject.isUnwatched = false;
  return taken;
}

/** Watches an isolated position that was evaluated at the mark of now. */
export function watchPosition(shard: PerpetualShard, held: Position, { equity, required, slack }: Estimate): void {
  const { market } = held;
  const interval = new Interval(market.markTicks, 1, slack);
  for (const ratio of ratios) interval.narrow(equity - ratio * required, slopeOf(held, ratio));
  if (interval.isEmpty) {
    removeWatch(held);
    dropWatch(shard, held);
  } else held.watch = put(held.watch, held, market, interval);
}

/** Watches a cross account that was evaluated at the marks of now. */
export function watchAccount(shard: PerpetualShard, account: Account, estimate: Estimate): void {
  const before = account.watches;
  account.watches = [];
  const markets = new Set(account.crossPositions.map(({ market }) => market));
  const weights = weightsOf(account, estimate);
  noteTrustDependence(account, markets, weights.length === 1);
  for (const market of markets) {
    const interval = intervalOf(account, market, markets.size, estimate, weights);
    if (interval.isEmpty) {
      dropWatch(shard, account);
      break;
    }
    const known = before.find(({ fall }) => fall?.heap === market.falls);
    account.watches.push(put(known, account, market, interval));
  }
  for (const watch of before) if (!account.watches.includes(watch)) unlink(watch);
}

/** An equity of an account that decides whether it is due, and of which legs a haircut is in it. */
interface Weighed {
  equity: number;
  isCut(market: Market): boolean;
}

/**
 * Where every question has the same answer without any haircut and with all of them, it has that answer whichever marks are
 * trusted: then the interval holds for both. Else it holds for the trust of now.
 */
function weightsOf(account: Account, { equity, mostEquity, leastEquity, required }: Estimate): Weighed[] {
  const freeze = Number(account.crossFreeze);
  const differs = (limit: number) => mostEquity > limit !== leastEquity > limit;
  if (ratios.some((ratio) => differs(ratio * required)) || differs(required + freeze))
    return [{ equity, isCut: (market) => !isMarkTrusted(market) }];
  return [
    { equity: mostEquity, isCut: () => false },
    { equity: leastEquity, isCut: () => true },
  ];
}

function noteTrustDependence(account: Account, markets: ReadonlySet<Market>, isTrustDependent: boolean): void {
  for (const { trustDependent } of markets) {
    if (isTrustDependent) trustDependent.add(account);
    else if (trustDependent.size > 0) trustDependent.delete(account);
  }
}

function intervalOf(
  { crossPositions, crossFreeze }: Account,
  market: Market,
  parts: number,
  { required, slack }: Estimate,
  weights: readonly Weighed[],
): Interval {
  const interval = new Interval(market.markTicks, parts, slack);
  const freeze = Number(crossFreeze);
  const legs = crossPositions.filter((leg) => leg.market === market);
  for (const { equity, isCut } of weights) {
    const cut = isCut(market) ? market.settings.staleHaircut / 1e8 : 0;
    for (const ratio of ratios) {
      let slope = 0;
      for (const leg of legs) slope += slopeOf(leg, ratio) - cut * perTickOf(leg);
      interval.narrow(equity - ratio * required, slope);
      if (ratio === 1 && freeze > 0) interval.narrow(equity - freeze - required, slope);
    }
  }
  return interval;
}

/** What equity - ratio x requirement of a position changes by with one tick of its mark. */
function slopeOf(held: Position, ratio: number): number {
  const { market, lots, position } = held;
  return perTickOf(held) * ((position === PositionSide.long ? 1 : -1) - ratio * requirementRateOf(market, lots));
}

function perTickOf({ market, lots }: Position): number {
  return lots * Number(market.instrument.unit);
}

/** The marks between `low` and `high`, both excluded. */
class Interval {
  low: number;
  high: number;
  isEmpty = false;
  readonly #mark: number;
  readonly #parts: number;
  readonly #slack: number;

  /** From half to twice the mark, so that no estimate becomes more than twice as wrong. */
  constructor(mark: number, parts: number, slack: number) {
    this.#mark = mark;
    this.#parts = parts;
    this.#slack = margin * slack;
    this.low = Math.floor(mark / 2);
    this.high = mark * 2;
  }

  /** Leaves the marks at which `f`, with its slope, keeps its sign. */
  narrow(f: number, slope: number): void {
    const size = Math.abs(f);
    const steepness = Math.abs(slope);
    if (!(size > this.#slack)) this.isEmpty = true;
    if (this.isEmpty || steepness === 0) return;
    const distance = size / (this.#parts * steepness) - this.#slack / steepness - 1;
    if (!(distance > 0)) this.isEmpty = true;
    else if (f > 0 === slope > 0) this.low = Math.max(this.low, Math.floor(this.#mark - distance));
    else this.high = Math.min(this.high, Math.ceil(this.#mark + distance));
  }
}

/** Puts a watch where its interval ends, a new one when there is none. */
function put(
  known: Watch | undefined,
  subject: Position | Account,
  { falls, rises }: Market,
  { low, high }: Interval,
): Watch {
  const watch = known ?? { subject, fall: undefined, rise: undefined };
  if (watch.fall) falls.move(watch.fall, -low);
  else watch.fall = falls.add(-low, watch);
  if (watch.rise) rises.move(watch.rise, high);
  else watch.rise = rises.add(high, watch);
  return watch;
}
