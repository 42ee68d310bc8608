/** Writing listings: rows in Postgres, and in the same transaction the commands that bring them to the engine. */
import { DomainError } from '@pelican/shared/contracts';
import { assetIdOf, type CatalogMarket, insertListing, listingRefused, loadCatalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { demandAnswered, findShards } from '../../shards/index.ts';
import type { AssetInput, MarketChange, MarketInput } from './listing-input.ts';

/** Listings are written one after the other; reading goes on. */
export async function lockListings(tx: Queryable): Promise<void> {
  await tx.query('LOCK TABLE assets, markets IN SHARE ROW EXCLUSIVE MODE');
}

/** Lists an asset under the next free id. @returns the id, undefined when the ticker is listed already */
export async function insertAsset(tx: Queryable, asset: AssetInput): Promise<number | undefined> {
  if (await isListed(tx, 'SELECT 1 FROM assets WHERE ticker = $1', asset.ticker)) return undefined;
  const displayScale = asset.displayScale ?? Math.min(asset.scale, 8);
  return insertListing(tx, 'assets', { ...asset, displayScale });
}

/** Lists a spot market under the next free id. @throws DomainError invalid_argument @returns undefined when it is listed already */
export async function insertMarket(tx: Queryable, market: MarketInput): Promise<number | undefined> {
  const { shard, ...listing } = market;
  const [base = '', quote = ''] = market.name.split('_');
  const row = {
    ...listing,
    baseAssetId: await assetIdOf(tx, base),
    quoteAssetId: await assetIdOf(tx, quote),
    shardId: await shardId(tx, shard),
  };
  if (await isListed(tx, "SELECT 1 FROM markets WHERE venue = 'spot' AND name = $1", market.name)) return undefined;
  return insertListing(tx, 'markets', row);
}

async function isListed(tx: Queryable, select: string, name: string): Promise<boolean> {
  const { rowCount } = await tx.query(select, [name]);
  return rowCount !== 0;
}

/** @throws DomainError invalid_argument when there is no spot shard of that name */
async function shardId(tx: Queryable, name: string | undefined): Promise<number> {
  const shards = await findShards(tx, 'spot');
  const shard = name === undefined ? shards[0] : shards.find((one) => one.name === name);
  if (!shard)
    throw listingRefused(`there is no spot shard ${name}; there are ${shards.map((one) => one.name).join(', ')}`);
  return shard.id;
}

/**
 * Prices and amounts are counted in steps, in orders and by every API process. So they change only while the engine is known to
 * take no orders, and Postgres has none.
 * @throws DomainError invalid_argument
 */
export async function demandFreeSteps(tx: Queryable, before: CatalogMarket, change: MarketChange): Promise<void> {
  const { id, name } = before;
  const { priceStep = before.priceStep, amountStep = before.amountStep } = change;
  if (priceStep === before.priceStep && amountStep === before.amountStep) return;
  if (before.status === 'open')
    throw listingRefused(
      `${name} is open, and steps change only in a market that is not: set status=cancelOnly before`,
    );
  await demandAnswered(tx, { subject: `market:${id}`, name });
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) FROM spot_orders WHERE market_id = $1 AND finished_at = 'infinity' AND status <= 2`,
    [id],
  );
  const count = Number(rows[0]?.count);
  if (count > 0) throw listingRefused(`${name} has ${count} open orders, and steps cannot change under them`);
}

/** As `findMarket`, of one that is listed. */
export async function findMarketById(db: Queryable, id: number): Promise<CatalogMarket> {
  const market = (await loadCatalog(db)).marketById(id);
  if (!market) throw new Error(`there is no market ${id}`);
  return market;
}

/** The listing as it is in Postgres now. @throws DomainError unknown_pair */
export async function findMarket(db: Queryable, name: string): Promise<CatalogMarket> {
  const catalog = await loadCatalog(db);
  const market = catalog.marketByName(name);
  if (!market) throw new DomainError('unknown_pair', { message: `there is no market ${name}` });
  return market;
}
