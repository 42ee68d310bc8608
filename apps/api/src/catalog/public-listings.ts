/**
 * The public part of the catalogue. Closed markets, and assets that are in no market but closed ones, are left out: they are listed
 * before they are announced, and a name alone would give that away (docs/decisions/0211).
 */
import { type Queryable, sharedRead } from '../platform/database/index.ts';
import type { InstrumentCatalog } from './perpetual-catalog.ts';
import type { Catalog, CatalogMarket } from './spot-catalog.ts';

export function publicMarkets({ markets }: Pick<Catalog, 'markets'>): CatalogMarket[] {
  return markets.filter(({ status }) => status !== 'closed');
}

export function publicMarketByName(catalog: Pick<Catalog, 'marketByName'>, name: string): CatalogMarket | undefined {
  const market = catalog.marketByName(name);
  return market?.status === 'closed' ? undefined : market;
}

/** Ids of the assets that are shown only to users who hold some of them. */
export type UnopenedAssets = () => Promise<ReadonlySet<number>>;

const methodsMs = 2_000;

/** Assets that are in no open market, also those that have none yet, which no payment method brings and no instrument is of. */
export function createUnopenedAssets(deps: {
  pool: Queryable;
  spot(): Pick<Catalog, 'assets' | 'markets'>;
  perpetual(): Pick<InstrumentCatalog, 'instruments'>;
}): UnopenedAssets {
  const withMethods = sharedRead(methodsMs, async () => {
    const { rows } = await deps.pool.query<{ id: number }>('SELECT DISTINCT asset_id AS id FROM payment_methods');
    return new Set(rows.map(({ id }) => id));
  });
  return async () => {
    const catalog = deps.spot();
    const unopened = new Set(catalog.assets.map(({ id }) => id));
    for (const { base, quote } of publicMarkets(catalog)) for (const { id } of [base, quote]) unopened.delete(id);
    if (unopened.size === 0) return unopened;
    const traded = new Set(
      deps.perpetual().instruments.flatMap(({ base, settleTicker }) => [base.ticker, settleTicker]),
    );
    // Without Postgres lists go on, and hide what they cannot judge.
    const brought = await withMethods().catch(() => new Set<number>());
    const isPublic = ({ id, ticker }: { id: number; ticker: string }) => traded.has(ticker) || brought.has(id);
    return new Set(catalog.assets.filter((asset) => unopened.has(asset.id) && !isPublic(asset)).map(({ id }) => id));
  };
}
