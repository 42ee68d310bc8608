/** Which algos a price fires: by age, their children's trades firing others breadth first. */
import { ActualSide, AlgoState, PositionSide, PriceSource } from '@pelican/shared/engine/perpetual/terms.ts';
import { firedLeg, type PriceRange } from '@pelican/shared/perpetual/triggers.ts';
import type { Changes } from '../changes.ts';
import type { Algo, Market } from '../state.ts';
import { fireAlgo, sendRest } from './fire.ts';

/**
 * Fires what a market's price of this source reaches now - of `last` every price traded since the last look - and then
 * whatever the trades of that reach.
 */
export function runTriggers(changes: Changes, market: Market, source: PriceSource): void {
  if (source !== PriceSource.last) {
    const ticks = source === PriceSource.mark ? market.markTicks : market.indexTicks;
    if (ticks > 0) fireReached(changes, market, { source, lowTicks: ticks, highTicks: ticks });
  }
  while (market.tradedHighTicks > 0) {
    const range = { source: PriceSource.last, lowTicks: market.tradedLowTicks, highTicks: market.tradedHighTicks };
    market.tradedLowTicks = 0;
    market.tradedHighTicks = 0;
    fireReached(changes, market, range);
  }
}

function fireReached(changes: Changes, market: Market, range: PriceRange): void {
  const found = market.algos.reached(range.source, range.lowTicks, range.highTicks);
  const reached = found.map((algo) => ({ algo, leg: legReached(algo, range) }));
  for (const { algo, leg } of reached) {
    // An earlier one of this round may have ended it.
    if (leg !== ActualSide.none && algo.state === AlgoState.live)
      fireAlgo(changes, algo, leg, firedTicksOf(algo, leg, range));
  }
}

function legReached(algo: Algo, range: PriceRange): ActualSide {
  return algo.state === AlgoState.live ? firedLeg(algo, range) : ActualSide.none;
}

/** The price that reached the trigger: the highest traded of one that fires upwards, else the lowest. */
function firedTicksOf(algo: Algo, leg: ActualSide, { lowTicks, highTicks }: PriceRange): number {
  const isLong = algo.position === PositionSide.long;
  const isUp = leg === ActualSide.trigger ? algo.triggersUp : (leg === ActualSide.takeProfit) === isLong;
  return isUp ? highTicks : lowTicks;
}

/** Sends again, once a tick, what fired algos could not sell or buy yet, oldest first. */
export function retryFired(changes: Changes, market: Market): void {
  for (const algo of market.algos.unsent()) if (algo.state === AlgoState.partiallyEffective) sendRest(changes, algo);
  runTriggers(changes, market, PriceSource.last);
}
