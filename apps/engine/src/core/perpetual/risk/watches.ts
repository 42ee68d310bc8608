/**
 * Whom a tick has to look at (docs/decisions/0033). Each isolated position, and each cross account once per market of its
 * positions, has an interval of marks within which nothing can become due for it: no liquidation, no cancelling of its
 * orders, no warning. Those without an interval are evaluated in the next round (evaluation.ts).
 *
 * Each of those questions is the sign of f = equity - x * requirement (- freeze), which is linear in every mark. For n
 * markets, f changes by the sum of slope_i * move_i. Inside the intervals every adverse term is smaller than |f| / n by
 * `margin` slacks, so f keeps its sign, and stays further from 0 than the doubles that it is computed with can be wrong by.
 */
import { PositionSide } from '@pelican/shared/engine/perpetual';
import type { Account, Market, PerpetualShard, Position, Subject, Watch } from '../state.ts';
import { isBlocked } from './due.ts';
import { type Estimate, requirementRateOf } from './exposure.ts';
import { isMarkTrusted } from './market-state.ts';
import { dropWatch, removeWatch, unlink } from './unwatched.ts';

/** Ratios of equity to requirement: the limit of liquidation, the levels of the warnings, and the level of recovery from them. */
const ratios = [1, 1.5, 3, 3.3] as const;
/** The slack of an estimate is doubled within an interval at most, and multiplied by 1 + the largest ratio. */
const margin = 16;

/**
 * Returns the subjects whose interval has an end that the present marks have passed: at most `max` ends, of all markets in turn, so that no
 * market waits behind another. Subjects that have changed since, and wait for their evaluation, are among them too.
 */
export function takeLeft({ markets }: PerpetualShard, max: number): Set<Subject> {
  const left = new Set<Subject>();
  let count = 0;
  for (let before = -1; count < max && count > before; ) {
    before = count;
    for (const { falls, rises, markTicks } of markets.values()) {
      const passed = falls.popUpTo(-markTicks) ?? rises.popUpTo(markTicks);
      if (!passed) continue;
      left.add(passed.subject);
      if (++count === max) break;
    }
  }
  return left;
}

/** Whether `takeLeft` has something to take. */
export function hasLeft({ markets }: PerpetualShard): boolean {
  for (const { falls, rises, markTicks } of markets.values())
    if (falls.hasUpTo(-markTicks) || rises.hasUpTo(markTicks)) return true;
  return false;
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
  const legsOf = Map.groupBy(account.crossPositions, ({ market }) => market);
  const weights = weightsOf(account, estimate);
  noteTrustDependence(account, legsOf.keys(), weights.length === 1 || isBlocked(account));
  for (const [market, legs] of legsOf) {
    const interval = intervalOf(account, market, { legs, parts: legsOf.size }, estimate, weights);
    if (interval.isEmpty) {
      dropWatch(shard, account);
      break;
    }
    const known = before.find((watch) => watch.market === market);
    account.watches.push(put(known, account, market, interval));
  }
  const kept = new Set(account.watches);
  for (const watch of before) if (!kept.has(watch)) unlink(watch);
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

function noteTrustDependence(account: Account, markets: Iterable<Market>, isTrustDependent: boolean): void {
  for (const { trustDependent } of markets) {
    if (isTrustDependent) trustDependent.add(account);
    else if (trustDependent.size > 0) trustDependent.delete(account);
  }
}

function intervalOf(
  { crossFreeze }: Account,
  market: Market,
  { legs, parts }: { legs: Position[]; parts: number },
  { required, slack }: Estimate,
  weights: readonly Weighed[],
): Interval {
  const interval = new Interval(market.markTicks, parts, slack);
  const freeze = Number(crossFreeze);
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
  #isEmpty = false;
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

  /** True when the mark is not within. */
  get isEmpty(): boolean {
    return this.#isEmpty || this.low >= this.#mark || this.high <= this.#mark;
  }

  /** Leaves the marks at which `f`, with its slope, keeps its sign. */
  narrow(f: number, slope: number): void {
    const size = Math.abs(f);
    const steepness = Math.abs(slope);
    if (!(size > this.#slack)) this.#isEmpty = true;
    if (this.#isEmpty || steepness === 0) return;
    const distance = size / (this.#parts * steepness) - this.#slack / steepness - 1;
    if (!(distance > 0)) this.#isEmpty = true;
    else if (f > 0 === slope > 0) this.low = Math.max(this.low, Math.floor(this.#mark - distance));
    else this.high = Math.min(this.high, Math.ceil(this.#mark + distance));
  }
}

/** Moves a watch to where its interval ends, or makes a new one. */
function put(known: Watch | undefined, subject: Subject, market: Market, { low, high }: Interval): Watch {
  const watch = known ?? { subject, market, fall: undefined, rise: undefined };
  placeWatch(watch, -low, high);
  return watch;
}

/** Puts a watch at the keys of `falls` and `rises` at which it ends. */
export function placeWatch(watch: Watch, fall: number, rise: number): void {
  const { subject, market } = watch;
  const rank = rankOf(subject);
  if (watch.fall) market.falls.move(watch.fall, fall);
  else watch.fall = market.falls.add(fall, rank, watch);
  if (watch.rise) market.rises.move(watch.rise, rise);
  else watch.rise = market.rises.add(rise, rank, watch);
}

/** Different for all subjects. */
function rankOf(subject: Subject): number {
  return 'positions' in subject ? -subject.user : subject.id;
}
