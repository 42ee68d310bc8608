import type { KLineData } from 'klinecharts';
import { type KlineRow, live, type MarketFeeds } from '../../live/index.ts';

export const barsPerQuery = 1000;

/** A row of the feed as the chart wants it. Drawing is the one place where prices become floats. */
export function toBar(row: KlineRow): KLineData {
  return {
    timestamp: row[0] * 1000,
    open: Number(row[1]),
    close: Number(row[2]),
    high: Number(row[3]),
    low: Number(row[4]),
    volume: Number(row[5]),
    turnover: Number(row[6]),
  };
}

/**
 * Up to 1,000 candles that start before `before`, oldest first. Waits for the socket when it is not up yet.
 * @param interval seconds @param before Unix seconds @throws SocketError
 */
export async function loadBars(
  feeds: MarketFeeds,
  market: string,
  interval: number,
  before: number,
): Promise<KLineData[]> {
  if (live.connection.status !== 'ok') {
    await new Promise<void>((resolve) => {
      const stop = live.connection.on('open', () => {
        stop();
        resolve();
      });
    });
  }
  const rows = await feeds.klines.query(market, Math.max(0, before - interval * barsPerQuery), before, interval);
  return rows.map(toBar);
}
