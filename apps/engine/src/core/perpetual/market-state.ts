/** Putting a market into the state that operator and index allow. */
import { MarketState, PriceSource } from '@pelican/shared/engine/perpetual';
import { settleWaiting } from './algos/algos.ts';
import { emitMarketPriced } from './change-records.ts';
import type { Changes } from './changes.ts';
import { isMarkTrusted } from './risk/market-state.ts';
import { dropTrustDependent } from './risk/unwatched.ts';
import type { Algo, Market } from './state.ts';

/** Changes a market's state: emits it, and begins to pause or resume its algos. The same state is no change. */
export function setMarketState(changes: Changes, market: Market, state: MarketState): void {
  if (market.state === state) return;
  const wasTrusted = isMarkTrusted(market);
  market.state = state;
  if (isMarkTrusted(market) !== wasTrusted) dropTrustDependent(changes.shard, market);
  dropFirings(market);
  emitMarketPriced(changes, market);
  market.pausingCursor = 0;
  continuePausing(changes, market);
}

/** What a price was about to fire when the market was halted, or its mark lost its trust, fires by the prices after that alone. */
function dropFirings(market: Market): void {
  if (market.firings.length === 0) return;
  const isHalted = market.state === MarketState.halted;
  market.firings = market.firings.filter(({ source }) =>
    source === PriceSource.last ? !isHalted : isMarkTrusted(market),
  );
}

/** Pauses or resumes further algos as the market's state demands, oldest first, as far as the command has budget. */
export function continuePausing(changes: Changes, market: Market): void {
  const { shard, pauses } = changes;
  const max = pauses.left;
  if (market.pausingCursor < 0 || max === 0) return;
  const ids = market.algos.newerThan(market.pausingCursor, max);
  pauses.left -= ids.length;
  market.pausingCursor = ids.length < max ? -1 : (ids.at(-1) as number);
  for (const id of ids) settleWaiting(changes, shard.algos.get(id) as Algo);
}
