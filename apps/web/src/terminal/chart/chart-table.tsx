import type { KLineData } from 'klinecharts';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { live, useFeeds } from '../../live/index.ts';
import { serverNow } from '../../platform/clock.ts';
import { DataTable } from '../../ui/data-table.tsx';
import { formatCompact, formatFixed } from '../../ui/format.ts';
import { formatDateTime } from '../../ui/format-time.ts';
import controls from '../parts/controls.module.css';
import { useTerminalMarket } from '../terminal-market.ts';
import styles from './chart.module.css';
import { loadBars, toBar } from './kline-data.ts';

const rowsShown = 100;
const volumeDecimals = 8;

/** The newest of both, newest first; of two with the same time the later one to arrive. */
function withBars(shown: readonly KLineData[], arrived: readonly KLineData[]): KLineData[] {
  const byTime = new Map([...shown, ...arrived].map((bar) => [bar.timestamp, bar]));
  return [...byTime.values()].sort((a, b) => b.timestamp - a.timestamp).slice(0, rowsShown);
}

/** The newest candles as a table: the chart's content for screen readers. */
export function ChartTable({ interval }: { interval: number }) {
  const { t } = useTranslation('terminal');
  const { name, priceDecimals, grouping } = useTerminalMarket();
  const feeds = useFeeds();
  const [bars, setBars] = useState<KLineData[] | undefined>(undefined);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let current = true;
    setBars(undefined);
    setFailed(false);
    const show = (loaded: readonly KLineData[]) => {
      if (!current) return;
      setFailed(false);
      setBars((shown = []) => withBars(shown, loaded));
    };
    const load = () =>
      loadBars(feeds, name, interval, Math.ceil(serverNow() / 1000) + interval).then(show, () => {
        if (!current) return;
        setFailed(true);
        setBars((shown = []) => shown);
      });
    void load();
    // What came during a gap is asked for again; the chart, which shares the stream, is not on screen.
    const stops = [
      feeds.klines.want(name, interval, (row) => show([toBar(row)])),
      live.connection.on('open', () => void load()),
      feeds.klines.onResume(() => void load()),
    ];
    return () => {
      current = false;
      for (const stop of stops) stop();
    };
  }, [feeds, name, interval]);
  const price = (key: 'open' | 'high' | 'low' | 'close') => ({
    key,
    header: t(`chart.${key}`),
    numeric: true,
    render: (bar: KLineData) => formatFixed(bar[key].toFixed(priceDecimals), priceDecimals, grouping),
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
    <section className={styles.table} tabIndex={0} aria-label={t('chart.table')}>
      <DataTable
        caption={t('chart.table')}
        columns={[
          {
            key: 'time',
            header: t('chart.time'),
            card: 'headline',
            render: (bar) => formatDateTime(bar.timestamp / 1000),
          },
          price('open'),
          price('high'),
          price('low'),
          price('close'),
          {
            key: 'volume',
            header: t('chart.volume'),
            numeric: true,
            render: (bar) => formatCompact((bar.volume ?? 0).toFixed(volumeDecimals)),
          },
        ]}
        rows={bars}
        rowKey={(bar) => bar.timestamp}
        empty={<p className={controls.quietLine}>{t(failed ? 'chart.failed' : 'chart.empty')}</p>}
        dense
        inScroller
      />
    </section>
  );
}
