/** The spot shard as settlement's loop sees it. */

import type { ClientBase } from 'pg';
import { type Catalog, loadCatalog } from '../../catalog/index.ts';
import type { Place } from '../../shards/index.ts';
import type { ShardBatch, ShardSettler, WithConnection } from '../batch.ts';
import type { LastPrices } from '../candles/candle-fold.ts';
import { loadLastPrices } from '../candles/last-prices.ts';
import { changesListings, SpotBatch } from './spot-batch.ts';

class SpotSettler implements ShardSettler {
  private catalog: Catalog;
  private readonly lastPrices: LastPrices;
  private readonly withConnection: WithConnection;

  constructor(catalog: Catalog, lastPrices: LastPrices, withConnection: WithConnection) {
    this.catalog = catalog;
    this.lastPrices = lastPrices;
    this.withConnection = withConnection;
  }

  begin(from: Place): SpotBatch {
    return new SpotBatch(from, this.catalog, this.lastPrices);
  }

  changesListings(bytes: Uint8Array): boolean {
    return changesListings(bytes);
  }

  async reload(batch: ShardBatch): Promise<void> {
    this.catalog = await this.withConnection((client) => loadCatalog(client));
    if (batch instanceof SpotBatch) batch.changeCatalog(this.catalog);
  }
}

export async function openSpotSettler(client: ClientBase, withConnection: WithConnection): Promise<ShardSettler> {
  const catalog = await loadCatalog(client);
  return new SpotSettler(catalog, await loadLastPrices(client, catalog.markets), withConnection);
}
