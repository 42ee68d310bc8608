import { DomainError } from '@pelican/shared/contracts';
import { type CatalogAsset, publicMarkets, type UnopenedAssets } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { type PrivateReads, queryRows, type Reader } from '../../platform/http/index.ts';
import { knownMarket } from './known-market.ts';
import type { SpotVenue } from './spot-venue.ts';

type FoundAsset = CatalogAsset | undefined;

/**
 * Looks up the asset that a call names, as `knownMarket` looks up markets (docs/decisions/0226). The answer is undefined for an unknown ticker, and
 * for an asset that has not opened unless the user holds some of it. An asset of an open market is returned synchronously, so that consecutive calls
 * keep their order. An unknown ticker takes as long as an unopened asset, so that the time of the answer does not tell them apart.
 * @param userId who asks, where it is known; the lookup is not charged to the budget of reads, because the call has its own price or rate
 */
export type KnownAsset = (ticker: string, userId?: number) => FoundAsset | Promise<FoundAsset>;

/**
 * As `KnownAsset`, for a list of tickers, in their order: synchronously where all are in open markets, otherwise by one query, which is charged to the
 * reader's budget of reads (docs/decisions/0216). The promise rejects with DomainError too_many_requests.
 */
export type KnownAssets = (tickers: readonly string[], reader: Reader) => FoundAsset[] | Promise<FoundAsset[]>;

export function createKnownAssets(deps: {
  /** Names are looked for in the reader's turn, and not on the connections of trading. */
  reads: PrivateReads;
  live: Pick<SpotVenue, 'catalog' | 'view'>;
  unopened: UnopenedAssets;
}): { knownAsset: KnownAsset; knownAssets: KnownAssets } {
  const { reads, live, unopened } = deps;
  const { pool, queue } = reads;

  /** @param tickers without repeats @returns those that are known, by ticker */
  async function find(tickers: readonly string[], { reader, rows }: Lookup): Promise<Map<string, CatalogAsset>> {
    const hidden = await unopened();
    const named = tickers.map((ticker, index) => {
      const asset = live.catalog().assetByTicker(ticker);
      const isKnown = asset && (!hidden.has(asset.id) || isInKnownMarket(live, asset, reader?.userId));
      // No asset has a negative id: the query has as many of them, whatever there is.
      return { ticker, asset, isKnown, id: asset?.id ?? -1 - index };
    });
    const sought = named.flatMap(({ isKnown, id }) => (isKnown ? [] : [id]));
    const held = new Set<number>();
    if (reader && sought.length > 0) {
      queue.spend(reader, rows);
      for (const id of await queue.run(reader, () => heldAmong(pool, reader.userId, sought))) held.add(id);
    }
    return new Map(
      named.flatMap(({ ticker, asset, isKnown, id }) => (asset && (isKnown || held.has(id)) ? [[ticker, asset]] : [])),
    );
  }

  /** @returns whether an asset is in an open market */
  function openly(): (asset: CatalogAsset) => boolean {
    const open = new Set(publicMarkets(live.catalog()).flatMap(({ base, quote }) => [base.id, quote.id]));
    return ({ id }) => open.has(id);
  }

  return {
    knownAsset(ticker, userId) {
      const asset = live.catalog().assetByTicker(ticker);
      if (asset && openly()(asset)) return asset;
      const reader = userId === undefined ? undefined : { userId };
      return find([ticker], { reader, rows: 0 }).then((found) => found.get(ticker));
    },
    knownAssets(tickers, reader) {
      const isOpen = openly();
      const listed = tickers.map((ticker) => live.catalog().assetByTicker(ticker));
      if (listed.every((asset) => asset && isOpen(asset))) return listed;
      const found = find([...new Set(tickers)], { reader, rows: queryRows });
      return found.then((assets) => tickers.map((ticker) => assets.get(ticker)));
    },
  };
}

interface Lookup {
  /** Undefined: nobody who could hold something. */
  reader: Reader | undefined;
  /** What looking costs of the reader's budget. */
  rows: number;
}

/** The asset that a call names in its field `ticker`. @throws DomainError unknown_asset, also for one that has not opened */
export async function requireAsset(knownAsset: KnownAsset, ticker: string, userId?: number): Promise<CatalogAsset> {
  const asset = await knownAsset(ticker, userId);
  if (!asset) throw new DomainError('unknown_asset', { fields: { ticker: ['Unknown currency'] } });
  return asset;
}

/** A coin whose markets were closed after they had traded is no secret, and who has an order in one of them ends it by the coin's name. */
function isInKnownMarket(
  live: Pick<SpotVenue, 'catalog' | 'view'>,
  { id }: CatalogAsset,
  userId: number | undefined,
): boolean {
  const isKnown = ({ name }: { name: string }) => knownMarket(live, name, userId) !== undefined;
  return live.catalog().markets.some((market) => [market.base.id, market.quote.id].includes(id) && isKnown(market));
}

/** Those in any account of the ledger (the main wallet, a transfer code, a pledge, on the way to a shard), or in the trade wallet. */
async function heldAmong(pool: Queryable, userId: number, assetIds: readonly number[]): Promise<number[]> {
  const { rows } = await pool.query<{ id: number }>(
    `SELECT asset_id AS id FROM ledger_accounts WHERE user_id = $1 AND asset_id = ANY ($2) AND balance > 0
      UNION SELECT asset_id FROM trade_balances WHERE user_id = $1 AND asset_id = ANY ($2) AND available + frozen > 0`,
    [userId, assetIds],
  );
  return rows.map(({ id }) => id);
}
