import { marketsQuery } from '../api/markets.ts';
import { instrumentsQuery, perpetualMarketsQuery } from '../api/perpetual.ts';
import { queryClient } from '../api/query-client.ts';
import { startLive } from '../live/index.ts';

const spotScreens = /^\/(?:trade|trade_classic|trading-view)(?:\/|$)/;
const perpetualScreens = /^\/(?:perpetual|swap-trading-view)\//;
/** The front page and the list of markets. */
const marketLists = /^\/(?:home|market)?\/?$/;

/**
 * Asks for what a page shows first while the page's own code is under way: its markets, and for a trading screen the socket.
 * @param pathname without the language's prefix
 */
export function warmUp(pathname: string): void {
  const [isSpot, isPerpetual] = [spotScreens.test(pathname), perpetualScreens.test(pathname)];
  if (isSpot || isPerpetual) startLive();
  if (isSpot || marketLists.test(pathname)) void queryClient.prefetchQuery(marketsQuery);
  if (!isPerpetual) return;
  void queryClient.prefetchQuery(perpetualMarketsQuery);
  void queryClient.prefetchQuery(instrumentsQuery);
}
