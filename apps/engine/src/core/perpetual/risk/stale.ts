/** While no tick comes, an index is stale by the journal's own time. */
import { MarketState } from '@pelican/shared/engine/perpetual';
import type { Changes } from '../changes.ts';
import { continuePausing, setMarketState } from '../market-state.ts';

/** Longer than a ticker takes to follow another, and than an index may be silent while ticks come. */
const silenceMsMax = 15_000;

/** Before a user's command: all markets are stale until the next tick when none has come for too long. */
export function markStale(changes: Changes): void {
  const { shard } = changes;
  if (shard.lastTick === 0 || shard.timeMs - shard.lastTickMs < silenceMsMax) return;
  for (const market of shard.markets.values()) {
    setMarketState(changes, market, Math.max(market.state, MarketState.stale) as MarketState);
    continuePausing(changes, market);
  }
}
