/**
 * The figures of the last 24 hours of one market: a ring of 1,440 one-minute buckets. Units as in candles.ts.
 */
import { WideSum } from './wide-sum.ts';

const minutesKept = 1440;

export interface PeriodFigures {
  open: number;
  close: number;
  high: number;
  low: number;
  volume: bigint;
  money: bigint;
}

interface Bucket {
  /** Unix minutes; -1 for never used. */
  minute: number;
  open: number;
  close: number;
  high: number;
  low: number;
  volume: WideSum;
  money: WideSum;
}

function emptyBucket(): Bucket {
  return { minute: -1, open: 0, close: 0, high: 0, low: 0, volume: new WideSum(), money: new WideSum() };
}

export class RollingDay {
  private readonly buckets: Bucket[] = Array.from({ length: minutesKept }, emptyBucket);
  private newestMinute = 0;

  /** @param previousPrice price of the trade before this one */
  add(time: number, price: number, volume: number, money: number, previousPrice: number): void {
    const bucket = this.bucketOf(Math.floor(time / 60), previousPrice);
    bucket.close = price;
    if (price > bucket.high) bucket.high = price;
    if (price < bucket.low) bucket.low = price;
    bucket.volume.add(volume);
    bucket.money.add(money);
  }

  /** Puts a stored one-minute candle back. */
  restore(start: number, figures: PeriodFigures): void {
    const bucket = this.bucketOf(Math.floor(start / 60), figures.open);
    bucket.close = figures.close;
    bucket.high = figures.high;
    bucket.low = figures.low;
    bucket.volume.set(figures.volume);
    bucket.money.set(figures.money);
  }

  /** Figures of the `minutes` up to `time` (Unix seconds); undefined when nothing traded in them. */
  figures(time: number, minutes = minutesKept): PeriodFigures | undefined {
    const end = Math.max(Math.floor(time / 60), this.newestMinute);
    const first = end - Math.min(minutes, minutesKept) + 1;
    let result: PeriodFigures | undefined;
    const volume = new WideSum();
    const money = new WideSum();
    for (let minute = first; minute <= end; minute++) {
      const bucket = this.buckets[minute % minutesKept] as Bucket;
      if (bucket.minute !== minute) continue;
      result ??= { open: bucket.open, close: 0, high: bucket.high, low: bucket.low, volume: 0n, money: 0n };
      result.close = bucket.close;
      if (bucket.high > result.high) result.high = bucket.high;
      if (bucket.low < result.low) result.low = bucket.low;
      volume.addSum(bucket.volume);
      money.addSum(bucket.money);
    }
    if (!result) return undefined;
    result.volume = volume.value();
    result.money = money.value();
    return result;
  }

  /** Closing price of each of the last 24 hours that traded, oldest first: for small charts. */
  hourlyCloses(time: number): number[] {
    const end = Math.floor(time / 60);
    const closes: number[] = [];
    for (let hour = 23; hour >= 0; hour--) {
      const close = this.lastClose(end - hour * 60 - 59, end - hour * 60);
      const known = close ?? closes.at(-1);
      if (known !== undefined) closes.push(known);
    }
    return closes;
  }

  private lastClose(from: number, to: number): number | undefined {
    for (let minute = to; minute >= from; minute--) {
      const bucket = this.buckets[minute % minutesKept];
      if (bucket && bucket.minute === minute) return bucket.close;
    }
    return undefined;
  }

  private bucketOf(minute: number, openPrice: number): Bucket {
    const bucket = this.buckets[minute % minutesKept] as Bucket;
    if (bucket.minute === minute) return bucket;
    bucket.minute = minute;
    bucket.open = openPrice;
    bucket.close = openPrice;
    bucket.high = openPrice;
    bucket.low = openPrice;
    bucket.volume.reset();
    bucket.money.reset();
    if (minute > this.newestMinute) this.newestMinute = minute;
    return bucket;
  }
}
