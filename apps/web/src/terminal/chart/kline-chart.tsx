/** The candle chart; a separate chunk, loaded after book and form. */
import { type Chart, dispose, type IndicatorCreate, init, type KLineData } from 'klinecharts';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { live, useFeeds } from '../../live/index.ts';
import { serverNow } from '../../platform/clock.ts';
import { useColorScheme, usePreferences } from '../../platform/preferences.ts';
import { formatFixed, type Grouping } from '../../ui/format.ts';
import { pairText } from '../../ui/pair.ts';
import controls from '../parts/controls.module.css';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './chart.module.css';
import { intervalOf, overlayIndicators } from './chart-intervals.ts';
import { chartStyles, fontStyles } from './chart-styles.ts';
import { barsPerQuery, loadBars, toBar } from './kline-data.ts';
import { labelHeight, legendsHeight } from './line-labels.ts';
import { type ChartLine, usePriceLines } from './price-lines.ts';

interface KlineChartProps {
  /** Seconds. */
  interval: number;
  indicators: readonly string[];
  lines: readonly ChartLine[];
}

const candlePane = 'candle_pane';
/** Between the legends and the highest candle, for the mark of the high and a row of labels of lines that are out of sight. */
const topRoomPx = 48 + labelHeight;
/** The same below the lowest candle. */
const bottomRoomPx = 24 + labelHeight;
/** Bars alone: the legend of the candles has their figure, and the library would write it in their faint colour. */
const plainVolume: IndicatorCreate = {
  name: 'VOL',
  calcParams: [],
  createTooltipDataSource: () => ({ name: 'VOL', calcParamsText: '', legends: [], features: [] }),
};
/** Fewer lines than the library's own choice of four. */
const periods: Record<string, number[]> = { MA: [7, 25], EMA: [7, 25] };

export function KlineChart({ interval, indicators, lines }: KlineChartProps) {
  const { t } = useTranslation('terminal');
  const market = useTerminalMarket();
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart | null>(null);
  const [state, setState] = useState<BarsState>('waiting');
  const label = t('chart.label', { pair: pairText(market.name) });

  useEffect(() => {
    const target = element.current;
    const created =
      target &&
      init(target, {
        // The library would write 0.0000250 as 0.0{4}250.
        decimalFold: { threshold: 20 },
        // Labels are measured as soon as lines are drawn, which may be before the colours are set.
        styles: fontStyles(),
      });
    if (!target || !created) return;
    // The library asks for the first place in the tab order.
    focusableOf(created)?.setAttribute('tabindex', '0');
    created.setOffsetRightDistance(48);
    const takeSize = () => {
      created.resize();
      created.overrideYAxis({
        paneId: candlePane,
        gap: { top: legendsHeight(target.clientWidth) + topRoomPx, bottom: bottomRoomPx },
      });
    };
    takeSize();
    setChart(created);
    const observer = new ResizeObserver(takeSize);
    observer.observe(target);
    return () => {
      observer.disconnect();
      dispose(target);
      setChart(null);
    };
  }, []);

  useEffect(() => {
    const focusable = chart && focusableOf(chart);
    focusable?.setAttribute('role', 'application');
    focusable?.setAttribute('aria-label', label);
  }, [chart, label]);
  useChartColours(chart);
  useChartTimeZone(chart);
  useChartData(chart, interval, setState);
  useIndicators(chart, indicators);
  usePriceLines(chart, lines);

  return (
    <>
      <div ref={element} className={styles.canvas} data-bars={state} />
      {state === 'empty' && <p className={`${controls.quietLine} ${styles.over}`}>{t('chart.empty')}</p>}
      {state === 'failed' && (
        <p className={`${controls.quietLine} ${styles.over}`} role="alert">
          {t('chart.failed')}{' '}
          <button type="button" className={controls.tool} onClick={() => chart?.resetData()}>
            {t('chart.retry')}
          </button>
        </p>
      )}
    </>
  );
}

/** `waiting`: the first candles are on their way; `empty`: the market has none; `failed`: they could not be loaded. */
type BarsState = 'waiting' | 'shown' | 'empty' | 'failed';

