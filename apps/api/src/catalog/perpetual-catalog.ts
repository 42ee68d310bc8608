/**
 * The instruments in memory, with what turns their decimals into the engine's integers. Read from Postgres at start and
 * again when the engine reports a changed setting.
 */

import type { ShardOf } from '@pelican/shared/engine';
import type { InstrumentSettings } from '@pelican/shared/engine/perpetual';
import {
  type InstrumentScale,
  instrumentScale,
  instrumentSettings,
  listingOfSettings,
  type MarketScale,
  type PerpetualListing,
} from '@pelican/shared/money';
import { type Instrument, instrumentOf } from '@pelican/shared/perpetual';
import type { Queryable } from '../platform/database/index.ts';

export interface CatalogInstrument {
  id: number;
  /** The shard that matches its orders. */
  shardId: number;
  name: string;
  listing: PerpetualListing;
  settings: InstrumentSettings;
  /** As the formulas take it. */
  terms: Instrument;
  steps: InstrumentScale;
  /** Prices, and amounts in coins. */
  scale: MarketScale;
  base: { ticker: string; label: string };
  settleTicker: string;
}

export interface InstrumentCatalog {
  instruments: readonly CatalogInstrument[];
  instrumentById(id: number): CatalogInstrument | undefined;
  marketByName(name: string): CatalogInstrument | undefined;
  /** What instruments are settled in: the assets of futures wallets. */
  settleAssets: readonly SettleAsset[];
  settleAssetByTicker(ticker: string): SettleAsset | undefined;
}

export interface SettleAsset {
  id: number;
  ticker: string;
}

type ListingRow = Omit<PerpetualListing, 'settleAsset' | 'listedAtMs'> & {
  settleAsset: number;
  listedAtMs: string;
  shardId: number;
  baseTicker: string;
  baseLabel: string;
  settleTicker: string;
};

const listingColumns = `i.id, i.shard_id AS "shardId", i.name, i.settle_asset_id AS "settleAsset", i.contract_value AS "contractValue",
  i.lot_size AS "lotSize", i.tick_size AS "tickSize", i.min_size AS "minSize", i.max_limit_size AS "maxLimitSize",
  i.max_market_size AS "maxMarketSize", i.price_max AS "priceMax", i.maker_fee AS "makerFee", i.taker_fee AS "takerFee",
  i.band_x AS "bandX", i.band_y AS "bandY", i.band_z AS "bandZ", i.funding_cap AS "fundingCap",
  i.funding_interest AS "fundingInterest", i.funding_damper AS "fundingDamper",
  i.funding_interval_ms AS "fundingIntervalMs", i.impact_notional AS "impactNotional", i.stale_haircut AS "staleHaircut", i.orders_max AS "ordersMax",
  i.algos_max AS "algosMax", i.tiers, i.status, floor(extract(epoch FROM i.listed_at) * 1000) AS "listedAtMs",
  b.ticker AS "baseTicker", b.label AS "baseLabel", s.ticker AS "settleTicker"`;

/**
 * Reads all instruments, in their listing order. With a shard, the catalog lists and names its instruments only;
 * `instrumentById` knows those of the other shards too. @throws RangeError for a listing that the engine could not hold
 */
export async function loadInstruments(db: Queryable, shard?: ShardOf<'perpetual'>): Promise<InstrumentCatalog> {
  const { rows } = await db.query<ListingRow>(
    `SELECT ${listingColumns} FROM instruments i JOIN assets b ON b.id = i.base_asset_id
      JOIN assets s ON s.id = i.settle_asset_id ORDER BY i.position, i.id`,
  );
  const all = rows.map(toInstrument);
  return createInstrumentCatalog(
    all.filter(({ shardId }) => shard === undefined || shardId === shard.id),
    all,
  );
}

/** @param all those that `instrumentById` knows */
export function createInstrumentCatalog(
  instruments: readonly CatalogInstrument[],
  all: readonly CatalogInstrument[] = instruments,
): InstrumentCatalog {
  const byId = new Map(all.map((instrument) => [instrument.id, instrument]));
  const settleAssets = new Map(
    instruments.map(({ settleTicker: ticker, settings }) => [ticker, { id: settings.settleAsset, ticker }]),
  );
  const byName = new Map(instruments.map((instrument) => [instrument.name, instrument]));
  return {
    instruments,
    instrumentById: (id) => byId.get(id),
    marketByName: (name) => byName.get(name),
    settleAssets: [...settleAssets.values()],
    settleAssetByTicker: (ticker) => settleAssets.get(ticker),
  };
}

/** @throws RangeError for a listing that the engine could not hold */
export function catalogInstrument(
  listing: PerpetualListing,
  base: CatalogInstrument['base'],
  settleTicker: string,
  shardId: number,
): CatalogInstrument {
  const settings = instrumentSettings(listing);
  const steps = instrumentScale(settings);
  return {
    id: listing.id,
    shardId,
    name: listing.name,
    // Canonical decimals, whatever zeros Postgres keeps.
    listing: listingOfSettings(settings),
    settings,
    terms: instrumentOf(settings),
    steps,
    scale: steps.market,
    base,
    settleTicker,
  };
}

function toInstrument(row: ListingRow): CatalogInstrument {
  const { baseTicker, baseLabel, settleTicker, shardId, listedAtMs, ...columns } = row;
  const listing = { ...columns, listedAtMs: Number(listedAtMs) };
  return catalogInstrument(listing, { ticker: baseTicker, label: baseLabel }, settleTicker, shardId);
}
