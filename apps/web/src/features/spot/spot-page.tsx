import { paths, tradePath } from '../../platform/paths.ts';
import { SpotTerminal } from './layout/spot-layouts.tsx';
import { SpotMarketPage } from './spot-market-page.tsx';
import { SpotTrading } from './spot-trading.tsx';

/** /trade and /trade/{pair}: spot trading, the pro view. */
export function Component() {
  return (
    <SpotMarketPage base={paths.trade} pathOf={tradePath}>
      <SpotTrading Wide={SpotTerminal} />
    </SpotMarketPage>
  );
}
