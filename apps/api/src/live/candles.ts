/**
 * The current candle of each interval of one market, and the one before it. Prices are in units of the market's price
 * scale, volume in the base asset's smallest units, money in the quote asset's.
 */
import { bucketStart, klineIntervals } from './kline-intervals.ts';
import { WideSum } from './wide-sum.ts';

export interface Candle {
  /** Unix seconds. */
  start: number;
  open: number;
  close: number;
  high: number;
  low: number;
  volume: WideSum;
  money: WideSum;
}

export function flatCandle(start: number, price: number): Candle {
  return {
    start,
    open: price,
    close: price,
    high: price,
    low: price,
    volume: new WideSum(),
    money: new WideSum(),
  };
}

/** Adds a trade to a candle of its bucket. */
export function addToCandle(candle: Candle, price: number, volume: number, money: number): void {
  candle.close = price;
  if (price > candle.high) candle.high = price;
  if (price < candle.low) candle.low = price;
  candle.volume.add(volume);
  candle.money.add(money);
}

export class Candles {
  private readonly current = new Map<number, Candle>();
  private readonly finished = new Map<number, Candle>();

  restore(interval: number, candle: Candle): void {
    this.current.set(interval, candle);
  }

  /**
   * @param time Unix seconds of the trade
   * @param previousPrice price of the trade before it: a new candle opens there, so that candles join
   */
  add(time: number, price: number, volume: number, money: number, previousPrice: number): void {
    for (const interval of klineIntervals) {
      let candle = this.current.get(interval);
      const start = bucketStart(time, interval);
      if (!candle || start > candle.start) {
        if (candle) this.finished.set(interval, candle);
        candle = flatCandle(start, previousPrice);
        this.current.set(interval, candle);
      }
      addToCandle(candle, price, volume, money);
    }
  }

  /** The newest candle that a trade opened; undefined before the first trade. */
  newest(interval: number): Candle | undefined {
    return this.current.get(interval);
  }

  /** The candle that holds `time` (Unix seconds), flat at the last price when nothing has traded in it. */
  at(interval: number, time: number): Candle | undefined {
    const candle = this.current.get(interval);
    if (!candle) return undefined;
    const start = bucketStart(time, interval);
    return start > candle.start ? flatCandle(start, candle.close) : candle;
  }

  /** The candle that was current when its bucket began at `start`, if it is one of the newest two. */
  startingAt(interval: number, start: number): Candle | undefined {
    const candle = this.current.get(interval);
    if (candle?.start === start) return candle;
    const before = this.finished.get(interval);
    return before?.start === start ? before : undefined;
  }
}

/** The newest candle and the one in the bucket before it, oldest first: the candles that settlement may not have written. */
export function newestCandles(candles: Candles, interval: number): Candle[] {
  const newest = candles.newest(interval);
  const before = newest && candles.startingAt(interval, newest.start - interval);
  return [before, newest].filter((candle) => candle !== undefined);
}
