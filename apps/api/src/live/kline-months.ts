/** Candles of calendar months, folded from days. */
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type KlineRow, klineFigures } from './boot-candles.ts';
import { type Candle, flatCandle, newestCandles } from './candles.ts';
import type { KlineRange } from './kline-intervals.ts';
import { bucketStart, monthSeconds, nextBucket } from './kline-intervals.ts';
import { klineRow } from './kline-row.ts';
import { readStoredKlines } from './kline-storage.ts';
import type { MarketState } from './market-state.ts';

const daySeconds = 86_400;
const marketsMax = 1_000;

interface MonthsContext {
  state: MarketState;
  /** Days before it are read. */
  until: number;
}

export class KlineMonths {
  private readonly pool: Pick<Pool, 'query'>;
  /** Months of the days that are past. */
  private readonly past: LRUCache<string, Candle[], MonthsContext>;

  /** @param keptMs for how long the months of past days are remembered */
  constructor(pool: Pick<Pool, 'query'>, keptMs: number) {
    this.pool = pool;
    this.past = new LRUCache<string, Candle[], MonthsContext>({
      max: marketsMax,
      ttl: keptMs,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => this.readPast(context),
    });
  }

  /** See KlineHistory.rows. */
  async rows(state: MarketState, { start, end }: KlineRange, nowSeconds: number): Promise<string[]> {
    const live = newestCandles(state.candles, daySeconds);
    const until = live[0]?.start ?? bucketStart(nowSeconds, daySeconds) + daySeconds;
    const past = await this.past.fetch(`${state.market.id} ${until}`, { context: { state, until } });
    const first = bucketStart(start, monthSeconds);
    const last = bucketStart(end, monthSeconds);
    const current = bucketStart(nowSeconds, monthSeconds);
    const months = withoutGaps(foldMonths([...(past ?? []), ...live]), last).filter((month) => month.start >= first);
    return months.map((month) => klineRow(month, state.market, monthSeconds, month.start < current));
  }

  private async readPast({ state, until }: MonthsContext): Promise<Candle[]> {
    const days = await readStoredKlines(this.pool, state.market.id, daySeconds, 0, until);
    return foldMonths(days.map((row) => storedCandle(row, state)));
  }
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

/** @param candles of days or months, oldest first */
function foldMonths(candles: readonly Candle[]): Candle[] {
  const months: Candle[] = [];
  for (const candle of candles) {
    const start = bucketStart(candle.start, monthSeconds);
    let month = months.at(-1);
    if (month?.start !== start) {
      month = flatCandle(start, candle.open);
      months.push(month);
    }
    month.close = candle.close;
    month.high = Math.max(month.high, candle.high);
    month.low = Math.min(month.low, candle.low);
    month.volume.addSum(candle.volume);
    month.money.addSum(candle.money);
  }
  return months;
}

/** The months up to `last`, with flat ones where nothing traded. */
function withoutGaps(months: readonly Candle[], last: number): Candle[] {
  const filled: Candle[] = [];
  let index = 0;
  let start = months[0]?.start ?? last + 1;
  while (start <= last) {
    const month = months[index];
    if (month?.start === start) {
      filled.push(month);
      index++;
    } else filled.push(flatCandle(start, (filled.at(-1) as Candle).close));
    start = nextBucket(start, monthSeconds);
  }
  return filled;
}
