import { Menu } from '@mantine/core';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconTable } from '../../ui/icons.ts';
import controls from '../parts/controls.module.css';
import { Panel } from '../parts/panel.tsx';
import { TabPanel, Tabs, usePanelId } from '../parts/tabs.tsx';
import { useTerminalSettings } from '../terminal-settings.ts';
import styles from './chart.module.css';
import { chartIntervals, intervalOf, overlayIndicators, paneIndicators } from './chart-intervals.ts';
import type { ChartLine } from './price-lines.ts';

const KlineChart = lazy(() => import('./kline-chart.tsx'));
const ChartTable = lazy(() => import('./chart-table.tsx').then((module) => ({ default: module.ChartTable })));
const DepthChart = lazy(() => import('./depth-chart.tsx').then((module) => ({ default: module.DepthChart })));
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
      tools={
        view === 'chart' && (
          <>
            <IntervalPicker />
            <IndicatorMenu />
            <button
              type="button"
              className={controls.tool}
              aria-pressed={asTable}
              aria-label={t('chart.asTable')}
              onClick={() => setAsTable(!asTable)}
            >
              <IconTable size={16} aria-hidden />
              <span className={styles.wide}>{t('chart.asTable')}</span>
            </button>
          </>
        )
      }
    >
      <TabPanel id={panelId} active={view} className={styles.view}>
        <Suspense fallback={<div className={styles.canvas} />}>
          {view === 'depth' ? (
            <DepthChart />
          ) : asTable ? (
            <ChartTable interval={interval} />
          ) : (
            ready && <Candles lines={lines} />
          )}
        </Suspense>
      </TabPanel>
    </Panel>
  );
}

function Candles({ lines }: { lines: readonly ChartLine[] }) {
  const interval = useTerminalSettings((settings) => settings.interval);
  const indicators = useTerminalSettings((settings) => settings.indicators);
  return <KlineChart interval={interval} indicators={indicators} lines={lines} />;
}

const quickSeconds = [60, 900, 3600, 14_400, 86_400];

/** The common intervals as buttons, all of them in a list. */
function IntervalPicker() {
  const { t } = useTranslation('terminal');
  const interval = useTerminalSettings((settings) => settings.interval);
  const set = useTerminalSettings((settings) => settings.set);
  return (
    <>
      <fieldset className={styles.quick} aria-label={t('chart.interval')}>
        {quickSeconds.map((seconds) => (
          <button
            key={seconds}
            type="button"
            className={controls.tool}
            aria-pressed={seconds === interval}
            onClick={() => set({ interval: seconds })}
          >
            {intervalOf(seconds).label}
          </button>
        ))}
      </fieldset>
      <select
        className={controls.select}
        aria-label={t('chart.interval')}
        value={interval}
        onChange={(event) => set({ interval: Number(event.currentTarget.value) })}
      >
        {chartIntervals.map(({ seconds, label }) => (
          <option key={seconds} value={seconds}>
            {label}
          </option>
        ))}
      </select>
    </>
  );
}

function IndicatorMenu() {
  const { t } = useTranslation('terminal');
  const indicators = useTerminalSettings((settings) => settings.indicators);
  const set = useTerminalSettings((settings) => settings.set);
  const toggle = (name: string) =>
    set({
      indicators: indicators.includes(name) ? indicators.filter((other) => other !== name) : [...indicators, name],
    });
  const item = (name: string) => (
    <Menu.CheckboxItem key={name} checked={indicators.includes(name)} onChange={() => toggle(name)}>
      {t(`indicator.${name}`)}
    </Menu.CheckboxItem>
  );
  return (
    <Menu closeOnItemClick={false} position="bottom-end" width={220}>
      <Menu.Target>
        <button type="button" className={controls.tool}>
          {t('chart.indicators')}
        </button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        <Menu.Label>{t('chart.overCandles')}</Menu.Label>
        {overlayIndicators.map(item)}
        <Menu.Label>{t('chart.underCandles')}</Menu.Label>
        {paneIndicators.map(item)}
      </Menu.Dropdown>
    </Menu>
  );
}
