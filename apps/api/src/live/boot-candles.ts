/** The newest candle of each interval and the last day's minutes, out of Postgres. */
import { parseBigUnits, parseUnits } from '@pelican/shared/money';
import type { Queryable } from '../platform/database/index.ts';
import { flatCandle } from './candles.ts';
import { klineIntervals } from './kline-intervals.ts';
import type { MarketFacts, MarketState } from './market-state.ts';
import type { PeriodFigures } from './rolling-day.ts';

export interface KlineRow {
  marketId: number;
  interval: number;
  openTime: number;
  open: string;
  close: string;
  high: string;
  low: string;
  volume: string;
  money: string;
}

export const klineColumns = `k.market_id AS "marketId", k.interval, k.open_time AS "openTime", k.open, k.close, k.high,
  k.low, k.volume, k.money`;

/** A stored candle in the integers of candles.ts. */
export function klineFigures(row: KlineRow, market: MarketFacts): PeriodFigures {
  const price = (text: string) => {
    const parsed = parseUnits(text, market.scale.priceScale);
    if ('problem' in parsed) throw new RangeError(`${market.name}: candle price ${text}: ${parsed.problem}`);
    return parsed.units;
  };
  return {
    open: price(row.open),
    close: price(row.close),
    high: price(row.high),
    low: price(row.low),
    volume: parseBigUnits(row.volume, market.scale.baseScale),
    money: parseBigUnits(row.money, market.scale.quoteScale),
  };
}

export async function loadCandles(client: Queryable, markets: ReadonlyMap<number, MarketState>): Promise<void> {
  const ids = [...markets.keys()];
  const newest = await client.query<KlineRow>(
    `SELECT ${klineColumns} FROM unnest($1::int[]) AS m(id) CROSS JOIN unnest($2::int[]) AS i(seconds)
      CROSS JOIN LATERAL (SELECT * FROM klines WHERE market_id = m.id AND interval = i.seconds
        ORDER BY open_time DESC LIMIT 1) k`,
    [ids, [...klineIntervals]],
  );
  for (const row of newest.rows) restoreCandle(row, markets.get(row.marketId) as MarketState);
  const minutes = await client.query<KlineRow>(
    `SELECT ${klineColumns} FROM klines k WHERE k.market_id = ANY($1) AND k.interval = 60
        AND k.open_time > extract(epoch FROM now()) - 86400 ORDER BY k.market_id, k.open_time`,
    [ids],
  );
  for (const row of minutes.rows) {
    const state = markets.get(row.marketId) as MarketState;
    state.day.restore(row.openTime, klineFigures(row, state.market));
  }
}

function restoreCandle(row: KlineRow, state: MarketState): void {
  const figures = klineFigures(row, state.market);
  const candle = flatCandle(row.openTime, figures.open);
  candle.close = figures.close;
  candle.high = figures.high;
  candle.low = figures.low;
  candle.volume.set(figures.volume);
  candle.money.set(figures.money);
  state.candles.restore(row.interval, candle);
  // Overwritten by the newest trade, where there is one: a seeded chart has candles and no trades.
  if (row.interval === klineIntervals[0]) state.lastPrice = figures.close;
}
