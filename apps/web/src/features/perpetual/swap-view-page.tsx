import { useEffect } from 'react';
import { useParams } from 'react-router-dom';
import { askForScheme } from '../../platform/preferences.ts';
import { SwapChart } from './layout/swap-panels.tsx';
import { SwapMarketPage } from './swap-market-page.tsx';
import styles from './swap-view-page.module.css';

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
    <SwapMarketPage>
      <div className={styles.page}>
        <SwapChart />
      </div>
    </SwapMarketPage>
  );
}
