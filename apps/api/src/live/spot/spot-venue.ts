/** All spot shards of a process as one: its markets, its users' orders, and which shard does what. */
import { shardOfObject } from '@pelican/shared/engine';
import type { Pool } from 'pg';
import type { Catalog, CatalogMarket } from '../../catalog/index.ts';
import { waitForOwn } from '../../shards/index.ts';
import { JoinedView } from './joined-view.ts';
import type { SpotShard, SpotView } from './spot-shard.ts';

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
