import { marketsQuery } from '../api/markets.ts';
import { instrumentsQuery, perpetualMarketsQuery } from '../api/perpetual.ts';
import { queryClient } from '../api/query-client.ts';
import { startLive } from '../live/index.ts';

/**
 * Asks for what a trading page needs first while the page's own code is under way: its markets, and the socket.
 * @param pathname without the language's prefix
 */
export function warmUp(pathname: string): void {
  const venue = /^\/(trade|perpetual)(?:\/|$)/.exec(pathname)?.[1];
  if (venue === undefined) return;
  startLive();
  if (venue === 'trade') void queryClient.prefetchQuery(marketsQuery);
  if (venue === 'perpetual') {
    void queryClient.prefetchQuery(perpetualMarketsQuery);
    void queryClient.prefetchQuery(instrumentsQuery);
  }
}
