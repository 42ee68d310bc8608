import type { CatalogMarket } from '../../catalog/index.ts';
import type { SpotVenue } from './spot-venue.ts';

/** What says which markets there are, and what has happened in them. */
export type MarketLookup = Pick<SpotVenue, 'catalog' | 'view'>;

/**
 * Finds the market that a call names. A closed market is found only if it has traded, or if the user has an open order in it: otherwise its name would
 * reveal a listing that has not opened (docs/decisions/0226).
 * @param userId who asks, where it is known
 */
export function knownMarket({ catalog, view }: MarketLookup, name: string, userId?: number): CatalogMarket | undefined {
  const market = catalog().marketByName(name);
  if (market?.status !== 'closed') return market;
  if ((view.market(market.id)?.trades.newestId ?? 0) > 0) return market;
  const own = userId === undefined ? [] : view.orders.ofUser(userId);
  return own.some((order) => order.market.id === market.id) ? market : undefined;
}
