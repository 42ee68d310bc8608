/**
 * The listings in memory: what every part of the API needs to know of assets and markets, with the scales that turn
 * decimals into the engine's integers. Read from Postgres at start and again when the engine reports a changed setting.
 */
import type { ShardOf } from '@pelican/shared/engine';
import { keepsRange, type MarketSettings } from '@pelican/shared/engine/spot';
import {
  type MarketScale,
  marketScale,
  parseLots,
  parsePriceTicks,
  parseUnits,
  stripZeros,
} from '@pelican/shared/money';
import type { Pool } from 'pg';

export interface CatalogAsset {
  id: number;
  ticker: string;
  label: string;
  scale: number;
  displayScale: number;
  isFiat: boolean;
  isStable: boolean;
  isTop: boolean;
  isErc20: boolean;
  isMemo: boolean;
  isDefi: boolean;
  depositable: boolean;
  withdrawable: boolean;
  /** Also by users without KYC, within the limit of those without a second factor. */
  unverifiedWithdrawals: boolean;
}

export interface CatalogMarket {
  id: number;
  /** The shard that matches its orders. */
  shardId: number;
  venue: string;
  name: string;
  base: CatalogAsset;
  quote: CatalogAsset;
  priceStep: string;
  amountStep: string;
  amountMin: string;
  amountMax: string;
  totalMin: string;
  priceMax: string;
  priceBandPpm: number;
  makerFeePpm: number;
  takerFeePpm: number;
  serviceFeePpm: number;
  serviceFeeBuyPpm: number;
  gstPpm: number;
  tdsPpm: number;
  tax: MarketSettings['tax'];
  status: MarketSettings['status'];
  selfTrade: MarketSettings['selfTrade'];
  isNew: boolean;
  scale: MarketScale;
}

export interface Catalog {
  assets: readonly CatalogAsset[];
  markets: readonly CatalogMarket[];
  assetById(id: number): CatalogAsset | undefined;
  assetByTicker(ticker: string): CatalogAsset | undefined;
  marketById(id: number): CatalogMarket | undefined;
  marketByName(name: string): CatalogMarket | undefined;
}

const assetColumns = `id, ticker, label, scale, display_scale AS "displayScale", is_fiat AS "isFiat",
  is_stable AS "isStable", is_top AS "isTop", is_erc20 AS "isErc20", is_memo AS "isMemo", is_defi AS "isDefi",
  depositable, withdrawable, unverified_withdrawals AS "unverifiedWithdrawals"`;
const marketColumns = `id, shard_id AS "shardId", venue, name, base_asset_id AS "baseId", quote_asset_id AS "quoteId",
  price_step AS "priceStep", amount_step AS "amountStep", amount_min AS "amountMin", amount_max AS "amountMax",
  total_min AS "totalMin", price_max AS "priceMax", price_band_ppm AS "priceBandPpm", maker_fee_ppm AS "makerFeePpm",
  taker_fee_ppm AS "takerFeePpm", service_fee_ppm AS "serviceFeePpm", service_fee_buy_ppm AS "serviceFeeBuyPpm",
  gst_ppm AS "gstPpm", tds_ppm AS "tdsPpm", tax, status, self_trade AS "selfTrade", is_new AS "isNew"`;

type MarketRow = Omit<CatalogMarket, 'base' | 'quote' | 'scale'> & { baseId: number; quoteId: number };

/**
 * Reads all assets and markets, in their listing order. With shards, the catalog lists and names their markets only;
 * `marketById` knows those of the other shards too, which a user's history may hold.
 */
export async function loadCatalog(pool: Pick<Pool, 'query'>, shards?: readonly ShardOf<'spot'>[]): Promise<Catalog> {
  const assets = (await pool.query<CatalogAsset>(`SELECT ${assetColumns} FROM assets ORDER BY position, id`)).rows;
  const rows = await pool.query<MarketRow>(
    `SELECT ${marketColumns} FROM markets WHERE venue = 'spot' ORDER BY position, id`,
  );
  const assetsById = new Map(assets.map((asset) => [asset.id, asset]));
  const assetsByTicker = new Map(assets.map((asset) => [asset.ticker, asset]));
  const all = rows.rows.map((row) => toMarket(row, assetsById));
  const markets = all.filter(({ shardId }) => shards?.some(({ id }) => id === shardId) ?? true);
  const marketsById = new Map(all.map((market) => [market.id, market]));
  const marketsByName = new Map(markets.map((market) => [market.name, market]));
  return {
    assets,
    markets,
    assetById: (id) => assetsById.get(id),
    assetByTicker: (ticker) => assetsByTicker.get(ticker),
    marketById: (id) => marketsById.get(id),
    marketByName: (name) => marketsByName.get(name),
  };
}

function toMarket(row: MarketRow, assets: Map<number, CatalogAsset>): CatalogMarket {
  const { baseId, quoteId, ...columns } = row;
  const base = assets.get(baseId);
  const quote = assets.get(quoteId);
  if (!base || !quote) throw new Error(`market ${row.name} refers to an unknown asset`);
  const market = {
    ...columns,
    base,
    quote,
    priceStep: stripZeros(row.priceStep),
    amountStep: stripZeros(row.amountStep),
    amountMin: stripZeros(row.amountMin),
    amountMax: stripZeros(row.amountMax),
    totalMin: stripZeros(row.totalMin),
    priceMax: stripZeros(row.priceMax),
  };
  return { ...market, scale: marketScale(market) };
}

/**
 * The listing as the engine wants it.
 * @throws RangeError when a limit is not a multiple of its step, or the engine's integers do not suffice for the limits
 */
export function engineSettings(market: CatalogMarket): MarketSettings {
  const lots = (amount: string) => count(parseLots(amount, market.scale), `${market.name}: ${amount}`);
  const total = parseUnits(market.totalMin, market.quote.scale);
  if (!('units' in total)) throw new RangeError(`${market.name}: ${market.totalMin} ${total.problem}`);
  const settings: MarketSettings = {
    kind: 'market',
    id: market.id,
    name: market.name,
    base: market.base.id,
    quote: market.quote.id,
    lotBaseUnits: market.scale.lotBaseUnits,
    tickLotQuoteUnits: market.scale.tickLotQuoteUnits,
    amountMinLots: lots(market.amountMin),
    amountMaxLots: lots(market.amountMax),
    totalMin: total.units,
    priceMaxTicks: count(parsePriceTicks(market.priceMax, market.scale), `${market.name}: ${market.priceMax}`),
    priceBandPpm: market.priceBandPpm,
    makerFeePpm: market.makerFeePpm,
    takerFeePpm: market.takerFeePpm,
    serviceFeePpm: market.serviceFeePpm,
    serviceFeeBuyPpm: market.serviceFeeBuyPpm,
    gstPpm: market.gstPpm,
    tdsPpm: market.tdsPpm,
    tax: market.tax,
    status: market.status,
    selfTrade: market.selfTrade,
  };
  if (settings.amountMinLots > settings.amountMaxLots)
    throw new RangeError(`${market.name}: amountMin is above amountMax`);
  if (!keepsRange(settings)) {
    throw new RangeError(`${market.name}: priceMax x amountMax with fees passes 2^53 of the smallest unit`);
  }
  return settings;
}

function count(parsed: ReturnType<typeof parseLots>, what: string): number {
  if ('problem' in parsed) throw new RangeError(`${what} ${parsed.problem}`);
  return parsed.count;
}
