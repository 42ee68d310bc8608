import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderBookPanel } from '../book/order-book-panel.tsx';
import { BottomPanel } from '../bottom/bottom-panel.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { DealsPanel } from '../deals-panel.tsx';
import { OrderFormPanel } from '../form/order-form-panel.tsx';
import { MarketStrip } from '../strip/market-strip.tsx';
import { Splitter } from './splitter.tsx';
import styles from './trade-page.module.css';
import { useStale } from './use-stale.ts';

/** Chart over tables, book over tape, the form at the right; without page scroll from 1024 px. */
export function TerminalLayout({ viewport }: { viewport: 'tablet' | 'desktop' }) {
  const { t } = useTranslation('trade');
  const stale = useStale();
  const [bottomShare, setBottomShare] = useState(34);
  return (
    <div
      className={styles.terminal}
      data-viewport={viewport}
      data-stale={stale || undefined}
      style={{ '--bottom-share': `${bottomShare}%` } as React.CSSProperties}
    >
      <MarketStrip />
      <ChartPanel area="chart" />
      {viewport === 'desktop' && (
        <Splitter label={t('layout.splitter')} value={bottomShare} min={20} max={60} onChange={setBottomShare} />
      )}
      <BottomPanel area="bottom" />
      <div className={styles.bookColumn}>
        <OrderBookPanel />
        <DealsPanel />
      </div>
      <OrderFormPanel area="form" />
    </div>
  );
}
