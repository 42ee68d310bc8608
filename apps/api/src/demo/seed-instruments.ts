/** The demo's perpetual instruments and the index sources of markets as rows; what is there already is left alone. */
import type { Queryable } from '../platform/database/index.ts';
import { demoAssets } from './listings.ts';
import { demoInstruments, demoSources, demoSpotSources } from './perpetual-listings.ts';

export async function seedInstruments(tx: Queryable): Promise<void> {
  const assetId = (ticker: string) => demoAssets.find((asset) => asset.ticker === ticker)?.id;
  for (const [position, { base, tiers, ...listing }] of demoInstruments.entries()) {
    const row = {
      ...listing,
      baseAssetId: assetId(base),
      settleAssetId: assetId('USDT'),
      tiers: JSON.stringify(tiers),
      position,
    };
    const columns = Object.keys(row).map((name) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
    await tx.query(
      `INSERT INTO instruments (${columns.join(', ')}) VALUES (${columns.map((_, at) => `$${at + 1}`).join(', ')})
        ON CONFLICT (id) DO NOTHING`,
      Object.values(row),
    );
  }
  for (const { marketId, id, kind, weight, config } of demoSources()) {
    await tx.query(
      `INSERT INTO index_sources (instrument_id, id, kind, weight, config) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (instrument_id, id) DO NOTHING`,
      [marketId, id, kind, weight, JSON.stringify(config)],
    );
  }
}

/** Sources of spot markets whose index pledges are measured by. */
export async function seedSpotIndexes(tx: Queryable): Promise<void> {
  for (const { marketId, id, kind, weight, config } of demoSpotSources()) {
    await tx.query(
      `INSERT INTO spot_index_sources (market_id, id, kind, weight, config) VALUES ($1, $2, $3, $4, $5)
        ON CONFLICT (market_id, id) DO NOTHING`,
      [marketId, id, kind, weight, JSON.stringify(config)],
    );
  }
}
