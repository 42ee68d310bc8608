/** Spot markets as operators see them. */
import type { OperatorMarket } from '@pelican/shared/contracts/markets';
import { type CatalogAsset, loadCatalog } from '../../catalog/index.ts';
import type { Queryable } from '../../platform/database/index.ts';
import { readOpenings } from './opening-rows.ts';

type ListedAsset = Pick<CatalogAsset, 'ticker' | 'label'>;

/** As they are in Postgres; open orders as far as settlement has come. */
export async function listMarkets(pool: Queryable): Promise<{ result: OperatorMarket[]; assets: ListedAsset[] }> {
  const { markets, assets } = await loadCatalog(pool);
  const openings = await readOpenings(pool);
  const { rows } = await pool.query<{ id: number; count: number }>(
    `SELECT market_id AS id, count(*)::int AS count FROM spot_orders WHERE finished_at = 'infinity' GROUP BY market_id`,
  );
  const openOrders = new Map(rows.map(({ id, count }) => [id, count]));
  const result = markets.map((market) => ({
    id: market.id,
    name: market.name,
    status: market.status,
    openOrders: openOrders.get(market.id) ?? 0,
    priceStep: market.priceStep,
    amountStep: market.amountStep,
    amountMin: market.amountMin,
    amountMax: market.amountMax,
    totalMin: market.totalMin,
    priceMax: market.priceMax,
    priceBandPpm: market.priceBandPpm,
    makerFeePpm: market.makerFeePpm,
    takerFeePpm: market.takerFeePpm,
    serviceFeePpm: market.serviceFeePpm,
    serviceFeeBuyPpm: market.serviceFeeBuyPpm,
    gstPpm: market.gstPpm,
    tdsPpm: market.tdsPpm,
    tax: market.tax,
    selfTrade: market.selfTrade,
    isNew: market.isNew,
    opensAt: openings.get(market.id)?.openAt ?? null,
    openingProblem: openings.get(market.id)?.problem ?? null,
  }));
  return { result, assets: assets.map(({ ticker, label }) => ({ ticker, label })) };
}
