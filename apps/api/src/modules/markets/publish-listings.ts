/** Publishes the listings, as Postgres has them, to the engines of the spot shards. */
import type { Shard } from '@pelican/shared/engine';
import { type Configure, Op } from '@pelican/shared/engine/spot';
import { type Catalog, engineSettings, loadCatalog, pivotTicker, serviceTicker } from '../../catalog/index.ts';
import type { Transaction } from '../../platform/database/index.ts';
import { publishSettings, type SubjectCommand } from '../../shards/index.ts';

/**
 * Writes a command for every asset, market and shard setting whose newest command says something else: assets before the
 * markets that need them, then the service token. A repeat writes nothing.
 * @param transaction a transaction that holds the listings as they shall be
 * @returns the subjects of the commands written
 * @throws RangeError when a listing is one that the engine would refuse
 */
export function publishListings(transaction: Transaction): Promise<string[]> {
  return publishSettings(transaction, 'spot', async () => {
    const catalog = await loadCatalog(transaction);
    return (shard) => listingCommands(catalog, shard);
  });
}

/** Every asset, the shard's own markets, and its settings. */
function listingCommands(catalog: Catalog, shard: Pick<Shard, 'id'>): SubjectCommand[] {
  const of = (subject: string, settings: Configure['settings']): SubjectCommand => ({
    subject,
    command: { op: Op.configure, user: 0, settings } satisfies Configure,
  });
  const idOf = (ticker: string) => catalog.assetByTicker(ticker)?.id ?? 0;
  return [
    ...catalog.assets.map(({ id, ticker, scale }) => of(`asset:${id}`, { kind: 'asset', id, ticker, scale })),
    ...catalog.markets
      .filter(({ shardId }) => shardId === shard.id)
      .map((market) => of(`market:${market.id}`, engineSettings(market))),
    of('shard:spot', { kind: 'shard', serviceAsset: idOf(serviceTicker), pivotAsset: idOf(pivotTicker) }),
  ];
}
