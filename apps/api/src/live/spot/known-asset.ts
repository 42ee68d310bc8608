import { DomainError } from '@pelican/shared/contracts';
import { type CatalogAsset, publicMarkets, type UnopenedAssets } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { knownMarket } from './known-market.ts';
import type { SpotVenue } from './spot-venue.ts';

/** No asset has this id. */
const noAsset = 0;

/**
 * The asset that a call names, as `knownMarket` says it of markets: undefined for one that has not opened, but for who holds some of it
 * (docs/decisions/0226). One that is in an open market is answered at once, so that calls which come one behind the other keep their order. One that
 * there is not is looked for as long as one that has not opened: which of two answers comes first does not tell them apart.
 * @param userId who asks, where it is known
 */
export type KnownAsset = (
  ticker: string,
  userId?: number,
) => CatalogAsset | undefined | Promise<CatalogAsset | undefined>;

export function createKnownAsset(deps: {
  pool: Queryable;
  live: Pick<SpotVenue, 'catalog' | 'view'>;
  unopened: UnopenedAssets;
}): KnownAsset {
  const { pool, live, unopened } = deps;

  async function find(asset: CatalogAsset | undefined, userId: number | undefined): Promise<CatalogAsset | undefined> {
    const hidden = await unopened();
    if (asset && (!hidden.has(asset.id) || isInKnownMarket(live, asset, userId))) return asset;
    return userId !== undefined && (await holdsSome(pool, userId, asset?.id ?? noAsset)) ? asset : undefined;
  }

  return (ticker, userId) => {
    const asset = live.catalog().assetByTicker(ticker);
    if (asset && publicMarkets(live.catalog()).some((market) => isOf(market, asset))) return asset;
    return find(asset, userId);
  };
}

/** The asset that a call names in its field `ticker`. @throws DomainError unknown_asset, also for one that has not opened */
export async function requireAsset(knownAsset: KnownAsset, ticker: string, userId?: number): Promise<CatalogAsset> {
  const asset = await knownAsset(ticker, userId);
  if (!asset) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
  return asset;
}

interface Pair {
  base: CatalogAsset;
  quote: CatalogAsset;
}

function isOf({ base, quote }: Pair, { id }: CatalogAsset): boolean {
  return base.id === id || quote.id === id;
}

/** A coin whose markets were closed after they had traded is no secret, and who has an order in one of them ends it by the coin's name. */
function isInKnownMarket(
  live: Pick<SpotVenue, 'catalog' | 'view'>,
  asset: CatalogAsset,
  userId: number | undefined,
): boolean {
  return live
    .catalog()
    .markets.some((market) => isOf(market, asset) && knownMarket(live, market.name, userId) !== undefined);
}

/** In any account of the ledger (the main wallet, a transfer code, a pledge, on the way to a shard), or in the trade wallet. */
async function holdsSome(pool: Queryable, userId: number, assetId: number): Promise<boolean> {
  const { rows } = await pool.query<{ holds: boolean }>(
    `SELECT EXISTS (SELECT FROM ledger_accounts WHERE user_id = $1 AND asset_id = $2 AND balance > 0)
        OR EXISTS (SELECT FROM trade_balances WHERE user_id = $1 AND asset_id = $2 AND available + frozen > 0) AS holds`,
    [userId, assetId],
  );
  return rows[0]?.holds === true;
}
