import { classicTradePath, paths } from '../../../platform/paths.ts';
import { SpotMarketPage } from '../spot-market-page.tsx';
import { SpotTrading } from '../spot-trading.tsx';
import { ClassicTerminal } from './classic-terminal.tsx';

/** /trade_classic and /trade_classic/{pair}: spot trading with all markets at the left and both forms below the chart. */
export function Component() {
  return (
    <SpotMarketPage base={paths.classicTrade} pathOf={classicTradePath}>
      <SpotTrading Wide={ClassicTerminal} />
    </SpotMarketPage>
  );
}
