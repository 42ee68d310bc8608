/** A month of candles for one market out of the simulated dollar prices, and their way into Postgres. */
import { bucketStart } from '../live/index.ts';
import { createRandom } from '../ticker/index.ts';

export interface Candle {
  openTime: number;
  open: number;
  close: number;
  high: number;
  low: number;
  volume: number;
  money: number;
}

/**
 * One-minute candles. Each opens where the one before closed.
 * @param end Unix seconds of the minute boundary where the history ends
 * @param dollarsPerMinute typical turnover, in dollars
 */
export function minuteCandles(
  base: Float64Array,
  quote: Float64Array,
  end: number,
  dollarsPerMinute: number,
  seed: number,
): Candle[] {
  const random = createRandom(seed);
  const candles: Candle[] = [];
  const minutes = base.length - 1;
  for (let minute = 0; minute < minutes; minute++) {
    const open = (base[minute] as number) / (quote[minute] as number);
    const close = (base[minute + 1] as number) / (quote[minute + 1] as number);
    const reach = Math.abs(close / open - 1) * 0.6 + 0.000_05;
    const high = Math.max(open, close) * (1 + reach * random.next());
    const low = Math.min(open, close) * (1 - reach * random.next());
    const dollars = dollarsPerMinute * (0.2 + 1.6 * random.next()) * (1 + 400 * Math.abs(close / open - 1));
    const volume = dollars / (base[minute] as number);
    candles.push({
      openTime: end - (minutes - minute) * 60,
      open,
      close,
      high,
      low,
      volume,
      money: volume * ((open + close) / 2),
    });
  }
  return candles;
}

/** Folds candles (oldest first) into longer ones. */
export function foldCandles(candles: Candle[], interval: number): Candle[] {
  const folded: Candle[] = [];
  let current: Candle | undefined;
  for (const candle of candles) {
    const openTime = bucketStart(candle.openTime, interval);
    if (!current || current.openTime !== openTime) {
      current = { ...candle, openTime };
      folded.push(current);
      continue;
    }
    current.close = candle.close;
    current.high = Math.max(current.high, candle.high);
    current.low = Math.min(current.low, candle.low);
    current.volume += candle.volume;
    current.money += candle.money;
  }
  return folded;
}

/** Rows of COPY klines, text format, rounded to the market's decimals. */
export function copyRows(
  marketId: number,
  interval: number,
  candles: Candle[],
  priceScale: number,
  amountScale: number,
): string {
  const rows: string[] = [];
  for (const candle of candles) {
    const [open, close] = [candle.open.toFixed(priceScale), candle.close.toFixed(priceScale)];
    const [high, low] = [candle.high.toFixed(priceScale), candle.low.toFixed(priceScale)];
    rows.push(
      `${marketId}\t${interval}\t${candle.openTime}\t${open}\t${close}\t${high}\t${low}\t${candle.volume.toFixed(amountScale)}\t${candle.money.toFixed(priceScale)}\tt\n`,
    );
  }
  return rows.join('');
}
