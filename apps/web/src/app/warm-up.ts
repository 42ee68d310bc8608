import { marketsQuery } from '../api/markets.ts';
import { instrumentsQuery, perpetualMarketsQuery } from '../api/perpetual.ts';
import { queryClient } from '../api/query-client.ts';
import { startLive } from '../live/index.ts';

/** trade, trade_classic and trading-view; perpetual and swap-trading-view. */
const screens = /^\/(trad|perpetual\/|swap)/;

/**
 * Asks for what a trading page needs first while the page's own code is under way: its markets, and the socket.
 * @param pathname without the language's prefix
 */
export function warmUp(pathname: string): void {
  const screen = screens.exec(pathname)?.[1];
  if (screen === undefined) return;
  startLive();
  if (screen === 'trad') {
    void queryClient.prefetchQuery(marketsQuery);
  } else {
    void queryClient.prefetchQuery(perpetualMarketsQuery);
    void queryClient.prefetchQuery(instrumentsQuery);
  }
}
