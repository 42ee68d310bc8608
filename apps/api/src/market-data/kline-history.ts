/** Candles of a range: Postgres for the past, the live view for the newest, flat ones where nothing traded. */
import type { Pool } from 'pg';
import { type KlineRow, klineColumns, klineFigures } from './boot-candles.ts';
import { type Candle, flatCandle } from './candles.ts';
import { bucketStart, monthSeconds, nextBucket } from './kline-intervals.ts';
import type { MarketState } from './market-state.ts';

export const klineRowsMax = 2_000;
const daySeconds = 86_400;

export interface KlineRange {
  interval: number;
  /** Unix seconds, both inclusive. */
  start: number;
  end: number;
}

/**
 * Candles of the range, oldest first, at most the newest 2,000. Those before the first known one are left out.
 * @param interval one of klineIntervals, or a month
 */
export async function readKlines(
  pool: Pick<Pool, 'query'>,
  state: MarketState,
  { interval, start, end }: KlineRange,
): Promise<Candle[]> {
  const last = bucketStart(end, interval);
  const first = Math.max(bucketStart(start, interval), bucketStart(last - (klineRowsMax - 1) * interval, interval));
  const stored = await readStored(pool, state, interval === monthSeconds ? daySeconds : interval, first, end);
  const known = interval === monthSeconds ? foldMonths(stored) : stored;
  return fillGaps(known, interval, first, last).slice(-klineRowsMax);
}

/** Stored candles from the newest one at or before `first` on, with the live view's in place of the newest. */
async function readStored(
  pool: Pick<Pool, 'query'>,
  state: MarketState,
  interval: number,
  first: number,
  end: number,
): Promise<Candle[]> {
  const { rows } = await pool.query<KlineRow>(
    `SELECT ${klineColumns} FROM klines k WHERE k.market_id = $1 AND k.interval = $2 AND k.open_time <= $4
        AND k.open_time >= coalesce((SELECT max(open_time) FROM klines
          WHERE market_id = $1 AND interval = $2 AND open_time <= $3), $3)
      ORDER BY k.open_time`,
    [state.market.id, interval, first, end],
  );
  const newest = state.candles.newest(interval);
  const before = newest && state.candles.startingAt(interval, newest.start - interval);
  const live = [before, newest].filter((candle) => candle !== undefined && candle.start <= end) as Candle[];
  const liveFrom = live[0]?.start ?? Number.POSITIVE_INFINITY;
  const past = rows.filter((row) => row.openTime < liveFrom).map((row) => storedCandle(row, state));
  return [...past, ...live];
}

function storedCandle(row: KlineRow, state: MarketState): Candle {
  const figures = klineFigures(row, state.market);
  const candle = flatCandle(row.openTime, figures.open);
  candle.close = figures.close;
  candle.high = figures.high;
  candle.low = figures.low;
  candle.volume.set(figures.volume);
  candle.money.set(figures.money);
  return candle;
}

function foldMonths(days: Candle[]): Candle[] {
  const months: Candle[] = [];
  for (const day of days) {
    const start = bucketStart(day.start, monthSeconds);
    let month = months.at(-1);
    if (month?.start !== start) {
      month = flatCandle(start, day.open);
      months.push(month);
    }
    month.close = day.close;
    month.high = Math.max(month.high, day.high);
    month.low = Math.min(month.low, day.low);
    month.volume.addSum(day.volume);
    month.money.addSum(day.money);
  }
  return months;
}

function fillGaps(known: Candle[], interval: number, first: number, last: number): Candle[] {
  const filled: Candle[] = [];
  let index = 0;
  let before: Candle | undefined;
  while (index < known.length && (known[index] as Candle).start < first) before = known[index++];
  for (let start = first; start <= last; start = nextBucket(start, interval)) {
    const candle = known[index];
    if (candle?.start === start) {
      filled.push(candle);
      before = candle;
      index++;
    } else if (before) filled.push(flatCandle(start, before.close));
  }
  return filled;
}
