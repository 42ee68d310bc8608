/** One spot shard, and what is asked of the live views of all of them. */
import type { ShardOf } from '@pelican/shared/engine';
import type { SettledWaiter, SpotEngine } from '../../shards/index.ts';
import type { MarketView } from '../live-listeners.ts';
import type { LiveMarketData } from './live-market-data.ts';
import type { LiveOrder } from './live-order.ts';
import type { SpotMarketState } from './market-state.ts';
import type { UserListener } from './user-watch.ts';

/** One spot shard as this process trades on it. */
export interface SpotShard {
  shard: ShardOf<'spot'>;
  engine: SpotEngine;
  live: LiveMarketData;
  settled: Pick<SettledWaiter, 'waitUntilSettled'>;
}

/** What modules and socket ask of the live views. */
export interface SpotView extends MarketView<SpotMarketState> {
  readonly orders: {
    readonly size: number;
    get(id: number): LiveOrder | undefined;
    /** Newest first. */
    ofUser(userId: number): LiveOrder[];
  };
  /** See UserListener; figures of balances are the sums over the shards. */
  watchUser(userId: number, listener: UserListener): () => void;
}