/** What takes the keyboard's focus. */
function focusableOf(chart: Chart): HTMLElement | null {
  const root = chart.getDom();
  return root?.querySelector<HTMLElement>('[tabindex]') ?? root;
}

/** Groups what the chart has rounded, in the market's way, and leaves its decimals alone. */
function groupDigits(text: string, grouping: Grouping): string {
  // Volumes arrive shortened ("1.2K"), and an average that is not there yet as words.
  if (!/^-?\d+(\.\d+)?$/.test(text)) return text;
  return formatFixed(text, text.split('.')[1]?.length ?? 0, grouping);
}

function useChartColours(chart: Chart | null): void {
  const scheme = useColorScheme();
  const palette = usePreferences((preferences) => preferences.palette);
  const direction = usePreferences((preferences) => preferences.direction);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the styles are read from the document, which these change
  useEffect(() => {
    // The attributes that carry the theme are set by the app's own effect, which runs after this one.
    const frame = requestAnimationFrame(() => chart?.setStyles(chartStyles()));
    return () => cancelAnimationFrame(frame);
  }, [chart, scheme, palette, direction]);
}

/** The account's preferences may arrive after the chart. */
function useChartTimeZone(chart: Chart | null): void {
  const timeZone = usePreferences((preferences) => preferences.timeZone);
  useEffect(() => chart?.setTimezone(timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone), [chart, timeZone]);
}

/** History on demand, live candles as they come, and everything anew after a reconnect or a pause. */
function useChartData(chart: Chart | null, interval: number, setState: (state: BarsState) => void): void {
  const { name, priceDecimals, amountDecimals, grouping } = useTerminalMarket();
  const feeds = useFeeds();
  useEffect(() => {
    if (chart === null) return;
    let release: () => void = () => undefined;
    let current = true;
    const load = (before: number): Promise<KLineData[] | null> =>
      loadBars(feeds, name, interval, before).catch(() => null);
    chart.setThousandsSeparator({ format: (value) => groupDigits(String(value), grouping) });
    chart.setSymbol({ ticker: name, pricePrecision: priceDecimals, volumePrecision: Math.min(3, amountDecimals) });
    chart.setPeriod(intervalOf(interval).period);
    chart.setDataLoader({
      getBars: async ({ type, timestamp, callback }) => {
        if (type === 'backward') return callback([], false);
        const older = type === 'forward' && timestamp !== null;
        const before = older ? timestamp / 1000 - 1 : Math.ceil(serverNow() / 1000) + interval;
        const bars = await load(before);
        if (!current) return;
        if (!older) setState(bars === null ? 'failed' : bars.length === 0 ? 'empty' : 'shown');
        // What failed may be asked for again by scrolling back.
        callback(bars ?? [], { forward: bars === null || bars.length >= barsPerQuery / 2, backward: false });
      },
      subscribeBar: ({ callback }) => {
        release = feeds.klines.want(name, interval, (row) => {
          setState('shown');
          callback(toBar(row));
        });
      },
      unsubscribeBar: () => release(),
    });
    const reset = () => chart.resetData();
    const stops = [live.connection.on('open', reset), feeds.klines.onResume(reset)];
    return () => {
      current = false;
      for (const stop of stops) stop();
      release();
    };
  }, [chart, feeds, name, priceDecimals, amountDecimals, grouping, interval, setState]);
}

function useIndicators(chart: Chart | null, indicators: readonly string[]): void {
  useEffect(() => {
    if (chart === null) return;
    const shown = chart.getIndicators();
    for (const indicator of shown) {
      if (!indicators.includes(indicator.name)) chart.removeIndicator({ name: indicator.name });
    }
    for (const name of indicators) {
      if (shown.some((indicator) => indicator.name === name)) continue;
      const paneId = overlayIndicators.includes(name) ? candlePane : name;
      chart.createIndicator(
        {
          ...(name === 'VOL' ? plainVolume : { name }),
          paneId,
          ...(name in periods ? { calcParams: periods[name] } : {}),
        },
        paneId === candlePane,
      );
      // Below the candles; in a low chart most of the place is theirs.
      if (paneId === name)
        chart.setPaneOptions({ id: name, height: Math.min(100, (chart.getSize()?.height ?? 0) * 0.22) });
    }
  }, [chart, indicators]);
}
