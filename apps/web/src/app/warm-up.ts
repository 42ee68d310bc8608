import { matchPath } from 'react-router-dom';
import { marketsQuery } from '../api/markets.ts';
import { queryClient } from '../api/query-client.ts';
import { paths, perpetualPath, perpetualViewPath } from '../platform/paths.ts';

const spotScreens = [paths.trade, paths.classicTrade, paths.tradingView].map((path) => `${path}/*`);
const perpetualScreens = [perpetualPath(':pair'), perpetualViewPath(':pair', ':dark')];
/** The front page and the list of markets. */
const marketLists = [paths.welcome, paths.home, paths.market];

function isOneOf(patterns: readonly string[], pathname: string): boolean {
  return patterns.some((pattern) => matchPath(pattern, pathname) !== null);
}

// Files of the trading screens, which the HTML of such a page names. One that does not come is the page's own to tell of.

async function startFeed(): Promise<void> {
  const feed = await import('../live/index.ts').catch(() => undefined);
  feed?.startLive();
}

async function askForPerpetuals(): Promise<void> {
  const calls = await import('../api/perpetual.ts').catch(() => undefined);
  if (!calls) return;
  void queryClient.prefetchQuery(calls.perpetualMarketsQuery);
  void queryClient.prefetchQuery(calls.instrumentsQuery);
}

/**
 * Asks for what a page shows first while the page's own code is under way: its markets, and for a trading screen the socket.
 * @param pathname without the language's prefix
 */
export function warmUp(pathname: string): void {
  const isSpot = isOneOf(spotScreens, pathname);
  const isPerpetual = isOneOf(perpetualScreens, pathname);
  if (isSpot || isPerpetual) void startFeed();
  if (isSpot || isOneOf(marketLists, pathname)) void queryClient.prefetchQuery(marketsQuery);
  if (isPerpetual) void askForPerpetuals();
}
