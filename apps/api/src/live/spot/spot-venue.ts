/** All spot shards of a process as one: its markets, its users' orders, and which shard does what. */
import { type ShardOf, shardOfObject } from '@pelican/shared/engine/shards.ts';
import type { Pool } from 'pg';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import type { SpotEngine } from '../../shards/index.ts';
import { type SettledWaiter, waitForOwn } from '../../shards/index.ts';
import type { MarketView } from '../live-listeners.ts';
import { JoinedView } from './joined-view.ts';
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

export interface SpotVenue {
  /** In the order of SHARDS. */
  readonly shards: readonly [SpotShard, ...SpotShard[]];
  readonly view: SpotView;
  catalog(): Catalog;
  /** The shard that matches the market's orders. @throws Error for a market of a shard that this process lacks */
  ofMarket(market: Pick<CatalogMarket, 'name' | 'shardId'>): SpotShard;
  /** The shard that gave the id; undefined when this process lacks it. */
  ofOrder(orderId: number): SpotShard | undefined;
  /** Resolves once every event published before the call is applied. @throws DomainError service_unavailable after 2 s */
  waitUntilCurrent(): Promise<void>;
  /** After this Postgres holds everything that was acknowledged to the user before. @throws DomainError service_unavailable */
  waitForOwn(userId: number): Promise<void>;
}

export function joinSpotShards(pool: Pick<Pool, 'query'>, shards: SpotVenue['shards']): SpotVenue {
  const [first] = shards;
  const byId = new Map(shards.map((one) => [one.shard.id, one]));
  const ids = shards.map(({ shard }) => shard.id);
  return {
    shards,
    view: shards.length === 1 ? first.live.view : new JoinedView(pool, shards),
    // One for the whole process: see listings.ts.
    catalog: () => first.live.catalog(),
    ofMarket({ name, shardId }) {
      const found = byId.get(shardId);
      if (!found) throw new Error(`${name} is of the shard ${shardId}, which SHARDS lacks`);
      return found;
    },
    ofOrder: (orderId) => byId.get(shardOfObject(ids, orderId) ?? 0),
    async waitUntilCurrent() {
      await Promise.all(shards.map(({ live }) => live.waitUntilCurrent()));
    },
    async waitForOwn(userId) {
      await Promise.all(shards.map((one) => waitForOwn(one, userId)));
    },
  };
}
