/** The perpetual shard as settlement's loop sees it. */

import type { ClientBase } from 'pg';
import { type InstrumentCatalog, loadInstruments } from '../../catalog/index.ts';
import type { Place } from '../../shards/index.ts';
import type { ShardBatch, ShardSettler, WithConnection } from '../batch.ts';
import type { LastPrices } from '../candles/candle-fold.ts';
import { loadLastPrices } from '../candles/last-prices.ts';
import { changesInstruments, PerpetualBatch } from './perpetual-batch.ts';

class PerpetualSettler implements ShardSettler {
  private catalog: InstrumentCatalog;
  private readonly lastPrices: LastPrices;
  private readonly withConnection: WithConnection;

  constructor(catalog: InstrumentCatalog, lastPrices: LastPrices, withConnection: WithConnection) {
    this.catalog = catalog;
    this.lastPrices = lastPrices;
    this.withConnection = withConnection;
  }

  begin(from: Place): PerpetualBatch {
    return new PerpetualBatch(from, this.catalog, this.lastPrices);
  }

  changesListings(bytes: Uint8Array): boolean {
    return changesInstruments(bytes);
  }

  async reload(batch: ShardBatch): Promise<void> {
    this.catalog = await this.withConnection((client) => loadInstruments(client));
    if (batch instanceof PerpetualBatch) batch.changeCatalog(this.catalog);
  }
}

export async function openPerpetualSettler(client: ClientBase, withConnection: WithConnection): Promise<ShardSettler> {
  const catalog = await loadInstruments(client);
  return new PerpetualSettler(catalog, await loadLastPrices(client, catalog.instruments), withConnection);
}
