/** Puts a month of demo candles (of the short intervals a week) into Postgres, marked as such, for some markets. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import { makeMonthPartitions } from '../jobs/index.ts';
import { klineIntervals } from '../live/index.ts';
import type { Transaction } from '../platform/database/index.ts';
import { type Candle, copyRows, foldCandles, minuteCandles } from './kline-history.ts';
import { simulateHistory } from './price-paths.ts';

const historyMinutes = 31 * 24 * 60;
/** Candles of less than a quarter of an hour are three of four: a month of them would be most of the first start's time. */
const shortHistoryMinutes = 7 * 24 * 60;
const quarterHour = 900;
/** The longest of those that are kept by month. */
const halfDay = 43_200;
const seed = 20_261_120;
/** Typical turnover of a market a minute, in dollars: what the maker's two desks trade, so that history and present match. */
const dollarsPerMinute = 8_000;

function decimalsOf(step: string): number {
  return step.includes('.') ? step.length - step.indexOf('.') - 1 : 0;
}

/** What candles need to know of a market, spot or perpetual. Steps are decimals, of the price and of an amount of coins. */
export interface CandleMarket {
  id: number;
  base: string;
  quote: string;
  priceStep: string;
  amountStep: string;
}

/** @param now Unix seconds; the history ends at the minute before it */
export async function seedKlines(client: Transaction, markets: readonly CandleMarket[], now: number): Promise<void> {
  const end = now - (now % 60);
  const paths = simulateHistory(historyMinutes, seed);
  const write = async (intervals: readonly number[]) => {
    const columns = 'market_id, interval, open_time, open, close, high, low, volume, money, is_demo';
    const copy = client.query(copyFrom(`COPY klines (${columns}) FROM STDIN`));
    await pipeline(Readable.from(rows(markets, intervals, paths, end)), copy);
  };
  // A month gets its partition once it has a row: with few rows there, hardly any have to be moved.
  await write([halfDay]);
  await makeMonthPartitions(client);
  await write(klineIntervals.filter((interval) => interval !== halfDay));
}

function* rows(
  markets: readonly CandleMarket[],
  intervals: readonly number[],
  paths: Map<string, Float64Array>,
  end: number,
): Generator<string> {
  for (const market of markets) {
    const base = paths.get(market.base);
    const quote = paths.get(market.quote);
    if (!base || !quote) throw new Error(`no simulated price for ${market.base} or ${market.quote}`);
    const minutes = minuteCandles(base, quote, end, dollarsPerMinute, seed + market.id);
    for (const interval of intervals) yield* marketRows(market, interval, minutes);
  }
}

function* marketRows(market: CandleMarket, interval: number, minutes: Candle[]): Generator<string> {
  const covered = interval < quarterHour ? minutes.slice(-shortHistoryMinutes) : minutes;
  const candles = interval === 60 ? covered : foldCandles(covered, interval);
  const priceScale = decimalsOf(market.priceStep);
  const amountScale = decimalsOf(market.amountStep);
  for (let at = 0; at < candles.length; at += 2000) {
    yield copyRows(market.id, interval, candles.slice(at, at + 2000), priceScale, amountScale);
  }
}
