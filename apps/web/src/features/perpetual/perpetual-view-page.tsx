import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { askForScheme } from '../../platform/preferences.ts';
import { PerpetualChart } from './layout/perpetual-panels.tsx';
import { PerpetualMarketPage } from './perpetual-market-page.tsx';
import styles from './perpetual-view-page.module.css';

/** "1" and "true" ask for the dark theme, anything else for the light one. */
const darkWords = new Set(['1', 'true', 'dark']);

/** /swap-trading-view/{pair}/{dark}: the chart alone, for embedding. */
export function Component() {
  const { dark = '' } = useParams();
  useEffect(() => {
    askForScheme(darkWords.has(dark) ? 'dark' : 'light');
    return () => askForScheme(null);
  }, [dark]);
  return (
    <PerpetualMarketPage>
      <div className={styles.page}>
        <PerpetualChart />
      </div>
    </PerpetualMarketPage>
  );
}
