import { type CatalogMarket, publicMarketByName } from '../../catalog/index.ts';
import type { SpotVenue } from './spot-venue.ts';

/**
 * A market that a call names. One that was closed after it had traded is still known: who follows it ends that by its name, and an
 * order in it is refused as in a closed market. One that has not opened is none (docs/decisions/0226), but for who has an order in it.
 * @param userId who asks, where it is known
 */
export function knownMarket(
  { catalog, view }: Pick<SpotVenue, 'catalog' | 'view'>,
  name: string,
  userId?: number,
): CatalogMarket | undefined {
  const open = publicMarketByName(catalog(), name);
  const market = open ?? catalog().marketByName(name);
  if (open || !market) return open;
  if ((view.market(market.id)?.trades.newestId ?? 0) > 0) return market;
  const own = userId === undefined ? [] : view.orders.ofUser(userId);
  return own.some((order) => order.market.id === market.id) ? market : undefined;
}
