/**
 * Whom a tick has to look at (docs/decisions/0033). Each isolated position, and each cross account once per market of its
 * positions, has an interval of marks within which nothing can become due for it: no liquidation, no cancelling of its
 * orders, no warning. Derived: whoever has no interval is evaluated in the next tick.
 *
 * Each of those questions is the sign of f = equity - x * requirement (- freeze), which is linear in every mark. For n
 * markets, f changes by the sum of slope_i * move_i. Inside the intervals every adverse term is smaller than |f| / n by
 * `margin` slacks, so f keeps its sign, and stays further from 0 than the doubles that it is computed with can be wrong by.
 */
import { PositionSide } from '@pelican/shared/engine/perpetual/terms.ts';
import type { Account, Market, PerpetualShard, Position, Watch } from '../state.ts';
import { type Estimate, requirementRateOf } from './exposure.ts';
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

/** Everything without an interval, which the caller evaluates and watches again. */
export function takeUnwatched(shard: PerpetualShard): (Position | Account)[] {
  const taken = shard.unwatched;
  shard.unwatched = [];
  for (const subject of taken) subject.isUnwatched = false;
  return taken;
}

/** Watches an isolated position that was evaluated at the mark of now. */
export function watchPosition(shard: PerpetualShard, held: Position, { equity, required, slack }: Estimate): void {
  removeWatch(held);
  const { market } = held;
  const interval = new Interval(market.markTicks, 1, slack);
  for (const ratio of ratios) interval.narrow(equity - ratio * required, slopeOf(held, ratio));
  if (interval.isEmpty) dropWatch(shard, held);
  else held.watch = link(held, market, interval);
}

/** Watches a cross account that was evaluated at the marks of now. */
export function watchAccount(shard: PerpetualShard, account: Account, { equity, required, slack }: Estimate): void {
  for (const watch of account.watches) unlink(watch);
  account.watches = [];
  const legs = account.crossPositions;
  const markets = new Set(legs.map(({ market }) => market));
  const freeze = Number(account.crossFreeze);
  for (const market of markets) {
    const interval = new Interval(market.markTicks, markets.size, slack);
    for (const ratio of ratios) {
      let slope = 0;
      for (const leg of legs) if (leg.market === market) slope += slopeOf(leg, ratio);
      interval.narrow(equity - ratio * required, slope);
      if (ratio === 1 && freeze > 0) interval.narrow(equity - freeze - required, slope);
    }
    if (interval.isEmpty) {
      dropWatch(shard, account);
      return;
    }
    account.watches.push(link(account, market, interval));
  }
}

/** What equity - ratio x requirement of a position changes by with one tick of its mark. */
function slopeOf({ market, lots, position }: Position, ratio: number): number {
  const perTick = lots * Number(market.instrument.unit);
  return perTick * ((position === PositionSide.long ? 1 : -1) - ratio * requirementRateOf(market, lots));
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

function link(subject: Position | Account, market: Market, { low, high }: Interval): Watch {
  const watch: Watch = { subject, fall: undefined, rise: undefined };
  watch.fall = market.falls.add(-low, watch);
  watch.rise = market.rises.add(high, watch);
  return watch;
}
