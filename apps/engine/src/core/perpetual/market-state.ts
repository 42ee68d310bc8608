/** Putting a market into the state that operator and index allow. */
import type { MarketState } from '@pelican/shared/engine/perpetual/terms.ts';
import { settleWaiting } from './algos/algos.ts';
import { emitMarketPriced } from './change-records.ts';
import type { Changes } from './changes.ts';
import { isMarkTrusted } from './risk/market-state.ts';
import { dropTrustDependent } from './risk/unwatched.ts';
import type { Market } from './state.ts';

/** Changes a market's state: emits it, and pauses or resumes the algos that it suspends. The same state is no change. */
export function setMarketState(changes: Changes, market: Market, state: MarketState): void {
  if (market.state === state) return;
  const wasTrusted = isMarkTrusted(market);
  market.state = state;
  if (isMarkTrusted(market) !== wasTrusted) dropTrustDependent(changes.shard, market);
  emitMarketPriced(changes, market);
  for (const algo of market.algos.all()) settleWaiting(changes, algo);
}
