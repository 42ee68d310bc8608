import { type ComponentType, lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OrderBookPanel } from '../book/order-book-panel.tsx';
import { BottomPanel } from '../bottom/bottom-panel.tsx';
import { ChartPanel } from '../chart/chart-panel.tsx';
import { DealsPanel } from '../deals-panel.tsx';
import { useTradeForm } from '../form/trade-form-store.ts';
import { TabPanel, Tabs, usePanelId } from '../parts/tabs.tsx';
import { MarketInfo, PhoneStrip } from '../strip/market-strip.tsx';
import styles from './trade-page.module.css';
import { ConnectionChip } from './trade-status-bar.tsx';
import { useStale } from './use-stale.ts';

/** Follows the first view: its drawer is a tenth of the page's code, and wide screens never need it. */
const OrderSheet = lazy(() => import('./order-sheet.tsx').then((module) => ({ default: module.OrderSheet })));

const views: Record<'chart' | 'book' | 'trades' | 'info', ComponentType> = {
  chart: ChartPanel,
  book: OrderBookPanel,
  trades: DealsPanel,
  info: MarketInfo,
};
type ViewKey = keyof typeof views;
const keys = Object.keys(views) as ViewKey[];

/** One view at a time, the orders under it, and Sell | Buy within reach of the thumb. */
export function PhoneLayout() {
  const { t } = useTranslation('trade');
  const panelId = usePanelId();
  const [view, setView] = useState<ViewKey>('chart');
  const set = useTradeForm((form) => form.set);
  const stale = useStale();
  const View = views[view];
  const open = (side: 'buy' | 'sell') => set({ side, sheetOpen: true });
  return (
    <div className={styles.phone} data-stale={stale || undefined}>
      <PhoneStrip />
      <ConnectionChip quiet />
      <div className={styles.phoneTabs}>
        <Tabs
          label={t('layout.views')}
          items={keys.map((key) => ({ key, label: t(`layout.view.${key}`) }))}
          active={view}
          onSelect={setView}
          panelId={panelId}
        />
      </div>
      <TabPanel id={panelId} active={view} className={styles.phoneView}>
        <View />
      </TabPanel>
      <BottomPanel />
      <div className={styles.tradeBar}>
        <button type="button" data-side="sell" onClick={() => open('sell')}>
          {t('side.sell')}
        </button>
        <button type="button" data-side="buy" onClick={() => open('buy')}>
          {t('side.buy')}
        </button>
      </div>
      <Suspense>
        <OrderSheet />
      </Suspense>
    </div>
  );
}
