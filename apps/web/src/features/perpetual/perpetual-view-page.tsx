import { useSchemeOfAddress } from '../../platform/use-scheme-of-address.ts';
import { PerpetualChart } from './layout/perpetual-panels.tsx';
import { PerpetualMarketPage } from './perpetual-market-page.tsx';
import styles from './perpetual-view-page.module.css';

/** /swap-trading-view/{pair}/{dark}: the chart alone, for embedding. */
export function Component() {
  useSchemeOfAddress();
  return (
    <PerpetualMarketPage>
      <div className={styles.page}>
        <PerpetualChart />
      </div>
    </PerpetualMarketPage>
  );
}
