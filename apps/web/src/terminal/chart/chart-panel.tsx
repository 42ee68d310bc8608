import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../parts/tabs.tsx';
import { useTerminalSettings } from '../terminal-settings.ts';
import styles from './chart.module.css';
import type { ChartLine } from './price-lines.ts';

const canvas = <div className={styles.canvas} />;
const KlineChart = lazyPart(() => import('./kline-chart.tsx').then((module) => module.KlineChart), canvas);
const ChartTable = lazyPart(() => import('./chart-table.tsx').then((module) => module.ChartTable), canvas);
const ChartTools = lazyPart(() => import('./chart-tools.tsx').then((module) => module.ChartTools));
const DepthChart = lazyPart(() => import('./depth-chart.tsx').then((module) => module.DepthChart), canvas);
const views = ['chart', 'depth'] as const;
type View = (typeof views)[number];
/** Book and form are drawn first; the chart's code is asked for when the browser has nothing better to do. */
const idleLimitMs = 800;

function useAfterFirstView(): boolean {
  const [after, setAfter] = useState(false);
  useEffect(() => {
    if (typeof requestIdleCallback !== 'function') {
      const timer = setTimeout(() => setAfter(true), 200);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(() => setAfter(true), { timeout: idleLimitMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return after;
}

/** Candles or depth, with intervals, indicators, and the same as a table. */
export interface ChartPanelProps {
  /** Drawn over the candles: own orders and the like. */
  lines: readonly ChartLine[];
  area?: string;
}

export function ChartPanel({ lines, area }: ChartPanelProps) {
  const { t } = useTranslation('terminal');
  const panelId = usePanelId();
  const [view, setView] = useState<View>('chart');
  const [asTable, setAsTable] = useState(false);
  const interval = useTerminalSettings((settings) => settings.interval);
  const ready = useAfterFirstView();
  return (
    <Panel
      title={t('chart.title')}
      {...(area ? { area } : {})}
      head={
        <Tabs
          label={t('chart.views')}
          items={views.map((key) => ({ key, label: t(`chart.view.${key}`) }))}
          active={view}
          onSelect={setView}
          panelId={panelId}
        />
      }
      tools={view === 'chart' && ready && <ChartTools asTable={asTable} onAsTable={setAsTable} />}
    >
      <TabPanel id={panelId} active={view} className={styles.view}>
        {view === 'depth' ? (
          <DepthChart />
        ) : asTable ? (
          <ChartTable interval={interval} />
        ) : (
          ready && <Candles lines={lines} />
        )}
      </TabPanel>
    </Panel>
  );
}

function Candles({ lines }: { lines: readonly ChartLine[] }) {
  const interval = useTerminalSettings((settings) => settings.interval);
  const indicators = useTerminalSettings((settings) => settings.indicators);
  return <KlineChart interval={interval} indicators={indicators} lines={lines} />;
}
