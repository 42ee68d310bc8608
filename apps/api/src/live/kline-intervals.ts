/** Intervals of candles, in seconds, and where their buckets begin (UTC; weeks from Monday; calendar months). */

export interface KlineRange {
  interval: number;
  /** Unix seconds, both inclusive; the end not in the future. */
  start: number;
  end: number;
}

export const weekSeconds = 604_800;
/** A calendar month; such candles are folded from days on query. */
export const monthSeconds = 2_592_000;
/** Stored and pushed. */
export const klineIntervals = [60, 180, 300, 900, 1800, 3600, 7200, 14_400, 21_600, 43_200, 86_400, 604_800] as const;
/** The first Monday after the epoch. */
const firstMonday = 345_600;

/** Unix seconds at which the bucket that holds `time` (Unix seconds) begins. */
export function bucketStart(time: number, interval: number): number {
  if (interval === weekSeconds) return time - ((time - firstMonday) % interval);
  if (interval === monthSeconds) {
    const date = new Date(time * 1000);
    return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / 1000;
  }
  return time - (time % interval);
}

/** Unix seconds at which the bucket after the one beginning at `start` begins. */
export function nextBucket(start: number, interval: number): number {
  if (interval !== monthSeconds) return start + interval;
  const date = new Date(start * 1000);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1) / 1000;
}

/** The number, counted from the epoch, of the bucket that begins at `start`. Not for months. */
export function bucketNumber(start: number, interval: number): number {
  return Math.floor((start - originOf(interval)) / interval);
}

/** Unix seconds at which the bucket of that number begins. */
export function bucketAt(number: number, interval: number): number {
  return originOf(interval) + number * interval;
}

function originOf(interval: number): number {
  return interval === weekSeconds ? firstMonday : 0;
}
