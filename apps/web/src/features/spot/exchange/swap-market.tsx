import type { MarketListItem } from '@pelican/shared/contracts/markets';
import { type ReactNode, useMemo } from 'react';
import type { Markets } from '../../../api/markets.ts';
import { LiveNote } from '../../../connection/late-live-note.ts';
import { useDepthFeed } from '../../../live/index.ts';
import { tradePath } from '../../../platform/paths.ts';
import { TerminalMarketProvider } from '../../../terminal/terminal-market.ts';
import { SpotMarketProvider, spotMarketOf, terminalMarketOf } from '../market-context.ts';

/** Keeps the book of a market live for as long as it is rendered, and says when that is not possible. */
export function BookFeed({ market }: { market: string }) {
  useDepthFeed(market);
  return <LiveNote />;
}

/** The market whose book a form swaps over. */
export function SwapMarket({
  info,
  markets,
  children,
}: {
  info: MarketListItem;
  markets: Markets;
  children: ReactNode;
}) {
  const market = useMemo(() => spotMarketOf(info, markets, tradePath), [info, markets]);
  const terminal = useMemo(() => terminalMarketOf(market), [market]);
  return (
    <SpotMarketProvider value={market}>
      <TerminalMarketProvider value={terminal}>{children}</TerminalMarketProvider>
    </SpotMarketProvider>
  );
}
