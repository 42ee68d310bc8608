import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterFirstPage } from '../../ui/after-first-page.ts';
import { lazyPart } from '../../ui/lazy-part.tsx';
import { Panel } from '../parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../parts/tabs.tsx';
import { useTerminalSettings } from '../terminal-settings.ts';
import styles from './chart.module.css';
import type { ChartLine } from './price-lines.ts';

const canvas = <div className={styles.canvas} />;
// Book and form are drawn first.
const KlineChart = lazyPart(
  () =>
    afterFirstPage()
      .then(() => import('./kline-chart.tsx'))
      .then((module) => module.KlineChart),
  { placeholder: canvas },
);
const ChartTable = lazyPart(() => import('./chart-table.tsx').then((module) => module.ChartTable), {
  placeholder: canvas,
});
const ChartTools = lazyPart(() =>
  afterFirstPage()
    .then(() => import('./chart-tools.tsx'))
    .then((module) => module.ChartTools),
);
const DepthChart = lazyPart(() => import('./depth-chart.tsx').then((module) => module.DepthChart), {
  placeholder: canvas,
});
const views = ['chart', 'depth'] as const;
type View = (typeof views)[number];
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
      tools={view === 'chart' && <ChartTools asTable={asTable} onAsTable={setAsTable} />}
    >
      <TabPanel id={panelId} active={view} className={styles.view}>
        {view === 'depth' ? <DepthChart /> : asTable ? <ChartTable interval={interval} /> : <Candles lines={lines} />}
      </TabPanel>
    </Panel>
  );
}

function Candles({ lines }: { lines: readonly ChartLine[] }) {
  const interval = useTerminalSettings((settings) => settings.interval);
  const indicators = useTerminalSettings((settings) => settings.indicators);
  return <KlineChart interval={interval} indicators={indicators} lines={lines} />;
}
