/** Which algos a price fires: by age, their children's trades firing others breadth first, a bounded number a command. */
import { ActualSide, AlgoState, PositionSide, PriceSource } from '@pelican/shared/engine/perpetual';
import { firedLeg, type PriceRange } from '@pelican/shared/perpetual';
import type { Changes } from '../changes.ts';
import type { Firing } from '../pending-work.ts';
import { isMarkTrusted } from '../risk/market-state.ts';
import type { Algo, Market } from '../state.ts';
import { isWaiting } from './algos.ts';
import { fireAlgo, sendRest } from './fire.ts';

/**
 * Fires what a market's price of this source reaches now - of `last` every price traded since the last look - and then
 * whatever the trades of that reach. What the command has no budget for goes on in `continueRound`. A mark that is not trusted
 * fires nothing, and neither does its index.
 */
export function runTriggers(changes: Changes, market: Market, source: PriceSource): void {
  if (source !== PriceSource.last && isMarkTrusted(market)) {
    const ticks = source === PriceSource.mark ? market.markTicks : market.indexTicks;
    if (ticks > 0) addFiring(market, { source, lowTicks: ticks, highTicks: ticks });
  }
  continueFiring(changes, market);
}

/** Goes on with the firings of a market, the first one first. */
export function continueFiring(changes: Changes, market: Market): void {
  takeTraded(market);
  for (let [next] = market.firings; next && changes.fires.left > 0; [next] = market.firings) {
    if (fireReached(changes, market, next)) market.firings.shift();
    takeTraded(market);
  }
}

/** Whether a command can go on with a market's firings. */
export function isFiring(market: Market): boolean {
  return market.firings.length > 0;
}

function takeTraded(market: Market): void {
  const { tradedLowTicks: lowTicks, tradedHighTicks: highTicks } = market;
  if (highTicks === 0) return;
  market.tradedLowTicks = 0;
  market.tradedHighTicks = 0;
  addFiring(market, { source: PriceSource.last, lowTicks, highTicks });
}

/** Prices that reach nothing, or nothing that is not about to fire, are not noted. */
function addFiring(market: Market, range: PriceRange): void {
  if (!market.algos.hasReached(range)) return;
  const isCovered = market.firings.some(
    ({ source, lowTicks, highTicks, exempt }) =>
      source === range.source && lowTicks <= range.lowTicks && highTicks >= range.highTicks && exempt.size === 0,
  );
  if (!isCovered) market.firings.push({ ...range, exempt: new Set() });
}

/** Fires what a firing reaches and the command has budget for; true when that was all. */
function fireReached(changes: Changes, market: Market, firing: Firing): boolean {
  const max = changes.fires.left;
  const found = market.algos.reached(firing, firing.exempt, max);
  const reached = found.map((algo) => ({ algo, leg: firedLeg(algo, firing) }));
  changes.fires.left -= found.length;
  for (const { algo, leg } of reached) {
    // An earlier one of this round may have ended it.
    if (isWaiting(algo)) fireAlgo(changes, algo, leg, firedTicksOf(algo, leg, firing));
  }
  return found.length < max;
}

/** The price that reached the trigger: the highest traded of one that fires upwards, else the lowest. */
function firedTicksOf(algo: Algo, leg: ActualSide, { lowTicks, highTicks }: PriceRange): number {
  const isLong = algo.position === PositionSide.long;
  const isUp = leg === ActualSide.trigger ? algo.triggersUp : (leg === ActualSide.takeProfit) === isLong;
  return isUp ? highTicks : lowTicks;
}

/** Begins, once a tick, to send again what fired algos could not sell or buy yet, unless the last time goes on. */
export function beginResending(market: Market): void {
  if (market.resendCursor < 0) market.resendCursor = 0;
}

/**
 * Sends it in all markets as far as the command has budget. A command goes on behind the market at which the budget of the one
 * before ended, so that no market waits for all of another's algos.
 */
export function continueResending(changes: Changes, markets: readonly Market[]): void {
  const { shard, resends } = changes;
  const first = Math.max(
    0,
    markets.findIndex(({ id }) => id > shard.resentMarket),
  );
  shard.resentMarket = 0;
  for (const market of [...markets.slice(first), ...markets.slice(0, first)]) {
    const hadBudget = resends.left > 0;
    resendIn(changes, market);
    if (hadBudget && resends.left === 0) shard.resentMarket = market.id;
  }
}

/** Sends it in one market, oldest first. */
function resendIn(changes: Changes, market: Market): void {
  const { shard, resends } = changes;
  const max = resends.left;
  if (market.resendCursor >= 0 && max > 0) {
    const ids = market.algos.unsentNewerThan(market.resendCursor, max);
    resends.left -= ids.length;
    market.resendCursor = ids.length < max ? -1 : (ids.at(-1) as number);
    for (const id of ids) {
      const algo = shard.algos.get(id);
      if (algo?.state === AlgoState.partiallyEffective) sendRest(changes, algo);
    }
  }
  continueFiring(changes, market);
}
