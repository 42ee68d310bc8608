/**
 * Candles of a range: Postgres for the past, the live view for the newest, flat ones where nothing traded. What is past is
 * kept as text in pages for a minute, so that many readers of a chart cost one query, and each only the joining of texts.
 */
import { stripZeros } from '@pelican/shared/money';
import { LRUCache } from 'lru-cache';
import type { Pool } from 'pg';
import { type Candle, newestCandles } from './candles.ts';
import { formatPriceUnits } from './figures.ts';
import type { KlineRange } from './kline-intervals.ts';
import { bucketAt, bucketNumber, bucketStart, monthSeconds } from './kline-intervals.ts';
import { KlineMonths } from './kline-months.ts';
import { flatRow, klineRow } from './kline-row.ts';
import { readStoredKlines, storedRow } from './kline-storage.ts';
import type { MarketState } from './market-state.ts';

export const klineRowsMax = 2_000;
/** Making so many rows of text holds the event loop for less than a millisecond. */
const pageRows = 250;
const pagesBytesMax = 64 * 1024 * 1024;
const rowBytes = 120;
/** Settlement may write the end of a page a little later than it was read. */
const keptMs = 60_000;

/** Consecutive rows; the first one begins at `start`. */
interface Page {
  start: number;
  rows: string[];
}

interface PageRange {
  state: MarketState;
  interval: number;
  /** Its candles begin at or after `from` and before `until`. */
  from: number;
  until: number;
  /** Start of the candle that is not final yet. */
  current: number;
}

export class KlineHistory {
  private readonly pool: Pick<Pool, 'query'>;
  private readonly months: KlineMonths;
  private readonly pages: LRUCache<string, Page, PageRange>;

  constructor(pool: Pick<Pool, 'query'>) {
    this.pool = pool;
    this.months = new KlineMonths(pool, keptMs);
    this.pages = new LRUCache<string, Page, PageRange>({
      maxSize: pagesBytesMax,
      sizeCalculation: ({ rows }) => (rows.length + 1) * rowBytes,
      ttl: keptMs,
      // A waiting caller gets the page even if it has been evicted meanwhile.
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context }) => this.readPage(context),
    });
  }

  /**
   * Rows of the range, oldest first, at most the newest 2,000. Those before the first known candle are left out.
   * @param nowSeconds the candle that holds it is not final
   */
  async rows(state: MarketState, range: KlineRange, nowSeconds: number): Promise<string[]> {
    const { interval } = range;
    if (interval === monthSeconds) return this.months.rows(state, range, nowSeconds);
    const current = bucketStart(nowSeconds, interval);
    const last = bucketStart(range.end, interval);
    const first = Math.max(bucketStart(range.start, interval), last - (klineRowsMax - 1) * interval);
    const live = newestCandles(state.candles, interval);
    const liveFrom = live[0]?.start ?? current + interval;
    const asked = { state, interval, current, from: first, until: last + interval };
    const past = await this.pastRows({ ...asked, until: Math.min(asked.until, liveFrom) }, liveFrom);
    return [...past, ...liveRows(live, asked)];
  }

  /** Rows of the pages that hold the range. @param liveFrom start of the first candle that the live view has */
  private async pastRows(range: PageRange, liveFrom: number): Promise<string[]> {
    const { state, interval, from, until } = range;
    const rows: string[] = [];
    if (from >= until) return rows;
    const lastPage = Math.floor(bucketNumber(until - interval, interval) / pageRows);
    for (let page = Math.floor(bucketNumber(from, interval) / pageRows); page <= lastPage; page++) {
      const pageUntil = Math.min(bucketAt((page + 1) * pageRows, interval), liveFrom);
      const context = { ...range, from: bucketAt(page * pageRows, interval), until: pageUntil };
      const found = await this.pages.fetch(`${state.market.id} ${interval} ${pageUntil}`, { context });
      if (found) rows.push(...found.rows.slice(...partOf(found, range)));
    }
    return rows;
  }

  private async readPage({ state, interval, from, until, current }: PageRange): Promise<Page> {
    const stored = await readStoredKlines(this.pool, state.market.id, interval, from, until);
    const known = stored.filter((row) => row.openTime >= from);
    const before = stored[0] && stored[0].openTime < from ? stored[0] : undefined;
    const start = before ? from : (known[0]?.openTime ?? until);
    const rows: string[] = [];
    let price = before ? stripZeros(before.close) : '';
    let index = 0;
    for (let at = start; at < until; at += interval) {
      const row = known[index];
      if (row?.openTime === at) {
        rows.push(storedRow(row, state.market, interval, at < current));
        price = stripZeros(row.close);
        index++;
      } else rows.push(flatRow(at, price, state.market, interval, at < current));
    }
    return { start, rows };
  }
}

/** The candles of the live view, and flat ones since nothing traded any more. */
function liveRows(live: readonly Candle[], { state, interval, from, until, current }: PageRange): string[] {
  const { market } = state;
  const rows = live
    .filter((candle) => candle.start >= from && candle.start < until)
    .map((candle) => klineRow(candle, market, interval, candle.start < current));
  const newest = live.at(-1);
  if (!newest) return rows;
  const price = formatPriceUnits(newest.close, market);
  for (let start = Math.max(newest.start + interval, from); start < until; start += interval)
    rows.push(flatRow(start, price, market, interval, start < current));
  return rows;
}

/** The part of the page's rows that lies in the range, as arguments of slice. */
function partOf(page: Page, { from, until, interval }: PageRange): [number, number] {
  const index = (start: number) => Math.max(0, (start - page.start) / interval);
  return [index(from), index(until)];
}
