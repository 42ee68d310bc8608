/** Writing listings: rows in Postgres, and in the same transaction the commands that bring them to the engine. */
import { DomainError } from '@pelican/shared/contracts';
import { type CatalogMarket, loadCatalog } from '../../catalog/index.ts';
import type { Queryable, Transaction } from '../../platform/database/index.ts';
import { findShards } from '../../shards/index.ts';
import type { AssetInput, MarketChange, MarketInput } from './listing-input.ts';
import { publishListings } from './publish-listings.ts';

/** Listings are written one after the other; reading goes on. */
export async function lockListings(tx: Queryable): Promise<void> {
  await tx.query('LOCK TABLE assets, markets IN SHARE ROW EXCLUSIVE MODE');
}

/** Lists an asset under the next free id. @returns the id, undefined when the ticker is listed already */
export async function insertAsset(tx: Queryable, asset: AssetInput): Promise<number | undefined> {
  const row = { ...asset, displayScale: asset.displayScale ?? Math.min(asset.scale, 8) };
  return insertListed(tx, 'assets', row, 'ticker = $1', asset.ticker);
}

/** Lists a spot market under the next free id. @throws DomainError invalid_argument @returns undefined when it is listed already */
export async function insertMarket(tx: Queryable, market: MarketInput): Promise<number | undefined> {
  const { shard, ...listing } = market;
  const [base = '', quote = ''] = market.name.split('_');
  const row = {
    ...listing,
    baseAssetId: await assetId(tx, base),
    quoteAssetId: await assetId(tx, quote),
    shardId: await shardId(tx, shard),
  };
  return insertListed(tx, 'markets', row, "venue = 'spot' AND name = $1", market.name);
}

async function insertListed(
  tx: Queryable,
  table: 'assets' | 'markets',
  row: Record<string, unknown>,
  condition: string,
  name: string,
): Promise<number | undefined> {
  const known = await tx.query(`SELECT 1 FROM ${table} WHERE ${condition}`, [name]);
  if (known.rowCount !== 0) return undefined;
  const columns = Object.keys(row).map(columnOf);
  const { rows } = await tx.query<{ id: number }>(
    `INSERT INTO ${table} (id, ${columns.join(', ')})
      SELECT coalesce(max(id), 0) + 1, ${columns.map((_, at) => `$${at + 1}`).join(', ')} FROM ${table} RETURNING id`,
    Object.values(row),
  );
  return rows[0]?.id;
}

/** @throws DomainError invalid_argument when there is no spot shard of that name */
async function shardId(tx: Queryable, name: string | undefined): Promise<number> {
  const shards = await findShards(tx, 'spot');
  const shard = name === undefined ? shards[0] : shards.find((one) => one.name === name);
  if (!shard)
    throw new DomainError('invalid_argument', {
      message: `there is no spot shard ${name}; there are ${shards.map((one) => one.name).join(', ')}`,
    });
  return shard.id;
}

async function assetId(tx: Queryable, ticker: string): Promise<number> {
  const { rows } = await tx.query<{ id: number }>('SELECT id FROM assets WHERE ticker = $1', [ticker]);
  if (!rows[0])
    throw new DomainError('invalid_argument', {
      message: `there is no asset ${ticker}: list it first (list-asset ${ticker} ...)`,
    });
  return rows[0].id;
}

/** Names of the input are those of the columns, in another spelling. */
function columnOf(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** Writes the given fields of a market. */
export async function updateMarket(tx: Queryable, marketId: number, change: MarketChange): Promise<void> {
  const names = Object.keys(change);
  if (names.length === 0) return;
  const assignments = names.map((name, at) => `${columnOf(name)} = $${at + 2}`);
  await tx.query(`UPDATE markets SET ${assignments.join(', ')} WHERE id = $1`, [marketId, ...Object.values(change)]);
}

/** Puts into the outbox what is new. @throws DomainError invalid_argument naming what the engine would refuse */
export async function publish(tx: Transaction): Promise<string[]> {
  try {
    return await publishListings(tx);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new DomainError('invalid_argument', {
      message: `the engine would refuse this: ${error.message}`,
      cause: error,
    });
  }
}

/** Steps may not change under orders that count in them. @throws DomainError invalid_argument */
export async function demandNoOrders(tx: Queryable, marketId: number, name: string): Promise<void> {
  const { rows } = await tx.query<{ count: string }>(
    `SELECT count(*) FROM spot_orders WHERE market_id = $1 AND finished_at = 'infinity' AND status <= 2`,
    [marketId],
  );
  const count = Number(rows[0]?.count);
  if (count === 0) return;
  throw new DomainError('invalid_argument', {
    message: `${name} has ${count} open orders, and steps cannot change under them: set status=cancelOnly until they are gone`,
  });
}

/** The listing as it is in Postgres now. @throws DomainError unknown_pair */
export async function findMarket(db: Queryable, name: string): Promise<CatalogMarket> {
  const catalog = await loadCatalog(db);
  const market = catalog.marketByName(name);
  if (!market) throw new DomainError('unknown_pair', { message: `there is no market ${name}; \`markets\` lists them` });
  return market;
}
